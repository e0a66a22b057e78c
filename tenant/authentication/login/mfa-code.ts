import type { User } from "../../directory/users.ts";
import type { AuthenticationContext } from "../authentication-context.ts";

/** Sends the code of the second factor to the user's mailbox. */
export function sendMfaCode(
  { logins, mailbox }: Pick<AuthenticationContext, "logins" | "mailbox">,
  user: User,
): void {
  const code = logins.codes.issue(nameMfaRecipient(user));
  mailbox.send({ kind: "mfa_code", channel: "email", to: user.email, code });
}

/** Returns the key under which the code of a user's second factor is stored. */
export function nameMfaRecipient(user: User): string {
  return `mfa:${user.user_id}`;
}
