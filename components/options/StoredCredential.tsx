import { plural } from "../../lib/encoding/plural.ts";
import type { CredentialSummary } from "../../lib/messages/credential.ts";
import { Moment } from "../shared/Moment.tsx";
import { TwoStepButton } from "../shared/TwoStepButton.tsx";

const kinds = {
  client_credentials: "Client credentials",
  access_token: "Access token",
  user_login: "User login",
} as const satisfies Record<CredentialSummary["kind"], string>;

const rememberings = {
  session: "Kept until the browser closes or the extension is updated.",
  device: "Remembered on this device.",
  passphrase: "Remembered on this device with a passphrase.",
} as const satisfies Record<CredentialSummary["remembering"], string>;

/** Shows the facts about the stored credential that are not secret, and offers to forget it. */
export function StoredCredential(props: {
  summary: CredentialSummary;
  now: number;
  tenantName: string;
  /** True while a credential is being saved or forgotten. */
  isBusy: boolean;
  onForget: () => void;
}) {
  const { kind, scopes, expiresAt, remembering, isLocked } = props.summary;
  const hasEnded = expiresAt !== undefined && expiresAt <= props.now;
  return (
    <>
      <div>
        <strong>{kinds[kind]}</strong> {isLocked ? "locked." : "in use."}{" "}
        {rememberings[remembering]}{" "}
        {expiresAt === undefined ? null : (
          <span>
            Its token {hasEnded ? "expired" : "expires"} <Moment at={expiresAt} />.{" "}
            {hasEnded && kind !== "client_credentials" ? (
              <b>Enter a new credential below.</b>
            ) : null}
          </span>
        )}
      </div>
      <TwoStepButton
        label="Forget credential…"
        confirmLabel="Forget credential"
        disabled={props.isBusy}
        onConfirm={props.onForget}
      >
        <strong>Forget the credential of “{props.tenantName}”?</strong> The credential is removed
        from this device and cannot be restored. To use profiles or events again, enter a
        credential. The tenant itself does not change.
      </TwoStepButton>
      {isLocked ? null : (
        <details>
          <summary>{plural(scopes.length, "scope")}</summary>
          <ul class="scopes">
            {scopes.map((scope) => (
              <li key={scope}>
                <code>{scope}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
