import type { MessageKind } from "../message.ts";
import type { RequestFacts } from "./request-facts.ts";

/** Paths of requests that no standard defines, for bodies that the browser did not show. */
const paths: readonly (readonly [path: RegExp, kind: MessageKind])[] = [
  [/\/co\/authenticate$/u, "embedded-login"],
  [/\/usernamepassword\/login$/u, "embedded-login"],
  [/\/co\/verify$/u, "embedded-verification"],
  [/\/passwordless\/start$/u, "passwordless-start"],
  [/\/passwordless\/verify$/u, "passwordless-verification"],
  [/\/dbconnections\/signup$/u, "signup"],
  [/\/dbconnections\/change_password$/u, "password-change"],
  [/\/mfa\/(?:challenge|associate|authenticators(?:\/[^/]+)?)$/u, "mfa"],
];

/** Recognises the requests of an application's own login form. */
export function recogniseEmbedded(facts: RequestFacts): MessageKind | undefined {
  const { path, method, bodyNames: has } = facts;
  const found = paths.find(([pattern]) => pattern.test(path))?.[1];
  if (found !== undefined) return found;
  if (method !== "POST" || facts.isPage) return undefined;
  if (has.has("credential_type")) return "embedded-login";
  if (has.has("mfa_token")) return "mfa";
  if (!has.has("client_id") || !has.has("connection")) return undefined;
  if (has.has("verification_code")) return "passwordless-verification";
  if (has.has("send") || has.has("authParams") || has.has("phone_number")) {
    return "passwordless-start";
  }
  if (!has.has("email")) return undefined;
  return has.has("password") ? "signup" : "password-change";
}
