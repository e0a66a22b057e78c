import type { Navigation } from "../capture-context.ts";
import { readUrlResponse } from "../classify/read-response.ts";
import { endOf } from "../exchange.ts";
import type { AuthorizationResponse } from "../flow.ts";
import type { AuthMessage } from "../message.ts";
import { readParameter } from "../parameters.ts";
import { nameTarget, readAsked, readGiven, type FlowDraft } from "./flow-draft.ts";

/** The authorization responses in addresses that the page reached, by their state. */
export type ReachedResponses = ReadonlyMap<string, AuthorizationResponse>;

/** Finds the authorization response of a login, wherever it shows. */
export function findResponse(
  draft: FlowDraft,
  reached: ReachedResponses,
): AuthorizationResponse | undefined {
  for (const message of draft.messages) {
    const response = readResponse(message);
    if (response !== undefined && isFor(draft.authorization, message, response)) return response;
  }
  const state = draft.authorization && readAsked(draft.authorization, "state");
  return state === undefined ? undefined : reached.get(state);
}

function readResponse(message: AuthMessage): AuthorizationResponse | undefined {
  const { responseMode: mode, response: parameters, exchange, kind } = message;
  if (mode === undefined) return undefined;
  const isReceived = kind === "callback";
  const target = nameTarget(isReceived ? exchange.url : exchange.redirect);
  return {
    parameters,
    mode,
    message,
    ...(target === undefined ? {} : { target }),
    at: isReceived ? exchange.startedAt : endOf(exchange),
  };
}

/**
 * Returns true unless the response is that of another provider, which this provider asked: it has
 * another state, and goes to another URL.
 */
function isFor(
  authorization: AuthMessage | undefined,
  message: AuthMessage,
  { target, parameters }: AuthorizationResponse,
): boolean {
  if (authorization === undefined) return true;
  const { origin } = new URL(authorization.exchange.url);
  if (message === authorization) return !isOwnPage(authorization, target, parameters);
  const state = readAsked(authorization, "state");
  if (state !== undefined && readParameter(parameters, "state") === state) return true;
  if (target === undefined) return new URL(message.exchange.url).origin === origin;
  const wanted = nameTarget(readAsked(authorization, "redirect_uri"));
  return wanted === undefined ? !target.startsWith(`${origin}/`) : target === wanted;
}

/** A provider's page can have a parameter of its own called `code`; one for errors is a response. */
function isOwnPage(
  authorization: AuthMessage,
  target: string | undefined,
  parameters: AuthorizationResponse["parameters"],
): boolean {
  const { origin } = new URL(authorization.exchange.url);
  const wanted = nameTarget(readAsked(authorization, "redirect_uri"));
  if (wanted === undefined || target === wanted || target?.startsWith(`${origin}/`) !== true) {
    return false;
  }
  return readParameter(parameters, "error") === undefined;
}

/** Indexes the addresses that the page reached. Only Firefox reports their fragments. */
export function indexNavigations(navigations: readonly Navigation[]): ReachedResponses {
  const reached = new Map<string, AuthorizationResponse>();
  for (const { at, url } of navigations) {
    const found = readUrlResponse(url);
    const state = found === undefined ? undefined : readParameter(found.parameters, "state");
    const target = nameTarget(url);
    if (found === undefined || state === undefined || target === undefined) continue;
    if (!reached.has(state)) reached.set(state, { ...found, target, at });
  }
  return reached;
}

/** Returns the authorization request with the response that another message has. */
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

/** Returns true for a response that brings its tokens itself, without a code to redeem. */
export function hasTokens({ parameters }: Pick<AuthorizationResponse, "parameters">): boolean {
  return ["access_token", "id_token"].some(
    (name) => readGiven({ response: parameters }, name) !== undefined,
  );
}
