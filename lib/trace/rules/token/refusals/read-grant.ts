import type { AuthMessage } from "../../../message.ts";
import { readParameter } from "../../../parameters.ts";

const isGrant = (name: string) => (message: AuthMessage) =>
  (readParameter(message.request, "grant_type") ?? "").endsWith(name);

export const isCodeGrant = isGrant("authorization_code");
export const isRefreshGrant = isGrant("refresh_token");
/** The value is a URN (RFC 8693, section 2.1), of which providers have their own. */
export const isExchangeGrant = isGrant("token-exchange");
