import { decodeToken } from "../../tokens/decode-token.ts";
import { readHeader, type Exchange } from "../exchange.ts";
import type { AuthMessage } from "../message.ts";
import { listAnnounced } from "./announced-endpoints.ts";
import { chainPages } from "./chain-pages.ts";
import { asksForToken, isPreflight, matchPreflights, type Preflight } from "./match-preflights.ts";
import { readMessage } from "./read-message.ts";
import { recognise } from "./recognise.ts";
import type { Recognised } from "./recognised.ts";
import { readFacts } from "./request-facts.ts";
import { runSteps, stepSize, type Steps } from "../steps.ts";
import { readParameter } from "../parameters.ts";
import { readReceivedResponse } from "./read-response.ts";

/**
 * Returns the auth messages of a capture, in order of time. Requests without a meaning for logins
 * are left out.
 */
export function classify(exchanges: readonly Exchange[]): AuthMessage[] {
  return runSteps(classifyInSteps(exchanges));
}

/** Does the same in steps, because a capture can have thousands of requests. */
export function* classifyInSteps(exchanges: readonly Exchange[]): Steps<AuthMessage[]> {
  const ordered = dropRepeated(exchanges)
    .filter((exchange) => !isResource(exchange))
    .toSorted((one, other) => one.startedAt - other.startedAt || one.id - other.id);
  yield;
  const announced = yield* listAnnounced(ordered);
  const all: Recognised[] = [];
  for (const exchange of ordered) {
    const facts = readFacts(exchange);
    const kind = recognise(facts, announced);
    all.push(kind === undefined ? { facts } : { facts, kind });
    if (all.length % stepSize === 0) yield;
  }
  yield* chainPages(all);
  addHandovers(all);
  addProtectedCalls(all);
  checkManagement(all);
  yield;
  const preflights = matchPreflights(all, announced);
  const messages: AuthMessage[] = [];
  for (const [index, each] of all.entries()) {
    if (index % stepSize === 0) yield;
    const message = toMessage(each, preflights.get(each.facts.exchange));
    if (message !== undefined) messages.push(message);
  }
  return messages;
}

function toMessage(
  { facts, kind, from }: Recognised,
  preflight: Preflight | undefined,
): AuthMessage | undefined {
  if (preflight !== undefined) {
    const fromId = preflight.target?.id;
    const message = readMessage(facts, "preflight");
    return { ...message, asks: preflight.asked, ...(fromId === undefined ? {} : { fromId }) };
  }
  if (kind === undefined) return undefined;
  const message = readMessage(facts, kind);
  return from === undefined ? message : { ...message, fromId: from.facts.exchange.id };
}

/** Chromium reports a frame twice whose response it blocked: with the same start, and an error. */
function dropRepeated(exchanges: readonly Exchange[]): Exchange[] {
  const seen = new Set<string>();
  return exchanges.filter(({ destination, error, startedAt, url }) => {
    if (error === undefined || destination !== "frame") return true;
    const name = `${startedAt} ${url}`;
    return !seen.has(name) && seen.add(name).size > 0;
  });
}

/** Scripts, styles and images are most of a capture: leave them out before parsing their URLs. */
function isResource({ destination, method, requestHeaders }: Exchange): boolean {
  if (destination !== "other" || method !== "GET") return false;
  return readHeader(requestHeaders, "authorization") === undefined;
}

/**
 * An application's API can have a version 2 and users too. With an opaque token, its host tells: the
 * provider's own, if the capture has a login.
 */
function checkManagement(all: readonly Recognised[]): void {
  const calls = all.filter(({ kind }) => kind === "management");
  if (calls.length === 0) return;
  const providers = new Set(
    all.flatMap(({ kind, facts }) => (kind === "authorization" ? [facts.origin] : [])),
  );
  if (providers.size === 0) return;
  for (const each of calls) {
    const { origin, exchange } = each.facts;
    const token = readHeader(exchange.requestHeaders, "authorization")?.split(/\s+/u).at(-1);
    if (!providers.has(origin) && !decodeToken(token ?? "").ok) each.kind = "api-call";
  }
}

/** A shared file has no Authorization headers, but the preflights say which requests had one. */
function addProtectedCalls(all: readonly Recognised[]): void {
  const asked = new Set<string>();
  for (const { facts } of all) {
    const { exchange } = facts;
    if (isPreflight(exchange) && asksForToken(exchange)) asked.add(exchange.url);
  }
  if (asked.size === 0) return;
  for (const each of all) {
    const { kind, facts } = each;
    const isCall = kind === undefined && facts.isFetch && facts.method !== "OPTIONS";
    if (isCall && asked.has(facts.exchange.url)) each.kind = "api-call";
  }
}

/**
 * Finds the requests by which a page gives the code of its callback to its own server. They have
 * any path and any shape: the value of the code tells.
 */
function addHandovers(all: readonly Recognised[]): void {
  const callbacks = new Map<string, Recognised>();
  for (const each of all) {
    const { kind, facts } = each;
    if (kind === "callback") {
      const code = readParameter(readReceivedResponse(facts)?.parameters ?? [], "code");
      if (code) callbacks.set(code, each);
    } else if (kind === undefined && facts.isFetch && facts.method !== "OPTIONS") {
      const code = readParameter(facts.body, "code") ?? readParameter(facts.query, "code");
      const callback = code === undefined ? undefined : callbacks.get(code);
      if (callback === undefined) continue;
      each.kind = "handover";
      each.from = callback;
    }
  }
}
