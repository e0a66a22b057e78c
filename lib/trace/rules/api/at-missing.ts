import { readHeader, type Exchange } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { nameSite } from "../name-site.ts";
import { notApplicable, notSeen, passed, type Rule, type RuleResult } from "../rule.ts";
import { findLaterCall, findOrigin } from "./find-later-call.ts";
import { wasCalledAgain } from "./was-called-again.ts";

const kinds = new Set<AuthMessage["kind"]>(["user-info", "management", "api-call"]);

/** A call that no token could have made succeed: it sent none. */
export const atMissing: Rule = {
  id: "at-missing",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The call has no access token",
  requirement: "RFC 6750, section 2; OpenID Connect Core, section 5.3.1",
  yieldsTo: ["at-misplaced", "at-redirected"],
  judge(prepared) {
    const { flow, context, tokens } = prepared;
    const calls = flow.messages.filter(({ kind }) => kinds.has(kind));
    if (calls.length === 0 && tokens.length === 0) return notApplicable;
    const found = calls.find(
      (each) =>
        each.exchange.status === 401 && !hasToken(each) && !wasCalledAgain(each.exchange, context),
    );
    const forgotten = found === undefined ? findForgotten(calls, prepared) : undefined;
    if (forgotten !== undefined) return reportForgotten(forgotten);
    const later = tokens.length === 0 ? [] : context.tokenless.filter(asksForToken);
    const call = found?.exchange ?? findLaterCall(prepared, later);
    if (call === undefined) return passed;
    // A browser leaves out cookies and credentials together when it saves a file.
    const isSeen = readHeader(call.requestHeaders, "authorization") !== undefined;
    if (!isSeen && !context.hasCookies) return notSeen("the request's credentials");
    const { host } = new URL(call.url);
    const message = found === undefined ? {} : { message: found };
    return {
      outcome: "failed",
      ...(found === undefined &&
      !hasChallenge(call) &&
      (!isOfPage(call) || takesTokens(call, prepared))
        ? { severity: "warning" as const }
        : {}),
      seen: [
        { ...message, part: "status", name: "status", value: `401 of ${host}` },
        {
          ...message,
          part: "headers",
          name: "Authorization",
          value: readHeader(call.requestHeaders, "authorization") ?? "absent",
        },
      ],
      why: `${host} asks for an access token, and the request has none.`,
      remedy:
        "Send the member access_token of the token response as Authorization: Bearer, and add this address to those that the library's interceptor serves. If the page calls before its login has ended, let it wait for the token.",
    };
  },
};

/** Returns the call of a page that had sent a token with the same call before, and has none now. */
function findForgotten(
  calls: readonly AuthMessage[],
  { context }: PreparedFlow,
): Exchange | undefined {
  const sent = calls.filter((each) => hasToken(each) && each.exchange.status < 300);
  if (sent.length === 0) return undefined;
  return context.tokenless.find(
    (each) =>
      readHeader(each.requestHeaders, "cookie") === undefined &&
      !wasCalledAgain(each, context) &&
      sent.some(
        ({ exchange: { url, method, startedAt } }) =>
          url === each.url && method === each.method && startedAt < each.startedAt,
      ) &&
      !context.flows.some(({ kind, startedAt }) => kind === "logout" && startedAt < each.startedAt),
  );
}

function reportForgotten({ url }: Exchange): RuleResult {
  const { host } = new URL(url);
  return {
    outcome: "failed",
    severity: "warning",
    title: "The page has forgotten its access token",
    seen: [
      { part: "status", name: "status", value: `401 of ${host}` },
      { part: "headers", name: "Authorization", value: "absent" },
    ],
    why: "The page sent a token with the same call before. Now it has none: a token that is only in the memory of a page is gone after a reload.",
    remedy:
      "At the start of the page, get a new token before the first call: by a silent request or a refresh token of the library, or keep the session in a cookie of the server.",
  };
}

/**
 * Returns true for a challenge of RFC 6750, section 3. Many APIs answer 401 without any challenge:
 * then the page's own site counts, if the call sends no cookie that could be its credential.
 */
function asksForToken(call: Exchange): boolean {
  if (readHeader(call.responseHeaders, "www-authenticate") !== undefined) return hasChallenge(call);
  if (call.destination !== "fetch" || readHeader(call.requestHeaders, "cookie") !== undefined) {
    return false;
  }
  const page = URL.parse(findOrigin(call) ?? "")?.hostname;
  return page !== undefined && nameSite(page) === nameSite(URL.parse(call.url)?.hostname ?? "");
}

function hasChallenge({ responseHeaders }: Exchange): boolean {
  return /^bearer\b/iu.test(readHeader(responseHeaders, "www-authenticate") ?? "");
}

/** Returns true for a call of the page's own host, whose API is the application's. */
function isOfPage(call: Exchange): boolean {
  return URL.parse(findOrigin(call) ?? "")?.hostname === URL.parse(call.url)?.hostname;
}

/** Returns true if other calls of the page to this server have its token. */
function takesTokens({ url }: Exchange, { flow, context }: PreparedFlow): boolean {
  const accepted = context.accepted.get(new URL(url).origin) ?? [];
  return accepted.some(({ at }) => at >= flow.startedAt);
}

/** The text that JavaScript makes of a token that is not there. */
const noToken = /^bearer(?: +(?:undefined|null|NaN|\[object Object\]))? *$/iu;

/** Returns true for a token in one of the three places (RFC 6750, section 2). */
function hasToken({ request, exchange }: AuthMessage): boolean {
  const credentials = readHeader(exchange.requestHeaders, "authorization");
  if (credentials !== undefined) return !noToken.test(credentials);
  return readParameter(request, "access_token") !== undefined;
}
