import { readHeader, type Exchange } from "../../exchange.ts";
import { isHiddenAlone } from "../../is-hidden.ts";
import type { Flow } from "../../flow.ts";
import type { AuthMessage, MessageKind } from "../../message.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { wasCalledAgain } from "../api/was-called-again.ts";
import { findReceived } from "../response/find-failed-callback.ts";
import { findEnd } from "../response/find-start.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule, type RuleResult } from "../rule.ts";
import { wasRepeated } from "../was-repeated.ts";

/** The responses that a script reads, beside that of the token endpoint, which has its own rule. */
const kinds = new Set<MessageKind>([
  "discovery",
  "key-set",
  "pushed-request",
  "handover",
  "user-info",
  "revocation",
  "introspection",
  "device-authorization",
  "api-call",
]);

/** CORS hides a response from the page; DevTools shows it nevertheless. */
export const netCors: Rule = {
  id: "net-cors",
  group: "browser",
  rank: "cause",
  severity: "error",
  title: "The browser hid a response from the page (CORS)",
  requirement: "Fetch Standard, section 3.3 (CORS protocol)",
  yieldsTo: ["net-blocked", "net-failed", "net-preflight"],
  judge(prepared) {
    const { flow } = prepared;
    const messages = flow.messages.filter(({ kind }) => kinds.has(kind));
    const session = messages.length === 0 ? findSessionCall(prepared) : undefined;
    if (session !== undefined) return reportSession(session);
    if (messages.length === 0) return notApplicable;
    const hidden = messages.find((each) => isFault(each) && !wasRepeated(each, messages));
    const starred = messages.find((each) => findStar(each, flow) && !wasRepeated(each, messages));
    if (hidden === undefined) return starred === undefined ? passed : reportStar(starred);
    const { requestHeaders, responseHeaders, url } = hidden.exchange;
    const origin = readHeader(requestHeaders, "origin") ?? "";
    const allowed = readHeader(responseHeaders, "access-control-allow-origin") ?? "absent";
    return {
      outcome: "failed",
      seen: [
        { message: hidden, part: "headers", name: "Origin", value: origin },
        { message: hidden, part: "headers", name: "Access-Control-Allow-Origin", value: allowed },
        statusOf(hidden),
      ],
      why: `${new URL(url).host} answered, but did not allow this origin to read the answer: the page sees only “Failed to fetch”.`,
      remedy:
        "Allow exactly this origin at the server: for a provider, in the web origins of the application.",
      copy: origin,
    };
  },
};

/**
 * Returns true for a request that failed after a preflight that allowed it for every origin: then the
 * page sends credentials.
 */
function findStar({ exchange }: AuthMessage, { messages }: Flow): boolean {
  if (exchange.status !== 0 || !/^net::ERR_FAILED$/u.test(exchange.error ?? "")) return false;
  const preflight = messages.find(
    ({ kind, exchange: { url, status } }) =>
      kind === "preflight" && url === exchange.url && status >= 200 && status < 300,
  );
  const headers = preflight?.exchange.responseHeaders ?? [];
  return readHeader(headers, "access-control-allow-origin")?.trim() === "*";
}

function reportStar(message: AuthMessage): RuleResult {
  const { requestHeaders, url } = message.exchange;
  const referer = URL.parse(readHeader(requestHeaders, "referer") ?? "")?.origin;
  const origin = readHeader(requestHeaders, "origin") ?? referer;
  return {
    outcome: "failed",
    title: "The browser refused a response that is for every origin (CORS)",
    seen: [
      {
        message,
        part: "headers",
        name: "Access-Control-Allow-Origin",
        value: "* (of the preflight)",
      },
      statusOf(message),
    ],
    why: `The page sends its cookies with this request (credentials: "include"), and ${new URL(url).host} allows every origin with a star: browsers accept that only without credentials.`,
    remedy:
      "If the API takes the access token, leave out credentials. If it needs cookies, answer with exactly this origin and Access-Control-Allow-Credentials: true.",
    ...(origin === undefined ? {} : { copy: `Access-Control-Allow-Origin: ${origin}` }),
  };
}

/** The maximum number of requests after a callback that are looked at. */
const maxAfter = 50;

/** Returns the call of a page to the server of the callback, whose answer the browser hid from it. */
function findSessionCall(prepared: PreparedFlow): Exchange | undefined {
  const received = findReceived(prepared)?.exchange;
  if (received === undefined) return undefined;
  const { host } = new URL(received.url);
  const { exchanges } = prepared.context;
  const first = findEnd(exchanges, received.startedAt);
  return exchanges
    .slice(first, first + maxAfter)
    .find(
      (each) =>
        each.destination === "fetch" &&
        URL.parse(each.url)?.host === host &&
        isHiddenAlone(each) &&
        !wasCalledAgain(each, prepared.context),
    );
}

function reportSession({ requestHeaders, responseHeaders, url, status }: Exchange): RuleResult {
  const origin = readHeader(requestHeaders, "origin") ?? "";
  const allowed = readHeader(responseHeaders, "access-control-allow-origin") ?? "absent";
  const { host } = new URL(url);
  return {
    outcome: "failed",
    seen: [
      { part: "headers", name: "Origin", value: origin },
      { part: "headers", name: "Access-Control-Allow-Origin", value: allowed },
      { part: "status", name: "status", value: String(status) },
    ],
    why:
      allowed === "*"
        ? `The page calls ${host} with its session cookie, and ${host} allows every origin with a star: browsers accept that only without credentials.`
        : `${host} answered the call of the page, but did not allow this origin to read the answer: the page sees only “Failed to fetch”.`,
    remedy:
      "Answer with exactly this origin in Access-Control-Allow-Origin, and with Access-Control-Allow-Credentials: true.",
    copy: `Access-Control-Allow-Origin: ${origin}`,
  };
}

/** A document that is not there has a rule of its own, and so has a refused token. */
function isFault({ kind, exchange }: AuthMessage): boolean {
  if (!isHiddenAlone(exchange)) return false;
  const { status, requestHeaders } = exchange;
  if (kind === "discovery" || kind === "key-set") return status < 400;
  const isRefusal = status === 401 || status === 403;
  return !isRefusal || readHeader(requestHeaders, "authorization") === undefined;
}
