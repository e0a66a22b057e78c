import { useState } from "preact/hooks";
import type { KeysModel } from "../../../lib/models/tokens/keys-model.ts";
import { SelectField } from "../../shared/Field.tsx";
import { PasteField } from "./PasteField.tsx";
import { readTextFile } from "./read-text-file.ts";
import "./token-keys.css";

type Keys = InstanceType<typeof KeysModel>;

/** The maximum number of keys to list. A key set can have a hundred. */
const maxListed = 10;

const encodings = [
  { value: "text", label: "Text" },
  { value: "base64url", label: "Base64url" },
  { value: "base64", label: "Base64" },
] as const;

/**
 * Shows which keys verify signatures, and takes pasted ones. While a key is masked, the document
 * does not contain its text.
 */
export function TokenKeys(props: {
  keys: Keys;
  /** The tenant or the issuer whose keys are used without pasted ones, if there is one. */
  owner: string | undefined;
}) {
  const { keys, owner } = props;
  const names = keys.names.value;
  return (
    <details class="token-keys">
      <summary>{summarize(keys, owner)}</summary>
      <KeyField keys={keys} />
      {keys.isSecret.value ? (
        <SelectField
          label="Encoding of the secret"
          value={keys.encoding.value}
          options={encodings}
          onChange={(value) => void keys.setEncoding(value)}
        />
      ) : null}
      {keys.remarks.value.slice(0, maxListed).map((remark) => (
        <div key={remark} class="warning">
          {remark}
        </div>
      ))}
      {names.length === 0 || owner === undefined ? null : (
        <SourceChoice keys={keys} owner={owner} />
      )}
      {names.length < 2 ? null : (
        <ul aria-label="Pasted keys">
          {names.slice(0, maxListed).map((name, place) => (
            <li key={place}>
              <code>{name}</code>
            </li>
          ))}
          {names.length > maxListed ? <li>{names.length - maxListed} more</li> : null}
        </ul>
      )}
    </details>
  );
}

/** Names the source in use, with the pasted keys by algorithm and kid. */
function summarize(keys: Keys, owner: string | undefined): string {
  if (keys.inUse.value === undefined) return `Keys: ${owner ?? "none"}`;
  const [first = "", ...others] = keys.names.value;
  if (others.length === 0) return `Keys: pasted, ${first}`;
  return `Keys: pasted, ${others.length + 1} keys (${first}, …)`;
}

function KeyField({ keys }: { keys: Keys }) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isReadOnly = keys.hasText.value && keys.isMasked.value;
  const paste = (text: string) => {
    setProblem(undefined);
    void keys.paste(text);
  };
  const open = async (file: File) => {
    const reading = await readTextFile(file, "Paste only the keys.");
    if ("text" in reading) paste(reading.text);
    else setProblem(reading.problem);
  };
  return (
    <div class="key-input">
      <PasteField
        label="Public key or secret"
        hint="Keys stay in memory, masked. URLs in a token are never opened; only a DPoP proof is checked with its own key."
        problem={problem ?? keys.problem.value}
        rows={3}
        placeholder="Paste a JWK, JWKS, PEM or secret, or drop a file"
        value={keys.shownText.value}
        isReadOnly={isReadOnly}
        onInput={(text) => {
          if (isReadOnly) return;
          setProblem(undefined);
          void keys.edit(text);
        }}
        // A revealed text is edited; in every other case the paste replaces it.
        replaces={() => !keys.hasText.value || keys.isMasked.value}
        onReplace={paste}
        onFile={(file) => void open(file)}
        onDropText={paste}
        onBlur={() => keys.endTyping()}
      />
      <div class="actions">
        <button
          type="button"
          class="button"
          disabled={!keys.hasText.value}
          onClick={() => keys.setMasked(!keys.isMasked.value)}
        >
          {keys.isMasked.value ? "Reveal keys" : "Mask keys"}
        </button>
        <button
          type="button"
          class="button"
          disabled={!keys.hasText.value && keys.problem.value === undefined}
          onClick={({ currentTarget: button }) => {
            setProblem(undefined);
            keys.forget();
            button.closest(".key-input")?.querySelector("textarea")?.focus();
          }}
        >
          Forget keys
        </button>
      </div>
    </div>
  );
}

function SourceChoice({ keys, owner }: { keys: Keys; owner: string }) {
  const isTenant = keys.isTenantPreferred.value;
  return (
    <fieldset>
      <legend>Verify signatures with</legend>
      <label>
        <input
          type="radio"
          name="key-source"
          checked={!isTenant}
          onChange={() => keys.preferTenant(false)}
        />{" "}
        the pasted keys
      </label>
      <label>
        <input
          type="radio"
          name="key-source"
          checked={isTenant}
          onChange={() => keys.preferTenant(true)}
        />{" "}
        the keys of {owner}
      </label>
    </fieldset>
  );
}
