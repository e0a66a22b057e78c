// Runs in pages, in workers and in Node. Some methods need a page; outside a page, its ports must
// be in the options. Supports Chromium 126, Firefox 126, Safari 18 and later: these are the first
// versions with URL.parse.
export { WebAuth } from "./web-auth.ts";
export { Authentication } from "./authentication.ts";
export { AuthError } from "./auth-error.ts";
export { Management } from "./management.ts";
export { version } from "./version.ts";
export type { AuthResult } from "./accept-response.ts";
export type { AuthErrorReason } from "./auth-error.ts";
export type { TokenOptions } from "./authentication.ts";
export type { AuthorizeOptions } from "./authorize-url.ts";
export type { Callback, CallbackOrPromise, CallbackOrPromiseOf } from "./callback-or-promise.ts";
export type { CheckSessionOptions } from "./check-session.ts";
export type { LoginOptions } from "./cross-origin-login.ts";
export type { ChangePasswordOptions, SignedUpUser, SignupOptions } from "./database.ts";
export type { IdTokenPayload } from "./id-token-claims.ts";
export type { LogoutOptions } from "./logout.ts";
export type { ManagementOptions, UserProfile } from "./management.ts";
export type { WebAuthOptions } from "./options.ts";
export type { ParseHashOptions } from "./parse-hash.ts";
export type { PasswordlessLoginOptions, PasswordlessStartOptions } from "./passwordless.ts";
export type { Popup, PopupOptions, PopupSize } from "./popup.ts";
export type {
  AuthPorts,
  ClockPort,
  CryptoPort,
  FetchPort,
  FetchRequest,
  FetchResponse,
  FramesPort,
  LocationPort,
  MessagesPort,
  MessageTarget,
  NavigationPort,
  OpenedWindow,
  PopupsPort,
  StoragePort,
  SubtlePort,
  WindowMessage,
} from "./ports.ts";
export type { SSOData } from "./sso-data.ts";
export type { UserInfo } from "./user-info.ts";
