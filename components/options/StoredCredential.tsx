import type { CredentialSummary } from "../../lib/messages/credential.ts";
import { Moment } from "../shared/Moment.tsx";
import { TwoStepButton } from "./TwoStepButton.tsx";

const kinds = {
  client_credentials: "Client credentials",
  access_token: "An access token",
  user_login: "The login of a user",
} as const satisfies Record<CredentialSummary["kind"], string>;

const rememberings = {
  session: "Kept until the browser closes.",
  device: "Remembered on this device.",
  passphrase: "Remembered on this device, under a passphrase.",
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
        <strong>{kinds[kind]}</strong> {isLocked ? "waiting for the passphrase." : "in use."}{" "}
        {rememberings[remembering]}{" "}
        {expiresAt === undefined ? null : (
          <span>
            Its token {hasEnded ? "ended" : "ends"} <Moment at={expiresAt} />.{" "}
            {hasEnded && kind !== "client_credentials" ? <b>Give a new one below.</b> : null}
          </span>
        )}
      </div>
      <TwoStepButton
        label="Forget credential…"
        confirmLabel="Forget credential"
        disabled={props.isBusy}
        onConfirm={props.onForget}
      >
        <strong>Forget the credential of “{props.tenantName}”?</strong> It is removed from this
        device, and cannot be shown or restored: give it again before you next need profiles or
        events. Nothing changes at the tenant itself.
      </TwoStepButton>
      {isLocked ? null : (
        <details>
          <summary>{scopes.length === 1 ? "1 scope" : `${scopes.length} scopes`}</summary>
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
