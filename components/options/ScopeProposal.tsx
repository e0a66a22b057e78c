import { plural } from "../../lib/encoding/plural.ts";
import type {
  CredentialPurpose,
  CredentialCheckModel,
} from "../../lib/models/tenants/credential-check-model.ts";
import { CopyButton } from "../shared/CopyButton.tsx";
import { ScopeList } from "../shared/ScopeList.tsx";
import { SwitchField } from "./SwitchField.tsx";

const surfaceLabels: Readonly<Record<CredentialPurpose, string>> = {
  "token-exchange-profiles": "Token exchange profiles",
  "connection-profiles": "Connection profiles",
  "event-stream": "Event stream",
};

/** Lists the scopes that the chosen purposes require, or that a login of the user requests. */
export function ScopeProposal(props: {
  model: InstanceType<typeof CredentialCheckModel>;
  isUserLogin: boolean;
}) {
  const { model, isUserLogin } = props;
  const scopes = isUserLogin ? model.forUser.value : model.forClient.value;
  const count = plural(scopes.length, "scope");
  return (
    <fieldset>
      <legend>{isUserLogin ? "Requested scopes" : "Purpose"}</legend>
      {isUserLogin
        ? null
        : model.surfaces.value.map(({ surface, isChosen }) => (
            <SwitchField
              key={surface}
              label={surfaceLabels[surface]}
              isOn={isChosen}
              onChange={(isOn) => model.choose(surface, isOn)}
            />
          ))}
      {scopes.length === 0 ? (
        <p class="quiet">Choose a purpose to see the required scopes.</p>
      ) : (
        <div class="proposal">
          <details>
            <summary>
              {isUserLogin ? `Requests ${count}` : `Requires ${count}`}
              {model.isReadOnly.value ? " (read-only: no write scopes)" : ""}
            </summary>
            <ScopeList scopes={scopes} />
          </details>
          {isUserLogin ? null : (
            <CopyButton name="the scopes" text={scopes.map(({ scope }) => scope).join(" ")} />
          )}
        </div>
      )}
    </fieldset>
  );
}
