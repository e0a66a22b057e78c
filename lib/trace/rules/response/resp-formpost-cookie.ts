import { readHeader } from "../../exchange.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** Browsers send no Lax cookie with a form that another site posts. */
export const respFormpostCookie: Rule = {
  id: "resp-formpost-cookie",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The form post came without the application's cookie",
  requirement: "RFC 6265bis, section 5.5 (SameSite); OAuth 2.0 Form Post Response Mode",
  judge({ flow, context }) {
    const callback = flow.messages.find(
      ({ kind, exchange }) => kind === "callback" && exchange.method === "POST",
    );
    if (callback === undefined) return notApplicable;
    if (!context.hasCookies) return notSeen("the cookies");
    const { url, requestHeaders, startedAt, status } = callback.exchange;
    if (status < 400 || readHeader(requestHeaders, "cookie") !== undefined) return passed;
    const { host } = new URL(url);
    const setter = context.exchanges.find(
      (each) =>
        each.startedAt <= startedAt &&
        URL.parse(each.url)?.host === host &&
        readHeader(each.responseHeaders, "set-cookie") !== undefined,
    );
    const cookie =
      setter === undefined ? "" : (readHeader(setter.responseHeaders, "set-cookie") ?? "");
    if (setter === undefined || /;\s*samesite=none/iu.test(cookie)) return passed;
    return {
      outcome: "failed",
      seen: [
        { message: callback, part: "headers", name: "cookie", value: "missing" },
        {
          message: callback,
          part: "headers",
          name: "set-cookie before the login",
          value: cookie.replace(/^([^=]+)=[^;]*/u, "$1=…"),
        },
      ],
      why: "The provider's site posts the form. The browser sends a cookie with such a request only if it has SameSite=None, so the server cannot find the transaction.",
      remedy:
        "Set the transaction cookie with SameSite=None; Secure, or use response_mode=query with PKCE.",
      copy: "SameSite=None; Secure",
    };
  },
};
