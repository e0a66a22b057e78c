import type { Navigation } from "../capture-context.ts";
import { readUrlResponse } from "../classify/read-response.ts";
import { endOf } from "../exchange.ts";
import type { AuthorizationResponse } from "../flow.ts";
import type { AuthMessage } from "../message.ts";
import { readParameter } from "../parameters.ts";
import {
  normalizeTarget,
  readRequestParameter,
  readResponseParameter,
  type FlowDraft,
} from "./flow-draft.ts";

/** The authorization responses in the URLs that the page loaded, by `state`. */
export type NavigationResponses = ReadonlyMap<string, AuthorizationResponse>;

/** Finds the authorization response of a login in its messages, or in the URLs that loaded. */
export function findResponse(
  draft: FlowDraft,
  reached: NavigationResponses,
): AuthorizationResponse | undefined {
  for (const message of draft.messages) {
    const response = readResponse(message);
    if (response !== undefined && belongsToLogin(draft.authorization, message, response))
      return response;
  }
  const state = draft.authorization && readRequestParameter(draft.authorization, "state");
  return state === undefined ? undefined : reached.get(state);
}

function readResponse(message: AuthMessage): AuthorizationResponse | undefined {
  const { responseMode: mode, response: parameters, exchange, kind } = message;
  if (mode === undefined) return undefined;
  const isReceived = kind === "callback";
  const target = normalizeTarget(isReceived ? exchange.url : exchange.redirect);
  return {
    parameters,
    mode,
    message,
    ...(target === undefined ? {} : { target }),
    at: isReceived ? exchange.startedAt : endOf(exchange),
  };
}

/**
 * Returns false for the response of another provider within the same login. That response has
 * another state and another target.
 */
function belongsToLogin(
  authorization: AuthMessage | undefined,
  message: AuthMessage,
  { target, parameters }: AuthorizationResponse,
): boolean {
  if (authorization === undefined) return true;
  const { origin } = new URL(authorization.exchange.url);
  if (message === authorization) return !isOwnPage(authorization, target, parameters);
  const state = readRequestParameter(authorization, "state");
  if (state !== undefined && readParameter(parameters, "state") === state) return true;
  if (target === undefined) return new URL(message.exchange.url).origin === origin;
  const redirectUri = normalizeTarget(readRequestParameter(authorization, "redirect_uri"));
  return redirectUri === undefined ? !target.startsWith(`${origin}/`) : target === redirectUri;
}

/**
 * Returns true for a redirect to a page of the provider, unless it has an `error`. The `code` of
 * such a page is not an authorization code.
 */
function isOwnPage(
  authorization: AuthMessage,
  target: string | undefined,
  parameters: AuthorizationResponse["parameters"],
): boolean {
  const { origin } = new URL(authorization.exchange.url);
  const redirectUri = normalizeTarget(readRequestParameter(authorization, "redirect_uri"));
  if (
    redirectUri === undefined ||
    target === redirectUri ||
    target?.startsWith(`${origin}/`) !== true
  ) {
    return false;
  }
  return readParameter(parameters, "error") === undefined;
}

/** Indexes the responses in the URLs that the page loaded. Only Firefox reports the fragments. */
export function indexNavigations(navigations: readonly Navigation[]): NavigationResponses {
  const reached = new Map<string, AuthorizationResponse>();
  for (const { at, url } of navigations) {
    const found = readUrlResponse(url);
    const state = found === undefined ? undefined : readParameter(found.parameters, "state");
    const target = normalizeTarget(url);
    if (found === undefined || state === undefined || target === undefined) continue;
    if (!reached.has(state)) reached.set(state, { ...found, target, at });
  }
  return reached;
}

/** Returns a copy of the authorization request with the parameters and error of its response. */
export function withResponse(
  authorization: AuthMessage,
  response: AuthorizationResponse | undefined,
): AuthMessage {
  if (response === undefined || response.message === authorization) return authorization;
  const { parameters, mode } = response;
  const error = readParameter(parameters, "error");
  const description = readParameter(parameters, "error_description");
  return {
    ...authorization,
    response: parameters,
    responseMode: mode,
    ...(error === undefined ? {} : { error }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Returns true if the response itself contains an access token or an ID token. */
export function hasTokens({ parameters }: Pick<AuthorizationResponse, "parameters">): boolean {
  return ["access_token", "id_token"].some(
    (name) => readResponseParameter({ response: parameters }, name) !== undefined,
  );
}
