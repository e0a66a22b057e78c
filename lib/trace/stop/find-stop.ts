import { isErrorPlace } from "../error-place.ts";
import { readHeader, type Exchange } from "../exchange.ts";
import { hasRecovered } from "../facts/has-recovered.ts";
import type { Flow } from "../flow.ts";
import { isHidden } from "../is-hidden.ts";
import type { AuthMessage, MessageKind } from "../message.ts";
import { readParameter } from "../parameters.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import type { Quote, Stop, StopParty, StopStep } from "./stop.ts";
import { writeStop } from "./write-stop.ts";

/**
 * Returns the place at which a flow stopped: its last message that failed, or its last message if
 * none failed. Returns undefined for a flow that completed, that can still continue, or that the
 * same client made good within five minutes. The messages of a flow prove the place, not the cause.
 */
export function findStop(prepared: PreparedFlow): Stop | undefined {
  const { flow, isUnderWay, isOwnRun } = prepared;
  if (flow.phase === "complete" || isUnderWay || hasRecovered(prepared)) return undefined;
  // The Run tab redeems the code of its own run, which the page's requests do not show.
  if (isOwnRun && flow.phase === "response") return undefined;
  const failed = findFailed(prepared);
  const at = failed ?? flow.messages.findLast(isOwnMessage(flow));
  if (at === undefined) return undefined;
  const step = findStep(flow, at);
  const place = {
    step,
    by: failed === undefined ? ("nobody" as const) : findParty(step, at.exchange),
    at,
    said: failed === undefined ? [] : listQuotes(at),
  };
  return { ...place, sentence: writeStop(place), expected: expectedAfter[step] };
}

const callKinds = new Set<MessageKind>(["api-call", "management", "user-info"]);

/** A call with a token of a login tells nothing about a login that did not complete. */
function isOwnMessage({ kind: flowKind }: Flow): (message: AuthMessage) => boolean {
  return ({ kind, fromId }) => {
    const isAnsweredPreflight = kind === "preflight" && fromId !== undefined;
    return !isAnsweredPreflight && (flowKind === "call" || !callKinds.has(kind));
  };
}

/**
 * Returns the message at which the failure started: an error that a redirect carried on belongs to
 * the message that sent the redirect. A refused preflight is the failure of its request.
 */
function findFailed({ flow, preflights }: PreparedFlow): AuthMessage | undefined {
  if (flow.phase !== "failed") return undefined;
  const byId = new Map(flow.messages.map((message) => [message.exchange.id, message]));
  const isOwn = isOwnMessage(flow);
  let first = flow.messages.findLast((message) => isOwn(message) && hasFailed(message));
  const seen = new Set<AuthMessage>();
  while (first !== undefined && !seen.has(first)) {
    seen.add(first);
    const from = byId.get(first.fromId ?? -1);
    if (from !== undefined && hasFailed(from)) first = from;
  }
  const preflight = first?.exchange.status === 0 ? preflights.get(first) : undefined;
  return preflight !== undefined && hasFailed(preflight) ? preflight : first;
}

/** Returns true if the provider answered the authorization request with an error. */
function isRefusal({ response, tokenRequests }: Flow): boolean {
  return (
    tokenRequests.length === 0 &&
    response?.message !== undefined &&
    readParameter(response.parameters, "error") !== undefined
  );
}

function hasFailed({ error, exchange }: AuthMessage): boolean {
  const { status, redirect } = exchange;
  return (
    error !== undefined ||
    status >= 400 ||
    exchange.error !== undefined ||
    isHidden(exchange) ||
    isErrorPlace(redirect)
  );
}

const steps: Readonly<Record<MessageKind, StopStep>> = {
  discovery: "discovery",
  "key-set": "discovery",
  "pushed-request": "request",
  authorization: "request",
  "device-authorization": "request",
  token: "token",
  "user-info": "api",
  logout: "logout",
  revocation: "logout",
  introspection: "api",
  "embedded-login": "provider",
  "embedded-verification": "provider",
  mfa: "provider",
  "passwordless-start": "provider",
  "passwordless-verification": "provider",
  signup: "provider",
  "password-change": "provider",
  "login-page": "provider",
  callback: "callback",
  handover: "callback",
  management: "api",
  "api-call": "api",
  preflight: "api",
};

function findStep(flow: Flow, message: AuthMessage): StopStep {
  if (flow.kind === "renewal") return "renewal";
  return isRefusal(flow) ? "response" : steps[message.asks ?? message.kind];
}

function findParty(step: StopStep, exchange: Exchange): StopParty {
  const { status, error } = exchange;
  if (status === 0) return /BLOCKED|CORS|CSP|MIXED/iu.test(error ?? "") ? "browser" : "network";
  if (isHidden(exchange)) return "browser";
  return step === "callback" || step === "api" ? "server" : "provider";
}

/** The maximum length of a quote, in characters. */
const maxQuote = 300;

function listQuotes({ exchange, error, description, response }: AuthMessage): Quote[] {
  const { status, responseHeaders } = exchange;
  const quotes: readonly (readonly [Quote["name"], string | undefined])[] = [
    ["status", status >= 400 ? String(status) : undefined],
    ["network error", status === 0 ? (exchange.error ?? "no response") : exchange.error],
    ["error", error ?? readParameter(response, "error")],
    ["error_description", description ?? readParameter(response, "error_description")],
    ["www-authenticate", readHeader(responseHeaders, "www-authenticate")],
  ];
  return quotes.flatMap(([name, text]) =>
    text === undefined || text === "" ? [] : [{ name, text: text.slice(0, maxQuote) }],
  );
}

const expectedAfter: Readonly<Record<StopStep, string>> = {
  discovery: "an authorization request",
  request: "a login page or an authorization response",
  provider: "an authorization response",
  response: "a code or tokens at the callback URL",
  callback: "a token request or a page of the application",
  token: "tokens",
  api: "a response of the API",
  renewal: "new tokens",
  logout: "a redirect to the application",
};
