import { isErrorPlace } from "../error-place.ts";
import { readHeader, type Exchange } from "../exchange.ts";
import { findPreflightFault } from "../facts/find-preflight-fault.ts";
import { findRecovery } from "../facts/find-recovery.ts";
import { wasCalledAgain } from "../facts/was-called-again.ts";
import type { Flow } from "../flow.ts";
import { isHidden } from "../is-hidden.ts";
import type { AuthMessage, MessageKind } from "../message.ts";
import { readParameter } from "../parameters.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import { wasAborted } from "../facts/was-aborted.ts";
import type { Quote, Stop, StopParty, StopStep } from "./stop.ts";
import { createStop } from "./create-stop.ts";

/**
 * Returns the place at which a flow stopped: its last message that failed, or its last message if
 * none failed. A flow with tokens stopped if an API or CORS refused a later call with them. Returns
 * undefined for a flow that ended well, that can still continue, or that the same client made good
 * within five minutes. The messages of a flow prove the place, not the cause.
 */
export function findStop(prepared: PreparedFlow): Stop | undefined {
  const { flow, isPending, isOwnRun } = prepared;
  if (flow.phase === "complete") return stopAt(flow, findRefusedCall(prepared));
  if (isPending || findRecovery(prepared) !== undefined) return undefined;
  // The Run tab redeems the code of its own run, which the page's requests do not show.
  if (isOwnRun && flow.phase === "response") return undefined;
  const failed = findFailed(prepared);
  if (failed !== undefined) {
    const isMadeGood = flow.kind === "call" && wasCalledAgain(failed.exchange, prepared.context);
    return isMadeGood ? undefined : stopAt(flow, failed);
  }
  // A provider shows a page of its own if a logout does not name an address that it knows.
  const last =
    flow.kind === "logout"
      ? flow.messages.find(({ kind }) => kind === "logout")
      : flow.messages.findLast(isOwnMessage(flow));
  const isBlocked = last !== undefined && wasBlocked(last.exchange);
  return stopAt(flow, last, isBlocked ? "browser" : "nobody");
}

function stopAt(flow: Flow, at: AuthMessage | undefined, party?: StopParty): Stop | undefined {
  if (at === undefined) return undefined;
  const step = findStep(flow, at);
  const by = isScripted(at) ? "browser" : (party ?? findParty(step, at.exchange));
  return createStop({ step, by, at, said: by === "nobody" ? [] : listQuotes(at) });
}

/**
 * Returns the last refused call of a complete flow, unless the same call succeeded later. Returns
 * undefined if another flow of the client followed: an API asks for a login or a renewal with 401.
 */
function findRefusedCall({
  flow,
  context,
  preflights,
  next,
}: PreparedFlow): AuthMessage | undefined {
  const call = flow.messages.findLast(
    (message) =>
      (callKinds.has(message.kind) || message.kind === "preflight") &&
      isTokenRefused(message) &&
      !wasCalledAgain(message.exchange, context),
  );
  if (call === undefined || (next !== undefined && next.startedAt >= call.exchange.startedAt)) {
    return undefined;
  }
  return findRefusedPreflight(call, preflights) ?? call;
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
  return findRefusedPreflight(first, preflights) ?? first;
}

function findRefusedPreflight(
  message: AuthMessage | undefined,
  preflights: PreparedFlow["preflights"],
): AuthMessage | undefined {
  const preflight = message?.exchange.status === 0 ? preflights.get(message) : undefined;
  if (preflight === undefined) return undefined;
  return hasFailed(preflight) || isRefusedPreflight(preflight.exchange) ? preflight : undefined;
}

function isRefusedPreflight(exchange: Exchange): boolean {
  return exchange.method === "OPTIONS" && findPreflightFault(exchange) !== undefined;
}

/** Returns true if the provider answered the authorization request with an error. */
function isRefusal({ response, tokenRequests }: Flow): boolean {
  return (
    tokenRequests.length === 0 &&
    response?.message !== undefined &&
    readParameter(response.parameters, "error") !== undefined
  );
}

/**
 * Returns true if a call did not get past its token. An API that answers with another status, such
 * as 404 or 409, has accepted the token (RFC 6750, section 3.1).
 */
function isTokenRefused({ exchange }: AuthMessage): boolean {
  const { status } = exchange;
  if (wasAborted(exchange)) return false;
  return status === 401 || status === 403 || status === 0 || isHidden(exchange);
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

/**
 * Returns true for an authorization request of a script. The endpoint shows pages and redirects, which
 * the browser keeps from a script of another origin (Fetch Standard, section 4.9).
 */
function isScripted({ kind, exchange }: AuthMessage): boolean {
  return (
    kind === "authorization" &&
    exchange.destination === "fetch" &&
    readHeader(exchange.requestHeaders, "origin") !== URL.parse(exchange.url)?.origin
  );
}

function findParty(step: StopStep, exchange: Exchange): StopParty {
  const { status } = exchange;
  if (isRefusedPreflight(exchange)) return "browser";
  // A page cannot read a refusal that CORS or a frame hides, and it is a refusal nevertheless.
  if (status < 400 && (wasBlocked(exchange) || isHidden(exchange))) return "browser";
  if (status === 0) return "network";
  return step === "callback" || step === "api" ? "server" : "provider";
}

/**
 * Returns true if the browser stopped a request, or its response. Chromium reports a response that
 * CORS hides from a script as a failure without a reason.
 */
function wasBlocked({ error = "", status, destination }: Exchange): boolean {
  if (/BLOCKED|CORS|CSP|MIXED|CERT/iu.test(error)) return true;
  return error === "net::ERR_FAILED" && status === 0 && destination === "fetch";
}

/** Returns the title of an HTML page. */
function readTitle({ responseBody }: Exchange): string | undefined {
  if (responseBody.state !== "text" || !responseBody.mimeType.includes("html")) return undefined;
  const head = responseBody.text.slice(0, maxHead);
  const start = head.toLowerCase().indexOf("<title");
  const [, title] = start === -1 ? [] : head.slice(start).split(/[<>]/u, 3).slice(1);
  return title?.replaceAll(/\s+/gu, " ").trim();
}

/** The maximum number of characters in which a title is looked for. */
const maxHead = 10_000;

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
    ["page title", status >= 400 ? readTitle(exchange) : undefined],
  ];
  return quotes.flatMap(([name, text]) =>
    text === undefined || text === "" ? [] : [{ name, text: text.slice(0, maxQuote) }],
  );
}
