import type { AuthMessage, MessageKind } from "./message.ts";
import { readParameter } from "./parameters.ts";

const names: Record<MessageKind, string> = {
  discovery: "Discovery request",
  "key-set": "Key set request",
  "pushed-request": "Pushed authorization request",
  authorization: "Authorization request",
  token: "Token request",
  "user-info": "User info request",
  logout: "Logout request",
  revocation: "Revocation request",
  introspection: "Introspection request",
  "device-authorization": "Device authorization request",
  "embedded-login": "Cross-origin login",
  "embedded-verification": "Cross-origin verification",
  mfa: "MFA request",
  "passwordless-start": "Passwordless start",
  "passwordless-verification": "Passwordless verification",
  signup: "Signup",
  "password-change": "Password change request",
  "login-page": "Page of the provider",
  callback: "Callback",
  handover: "Handover to the server",
  management: "Management API request",
  "api-call": "API request",
  preflight: "Preflight",
};

/** Returns the name of a message for people; of a token request, with its grant type. */
export function nameMessage({ kind, request }: Pick<AuthMessage, "kind" | "request">): string {
  const name = names[kind];
  if (kind !== "token") return name;
  // Of a grant type that is a URI, the last part: `token-exchange`.
  const grant = readParameter(request, "grant_type")?.split(/[/:]/u).at(-1);
  return grant ? `${name} (${grant.slice(0, 60)})` : name;
}
