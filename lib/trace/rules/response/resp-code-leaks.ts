import type { Exchange } from "../../exchange.ts";
import { readHeader } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { readGiven, seeGiven } from "../evidence.ts";
import { nameSite } from "../name-site.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

const windowMs = 60_000;

/** Requests of the callback page to other origins have its full URL as Referer. */
export const respCodeLeaks: Rule = {
  id: "resp-code-leaks",
  isUnsafe: true,
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The callback's URL leaks to another origin",
  requirement: "RFC 9700, section 4.2.4",
  judge(prepared) {
    const { response } = prepared.flow;
    const name = ["code", "access_token", "id_token"].find(
      (each) => readGiven(prepared, each) !== undefined,
    );
    if (response?.mode !== "query" || response.target === undefined || name === undefined) {
      return notApplicable;
    }
    const value = readGiven(prepared, name) ?? "";
    const leak = findLeak(prepared, response.target, encodeURIComponent(value));
    if (leak === undefined) return passed;
    const [own, other] = [response.target, leak.url].map((url) => nameSite(new URL(url).hostname));
    return {
      outcome: "failed",
      // Most often a server of the same firm.
      ...(own === other ? { severity: "warning" as const } : {}),
      seen: [
        seeGiven(prepared, name),
        { part: "headers", name: "Referer sent to", value: new URL(leak.url).origin },
      ],
      why: "A request to another origin had the callback's URL with its parameters in the Referer header.",
      remedy:
        "Send Referrer-Policy: no-referrer with the callback page, and load nothing of another origin before its URL is clean.",
      copy: "Referrer-Policy: no-referrer",
    };
  },
};

function findLeak(
  { context, flow }: PreparedFlow,
  target: string,
  value: string,
): Exchange | undefined {
  // The target of an app's own scheme has no origin, and sends no Referer.
  const origin = URL.parse(target)?.origin;
  if (origin === undefined) return undefined;
  const from = flow.response?.at ?? flow.startedAt;
  const { exchanges } = context;
  for (let index = findStart(exchanges, from); index < exchanges.length; index += 1) {
    const exchange = exchanges[index];
    if (exchange === undefined || exchange.startedAt > from + windowMs) return undefined;
    const referer = readHeader(exchange.requestHeaders, "referer") ?? "";
    if (!referer.includes(value) || !referer.startsWith(origin)) continue;
    if (URL.parse(exchange.url)?.origin !== origin) return exchange;
  }
  return undefined;
}

/** A search by halves: a capture can have thousands of exchanges. */
function findStart(exchanges: readonly Exchange[], from: number): number {
  let [low, high] = [0, exchanges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((exchanges[middle]?.startedAt ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
