import type { AuthMessage } from "../../../message.ts";
import { readParameter } from "../../../parameters.ts";

const isGrant = (name: string) => (message: AuthMessage) =>
  (readParameter(message.request, "grant_type") ?? "").endsWith(name);

export const isCodeGrant = isGrant("authorization_code");
/** A server of the application need not be told the grant. */
export const isOwnRefresh = ({ request }: AuthMessage) =>
  (readParameter(request, "grant_type") ?? "") === "" &&
  readParameter(request, "refresh_token") !== undefined;
export const isRefreshGrant = (message: AuthMessage) =>
  readParameter(message.request, "grant_type") === "refresh_token" || isOwnRefresh(message);
/** The value is a URN (RFC 8693, section 2.1), of which providers have their own. */
export const isExchangeGrant = isGrant("token-exchange");
