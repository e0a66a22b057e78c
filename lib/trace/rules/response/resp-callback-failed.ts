import type { AuthMessage } from "../../message.ts";
import { errorOf, statusOf } from "../evidence.ts";
import { findFailedCallback, findReceived } from "./find-failed-callback.ts";
import { notApplicable, passed, type Rule, type RuleResult } from "../rule.ts";

/** The provider did its part, and the application's own server refused the callback. */
export const respCallbackFailed: Rule = {
  id: "resp-callback-failed",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The callback's server answered with an error",
  requirement: "RFC 6749, section 3.1.2 (the redirection endpoint)",
  yieldsTo: [
    "authz-double",
    "cookie-attributes",
    "net-too-large",
    "resp-formpost-cookie",
    "resp-fragment-unseen",
    "resp-login-cookie",
    "resp-no-transaction",
    "resp-session-lost",
    "resp-state-mismatch",
    "resp-state-missing",
    "resp-iss-different",
    "resp-mode-mismatch",
    "resp-token-in-url",
  ],
  judge(prepared) {
    const { messages, response } = prepared.flow;
    const hasCallback = messages.some(({ kind }) => kind === "callback");
    if (!hasCallback || response === undefined) return notApplicable;
    const callback = findFailedCallback(prepared);
    if (callback === undefined) return passed;
    const { status, redirect } = callback.exchange;
    if (status < 400) return reportErrorPage(callback, redirect ?? "");
    if (callback.kind === "handover") return reportHandover(callback);
    const isLater = callback.responseMode === undefined && findReceived(prepared) !== callback;
    if (isLater && (status === 401 || status === 403)) return reportForbidden(callback);
    return {
      outcome: "failed",
      seen: [
        statusOf(callback),
        { message: callback, part: "query", name: "callback", value: response.target ?? "" },
      ],
      why: "The provider sent its response to the redirect URI, and the server there answered with an error, so nothing used the response.",
      remedy: isOfProxy(status)
        ? "A proxy got no usable answer from the server. Read both logs: the server is not running, is slow, or its cookies are longer than the proxy's buffer for headers (proxy_buffer_size of nginx); keep tokens out of cookies."
        : callback.exchange.method === "POST" && (status === 404 || status === 405)
          ? "The host of the page takes no form there. Send response_mode=query and read the response in the page, or let a server handle the callback."
          : status === 404
            ? "Serve the callback page at this path, or send a redirect URI that exists and add it to the allowed callback URLs."
            : "Read the server's log of this request: it can have lost the transaction's cookie, or failed to redeem the code.",
    };
  },
};

/** The callback itself was accepted, and the page after it was not for this user. */
function reportForbidden(page: AuthMessage): RuleResult {
  const { origin, pathname } = new URL(page.exchange.url);
  return {
    outcome: "failed",
    title: "The application refuses the user after the login",
    seen: [
      statusOf(page),
      { message: page, part: "query", name: "page", value: `${origin}${pathname}` },
    ],
    why: "The server accepted the response and went on, and its own page answered with this status: the user lacks a role or a group that the page asks for, or the session does not have it.",
    remedy:
      "Compare the user's roles and groups with those that the application checks, and the claim in which it looks for them with the provider's mapping.",
  };
}

/** RFC 9110, sections 15.6.3 to 15.6.5. */
function isOfProxy(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** The server led the browser to a page for failed logins. Its URL is quoted up to the query. */
function reportErrorPage(callback: AuthMessage, redirect: string): RuleResult {
  const { origin, pathname, searchParams } = new URL(redirect, callback.exchange.url);
  const named = searchParams.get("error") || searchParams.get("error_code");
  return {
    outcome: "failed",
    title: "The application's server refused the response",
    seen: [
      { message: callback, part: "headers", name: "location", value: `${origin}${pathname}` },
      ...(named
        ? [{ message: callback, part: "query" as const, name: "error", value: named }]
        : []),
    ],
    why: "The provider sent a complete response to the redirect URI. The server there did not accept it, and redirected to its page for errors.",
    remedy:
      "Read the server's log of the callback. Most often the server does not find the login's transaction (a lost or replaced session cookie), or could not redeem the code.",
  };
}

/** A page gave the code to its own server, which could not use it. */
function reportHandover(handover: AuthMessage): RuleResult {
  return {
    outcome: "failed",
    title: "The application's server did not accept the code from its page",
    seen: errorOf(handover),
    why: "The provider sent a complete response to the page. The page gave the code to the application's server, which answered with an error.",
    remedy:
      "Read the server's log of this request. Give the server the whole response (code, state and iss), once, with the verifier or the cookie of this login.",
  };
}
