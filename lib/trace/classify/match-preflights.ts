import { readHeader, type Exchange } from "../exchange.ts";
import type { MessageKind } from "../message.ts";
import type { AnnouncedEndpoints } from "./announced-endpoints.ts";
import type { Recognised } from "./recognised.ts";
import { recogniseEmbedded } from "./recognise-embedded.ts";

/** A preflight with the kind of the request that it asks for, and that request if it was sent. */
export interface Preflight {
  asked: MessageKind;
  target?: Exchange;
}

/** The maximum time between a preflight and the request that it allows. */
const maxWaitMs = 30_000;

/** Returns true for a CORS preflight (Fetch Standard, section 4.8). */
export function isPreflight({ method, requestHeaders }: Exchange): boolean {
  return (
    method === "OPTIONS" &&
    readHeader(requestHeaders, "access-control-request-method") !== undefined
  );
}

/**
 * Finds the request of each preflight. A refused preflight has none in Firefox: then the endpoint
 * tells what the page wanted to send.
 */
export function matchPreflights(
  all: readonly Recognised[],
  announced: AnnouncedEndpoints,
): Map<Exchange, Preflight> {
  const preflights = new Map<Exchange, Preflight>();
  const asking = all.filter(({ facts }) => isPreflight(facts.exchange));
  if (asking.length === 0) return preflights;
  const { byRequest, byEndpoint } = indexRequests(all);
  for (const { facts } of asking) {
    const { exchange, endpoint } = facts;
    const queue = byRequest.get(nameRequest(exchange, readAskedMethod(exchange)));
    const target = queue === undefined ? undefined : takeNext(queue, exchange);
    const asked =
      target?.kind ??
      byEndpoint.get(endpoint) ??
      announced.get(endpoint) ??
      recogniseEmbedded({ ...facts, method: readAskedMethod(exchange), isPage: false }) ??
      guessByName(facts);
    if (asked === undefined) continue;
    const found = target?.facts.exchange;
    preflights.set(exchange, { asked, ...(found === undefined ? {} : { target: found }) });
  }
  return preflights;
}

interface Queue {
  list: Recognised[];
  next: number;
}

function indexRequests(all: readonly Recognised[]) {
  const byRequest = new Map<string, Queue>();
  const byEndpoint = new Map<string, MessageKind>();
  for (const each of all) {
    const { kind, facts } = each;
    if (kind === undefined) continue;
    byEndpoint.set(facts.endpoint, kind);
    const name = nameRequest(facts.exchange, facts.method);
    const queue = byRequest.get(name);
    if (queue === undefined) byRequest.set(name, { list: [each], next: 0 });
    else queue.list.push(each);
  }
  return { byRequest, byEndpoint };
}

/** Chromium starts the request before its preflight, so a small difference counts as equal. */
const slackMs = 1000;

function takeNext(queue: Queue, { startedAt }: Exchange): Recognised | undefined {
  for (; queue.next < queue.list.length; queue.next += 1) {
    const each = queue.list[queue.next];
    if (each === undefined || each.facts.exchange.startedAt < startedAt - slackMs) continue;
    if (each.facts.exchange.startedAt > startedAt + maxWaitMs) return undefined;
    queue.next += 1;
    return each;
  }
  return undefined;
}

function nameRequest({ url }: Exchange, method: string): string {
  return `${method} ${url}`;
}

function readAskedMethod({ requestHeaders }: Exchange): string {
  return readHeader(requestHeaders, "access-control-request-method")?.toUpperCase() ?? "";
}

/** The endpoints that scripts call; the request itself is not in the capture. */
function guessByName({ exchange, lastSegment, path }: Recognised["facts"]) {
  if (lastSegment === "userinfo") return "user-info";
  if (lastSegment === "token" && readAskedMethod(exchange) === "POST") return "token";
  if (/\/\.well-known\/(?:openid-configuration|oauth-authorization-server)/u.test(path)) {
    return "discovery";
  }
  return asksForToken(exchange) ? "api-call" : undefined;
}

/** Returns true if the page wants to send a token: the only standard use of this header. */
export function asksForToken({ requestHeaders }: Exchange): boolean {
  const names = readHeader(requestHeaders, "access-control-request-headers") ?? "";
  return names
    .toLowerCase()
    .split(",")
    .some((name) => name.trim() === "authorization");
}
