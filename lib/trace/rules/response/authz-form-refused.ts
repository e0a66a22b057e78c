import { readHeader } from "../../exchange.ts";
import type { AuthorizationResponse } from "../../flow.ts";
import type { AuthMessage } from "../../message.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule, type RuleResult } from "../rule.ts";
import { goesOn } from "./goes-on.ts";

/** The statuses with which frameworks refuse a form without its anti-forgery token. */
const forgery = new Set([403, 419]);

/** The provider's own form was sent, and the provider did not accept it. */
export const authzFormRefused: Rule = {
  id: "authz-form-refused",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The provider refused its own login form",
  requirement: "OpenID Connect Core, section 3.1.2.3; RFC 6265bis, section 8.2",
  yieldsTo: ["authz-federation"],
  judge(prepared) {
    const { context, isUnderWay } = prepared;
    const { messages, response } = prepared.flow;
    const pages = messages.filter(({ kind }) => kind === "login-page");
    const last = pages.findLast(({ exchange }) => exchange.method === "POST");
    if (last === undefined) return notApplicable;
    const { status } = last.exchange;
    if (status >= 500 || status === 429 || isUnderWay) return passed;
    if (response !== undefined)
      return isUsedAgain(last, pages, response) ? reportUsed(last, prepared) : passed;
    // Without its cookie, a form can also lead back to the first page.
    const isLost = context.hasCookies && isWithoutCookie(last, messages);
    const isRefused = last === pages.at(-1) && (forgery.has(status) || isWithoutForm(last));
    if (!isLost && !isRefused) return passed;
    return {
      outcome: "failed",
      ...(isLost ? { title: "The provider's form came back without its cookie" } : {}),
      seen: [
        statusOf(last),
        {
          message: last,
          part: "headers",
          name: "Cookie",
          value:
            readHeader(last.exchange.requestHeaders, "cookie") === undefined ? "absent" : "sent",
        },
      ],
      why: isLost
        ? "The provider set a cookie with its page, and the browser did not send it with the form. Without it the provider does not find the login."
        : "The form does not belong to the session any more: the page stayed open too long, was opened in two tabs, or came from a cache. A firewall can answer so too.",
      remedy: isLost
        ? "Allow cookies of the provider's domain. At the provider, compare the cookie's Secure, SameSite, Domain and Path with the address of its pages: behind a proxy it must know its public address."
        : "Start the login again at the application, in one tab. Send Cache-Control: no-store with the login page.",
    };
  },
};

/** Returns true if the user went back to the form of a login that had returned its response. */
function isUsedAgain(
  { exchange: { startedAt, status, url } }: AuthMessage,
  pages: readonly AuthMessage[],
  { at }: AuthorizationResponse,
): boolean {
  return (
    status >= 400 &&
    startedAt > at &&
    pages.some(({ exchange }) => exchange.startedAt < at && exchange.url === url)
  );
}

function reportUsed(last: AuthMessage, prepared: PreparedFlow): RuleResult {
  return {
    outcome: "failed",
    ...(goesOn(last.exchange, prepared) ? { severity: "warning" as const } : {}),
    title: "The form of a login that had ended was sent again",
    seen: [statusOf(last)],
    why: "The user went back to the provider's page, such as with the Back button or a bookmark. That login has returned its response, and the provider uses each one once.",
    remedy:
      "Start a new login at the application. Do not bookmark the provider's page; the application can lead there again at any time.",
  };
}

/** A wrong password shows the form again; a login that is gone has none to show. */
function isWithoutForm({ exchange: { status, responseBody } }: AuthMessage): boolean {
  if (status !== 400 && status !== 404 && status !== 410) return false;
  return responseBody.state === "text" && !/<(?:form|input|script)\b/iu.test(responseBody.text);
}

/** Returns true if an earlier page of the same host set a cookie, and the form has none. */
function isWithoutCookie(form: AuthMessage, messages: readonly AuthMessage[]): boolean {
  if (readHeader(form.exchange.requestHeaders, "cookie") !== undefined) return false;
  const { host } = new URL(form.exchange.url);
  const isOfHost = ({ exchange }: AuthMessage) => new URL(exchange.url).host === host;
  // Chromium does not report the cookies of each request: a later one shows that it had them.
  const isSentLater = messages.some(
    (each) =>
      each.exchange.startedAt > form.exchange.startedAt &&
      isOfHost(each) &&
      readHeader(each.exchange.requestHeaders, "cookie") !== undefined,
  );
  if (isSentLater) return false;
  return messages.some(
    (each) =>
      each.exchange.startedAt < form.exchange.startedAt &&
      isOfHost(each) &&
      readHeader(each.exchange.responseHeaders, "set-cookie") !== undefined,
  );
}
