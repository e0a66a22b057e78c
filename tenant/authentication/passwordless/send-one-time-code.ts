import type { TenantContext } from "../../context.ts";
import { nameRecipient } from "../login/check-password.ts";

/** A number that no text message reaches, so that a provider's failure can be seen. */
export const unreachableNumber = "+15005550001";

/** Sends a code by mail or text message, and with `toLink` the link that carries it. */
export function sendOneTimeCode(
  context: TenantContext,
  connection: "email" | "sms",
  to: string,
  toLink?: (code: string) => string,
): void {
  const code = context.logins.codes.issue(nameRecipient(connection, to));
  context.mailbox.send({
    kind: toLink === undefined ? "passwordless_code" : "passwordless_link",
    channel: connection,
    to,
    code,
    ...(toLink !== undefined && { link: toLink(code) }),
  });
}
