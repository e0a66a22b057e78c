import type { Exchange } from "./exchange.ts";
import type { Parameters } from "./parameters.ts";

/** The kinds of auth messages, recognised by shape rather than by vendor. */
export const messageKinds = [
  "discovery",
  "key-set",
  "pushed-request",
  "authorization",
  "token",
  "user-info",
  "logout",
  "revocation",
  "introspection",
  "device-authorization",
  "embedded-login",
  "embedded-verification",
  "mfa",
  "passwordless-start",
  "passwordless-verification",
  "signup",
  "password-change",
  "login-page",
  "callback",
  "handover",
  "management",
  "api-call",
  "preflight",
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The way in which an authorization response came back. */
export type ResponseMode = "query" | "fragment" | "form_post" | "web_message";

/**
 * A request with a meaning for logins, and its response. Both are one message: whoever asks for
 * the response of an authorization looks at the same message.
 */
export interface AuthMessage {
  kind: MessageKind;
  exchange: Exchange;
  /**
   * The exchange that led to this one: a redirect to it, the page whose form was posted, or the
   * request that a preflight asks for.
   */
  fromId?: number;
  /** Of a preflight: the kind of the request that it asks for. */
  asks?: MessageKind;
  /** The parameters of the request, from its query and its body. */
  request: Parameters;
  /**
   * The parameters of the response: JSON members; of an authorization, those that came back in the
   * redirect's query or fragment, in the form, or in the web message, also if a later message of
   * the flow had them; of a callback, those that it received.
   */
  response: Parameters;
  /** How the authorization response came that `response` has; missing if it has none. */
  responseMode?: ResponseMode;
  /** The `error` (RFC 6749, section 5.2) or `code` of a failed response. */
  error?: string;
  /** The `error_description` or `description`: quoted to the user, never decided by. */
  description?: string;
}
