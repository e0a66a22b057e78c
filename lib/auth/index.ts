import type { WebAuthOptions } from "./options.ts";
import { findPagePorts } from "./page-ports.ts";
import { WebAuth as WebAuthWithPorts } from "./web-auth.ts";

/**
 * Logs users in at one tenant for one application, from the page it is created in. Outside a page (a worker,
 * Node) it can be imported and created as well; methods that need a page then need its ports in the options.
 */
export class WebAuth extends WebAuthWithPorts {
  /** @throws TypeError that names the option which is missing or wrong */
  constructor(options: WebAuthOptions) {
    super(options, findPagePorts());
  }
}

export { Authentication } from "./authentication.ts";
export { AuthError } from "./auth-error.ts";
export { version } from "./version.ts";
export type { AuthResult } from "./accept-response.ts";
export type { AuthErrorReason } from "./auth-error.ts";
export type { AuthorizeOptions } from "./authorize-url.ts";
export type { Callback, CallbackOrPromise, CallbackOrPromiseOf } from "./callback-or-promise.ts";
export type { CheckSessionOptions } from "./check-session.ts";
export type { IdTokenPayload } from "./id-token.ts";
export type { LogoutOptions } from "./logout-url.ts";
export type { WebAuthOptions } from "./options.ts";
export type { ParseHashOptions } from "./parse-hash.ts";
export type {
  AuthPorts,
  ClockPort,
  CryptoPort,
  FetchPort,
  FetchRequest,
  FetchResponse,
  FramesPort,
  HiddenFrame,
  LocationPort,
  MessagesPort,
  NavigationPort,
  StoragePort,
  WindowMessage,
} from "./ports.ts";
export type { UserInfo } from "./user-info.ts";
