import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { TokensModel } from "../../../lib/models/tokens/tokens-model.ts";
import { Field } from "../../shared/Field.tsx";

const mask = "••••••••";

/**
 * Shows the token to inspect. While the token is masked, the document does not contain its text,
 * and a paste replaces the token.
 */
export function TokenField(props: {
  model: InstanceType<typeof TokensModel>;
  tenant: Tenant | undefined;
}) {
  const { model, tenant } = props;
  const origin = model.origin.value;
  const isMasked = model.isMasked.value;
  return (
    <Field
      label={origin.kind === "run" ? `Last run: ${origin.name}` : "Token"}
      hint="The token stays on this device. Its signature is verified with the selected tenant's keys; URLs in the token are never opened."
      control={(bound) => (
        <textarea
          {...bound}
          class="mono"
          rows={6}
          spellcheck={false}
          autocomplete="off"
          placeholder="Paste a JWT, with or without “Bearer”"
          readOnly={isMasked}
          value={isMasked ? mask : model.text.value}
          onInput={(event) => void model.paste(event.currentTarget.value, tenant)}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData("text/plain") ?? "";
            if (!isMasked || pasted === "") return;
            event.preventDefault();
            void model.paste(pasted, tenant);
          }}
        />
      )}
    />
  );
}
