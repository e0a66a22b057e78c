import type { AuthenticationContext } from "../authentication-context.ts";
import { nameRecipient } from "../login/check-password.ts";

/** A number to which text messages fail, so that a failure of the provider can be shown. */
export const unreachableNumber = "+15005550001";

/** Sends a code by email or text message; `toLink` adds the link that contains it. */
export function sendOneTimeCode(
  { logins, mailbox }: Pick<AuthenticationContext, "logins" | "mailbox">,
  connection: "email" | "sms",
  to: string,
  toLink?: (code: string) => string,
): void {
  const code = logins.codes.issue(nameRecipient(connection, to));
  mailbox.send({
    kind: toLink === undefined ? "passwordless_code" : "passwordless_link",
    channel: connection,
    to,
    code,
    ...(toLink !== undefined && { link: toLink(code) }),
  });
}
