import type { AuthMessage, ResponseMode } from "./message.ts";
import type { Parameters } from "./parameters.ts";

/**
 * - login: an authorization in the window, or an embedded login that leads to one
 * - renewal: an authorization in a frame without interaction, or a refresh token's use
 * - logout: the end of the session at the provider
 * - call: everything else, such as a signup or a management call
 */
export type FlowKind = "login" | "renewal" | "logout" | "call";

/**
 * The farthest point that a flow reached.
 *
 * - configuration: discovery or keys
 * - authorization: the request was sent; an embedded login got its ticket
 * - provider: the provider shows its pages
 * - response: the authorization response arrived
 * - token: the token request was sent
 * - complete: everything that was asked for arrived
 */
export type FlowStage =
  | "configuration"
  | "authorization"
  | "provider"
  | "response"
  | "token"
  | "complete";

/** The farthest point that a flow reached; `failed` if it ended there with an error. */
export type FlowPhase = FlowStage | "failed";

/** The response of the authorization endpoint (RFC 6749, section 4.1.2), wherever it showed. */
export interface AuthorizationResponse {
  parameters: Parameters;
  mode: ResponseMode;
  /**
   * The first message that shows it: the provider's redirect or page, otherwise the callback's own
   * request. Missing if only the address that the page reached shows it.
   */
  message?: AuthMessage;
  /** The URL that received it, without query and fragment; missing for a web message. */
  target?: string;
  /** Its delivery, in Unix ms by the browser's clock. */
  at: number;
}

/** The library that made the requests, as its own parameters or headers name it. */
export interface AuthLibrary {
  name: string;
  version: string;
}

/** The messages of one login, renewal, logout or call. */
export interface Flow {
  /** Unique in the capture, and stable while messages are added. */
  id: string;
  kind: FlowKind;
  phase: FlowPhase;
  /** The farthest point, also of a flow that failed there. */
  stage: FlowStage;
  /** In order of `startedAt`. */
  messages: readonly AuthMessage[];
  /** The authorization request with its response. */
  authorization?: AuthMessage;
  /** The authorization response, with the message that shows it. */
  response?: AuthorizationResponse;
  /** The token requests of this flow, oldest first. */
  tokenRequests: readonly AuthMessage[];
  /** The host of the provider. */
  host: string;
  clientId?: string;
  library?: AuthLibrary;
  /** The origin of the page that started the flow, as Referer, Origin or initiator tell it. */
  pageOrigin?: string;
  /** The flow that issued the refresh token or the access token that this one uses. */
  previousId?: string;
  /** Unix time in ms. */
  startedAt: number;
  /** The end of the last message, without later API calls. */
  endedAt: number;
}
