import { readHeader } from "../../exchange.ts";
import { errorOf } from "../evidence.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** The cookie of the embedded login belongs to another site, and the browser withheld it. */
export const embedded3pc: Rule = {
  id: "embedded-3pc",
  group: "embedded",
  rank: "cause",
  severity: "error",
  title: "The browser did not send the cookie of the embedded login",
  requirement: "RFC 6265bis, section 5.5; Auth0: Cross-origin authentication",
  judge({ flow, context }) {
    const { authorization, messages } = flow;
    const login = messages.find(({ kind }) => kind === "embedded-login");
    if (authorization === undefined || login === undefined) return notApplicable;
    if (!context.hasCookies) return notSeen("cookies");
    const verification = messages.find(({ kind }) => kind === "embedded-verification");
    const isWithheld = readHeader(authorization.exchange.requestHeaders, "cookie") === undefined;
    const failed = [verification, authorization].find((message) => message?.error !== undefined);
    if (!isWithheld || failed === undefined) return passed;
    return {
      outcome: "failed",
      seen: [
        { message: authorization, part: "headers", name: "Cookie", value: "absent" },
        ...errorOf(failed),
      ],
      why: "The page and the provider are of different sites. The login set a cookie that this browser does not send back as a third-party cookie, so the provider cannot continue the login.",
      remedy:
        "Use a custom domain of the page's own site, such as login.example.com for example.com; or log in with a redirect.",
    };
  },
};
