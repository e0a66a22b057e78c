import type { Remembering } from "../../lib/messages/credential.ts";
import type { CredentialFormModel } from "../../lib/models/tenants/credential-form-model.ts";
import { TextField } from "../shared/Field.tsx";

const choices: readonly { value: Remembering; label: string; hint: string }[] = [
  {
    value: "session",
    label: "Until the browser closes or the extension is updated",
    hint: "Kept in memory, never written to disk.",
  },
  {
    value: "device",
    label: "On this device",
    hint: "Encrypted with a key in this browser profile. A copy of the extension's storage does not reveal the credential; a copy of the whole profile does.",
  },
  {
    value: "passphrase",
    label: "On this device, with a passphrase",
    hint: "Also encrypted with your passphrase. Enter it once in each browser session; it is never stored.",
  },
];

/**
 * Asks how long to keep the credential. In a private window, or if the organisation's policy
 * forbids remembering, a note replaces the fields.
 */
export function RememberingFields(props: { model: InstanceType<typeof CredentialFormModel> }) {
  const { model } = props;
  const { remembering, passphrase, passphraseAgain } = model.fields.value;
  const problems = model.problems.value;
  if (model.isPrivate.value) {
    return (
      <p class="quiet">
        In a private window, the credential is kept until the browser closes or the extension is
        updated, and never written to disk.
      </p>
    );
  }
  if (model.isRememberingForbidden.value) {
    return (
      <p class="quiet">
        Your organisation does not allow remembered credentials. The credential is kept until the
        browser closes or the extension is updated, and never written to disk.
      </p>
    );
  }
  return (
    <>
      <fieldset>
        <legend>Remember</legend>
        {choices.map(({ value, label, hint }) => (
          <div class="switch" key={value}>
            <input
              type="radio"
              name="remembering"
              id={`remember-${value}`}
              checked={remembering === value}
              aria-describedby={`remember-${value}-hint`}
              onChange={() => model.set({ remembering: value })}
            />
            <label for={`remember-${value}`}>{label}</label>
            <div class="hint" id={`remember-${value}-hint`}>
              {hint}
            </div>
          </div>
        ))}
      </fieldset>
      {remembering === "passphrase" ? (
        <>
          <TextField
            label="Passphrase"
            secret
            value={passphrase}
            problem={problems.passphrase}
            hint="At least 8 characters. A lost passphrase cannot be recovered."
            maxLength={1000}
            onInput={(text) => model.set({ passphrase: text })}
          />
          <TextField
            label="Confirm passphrase"
            secret
            value={passphraseAgain}
            problem={problems.passphraseAgain}
            maxLength={1000}
            onInput={(text) => model.set({ passphraseAgain: text })}
          />
        </>
      ) : null}
    </>
  );
}
