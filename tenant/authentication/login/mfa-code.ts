import type { TenantContext } from "../../context.ts";
import type { User } from "../../directory/users.ts";

/** Sends the second factor to the user's mailbox. */
export function sendMfaCode(context: TenantContext, user: User): void {
  const code = context.logins.codes.issue(nameMfaRecipient(user));
  context.mailbox.send({ kind: "mfa_code", channel: "email", to: user.email, code });
}

/** How codes know which user's second factor they are. */
export function nameMfaRecipient(user: User): string {
  return `mfa:${user.user_id}`;
}
