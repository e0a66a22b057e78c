import type { AuthMessage } from "../../message.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** Chromium gives up after 20 redirects. */
const gaveUp = /TOO_MANY_REDIRECTS|REDIRECT_LOOP/u;

/** As many redirects from one address are no step of a login. */
const minRounds = 5;

/** The application and its pages send the browser round in a circle. */
export const loopRedirect: Rule = {
  id: "loop-redirect",
  group: "session",
  rank: "cause",
  severity: "error",
  title: "The redirects do not end",
  requirement: "RFC 9110, section 15.4 (a client should detect cyclical redirections)",
  yieldsTo: ["cookie-attributes", "loop-login", "resp-no-session", "resp-session-lost"],
  judge({ flow: { messages } }) {
    const redirected = messages.filter(({ exchange: { redirect, error } }) => {
      return redirect !== undefined || gaveUp.test(error ?? "");
    });
    if (redirected.length === 0) return notApplicable;
    const end = redirected.find(({ exchange }) => gaveUp.test(exchange.error ?? ""));
    // A page that waits for something else can redirect to itself, and go on in the end.
    const last = messages.at(-1)?.exchange;
    const goesOn = last !== undefined && last.status >= 200 && last.status < 300;
    const found = end ?? (goesOn ? undefined : findRound(redirected));
    if (found === undefined) return passed;
    const { origin, pathname } = new URL(found.exchange.url);
    return {
      outcome: "failed",
      seen: [
        { message: found, part: "headers", name: "address", value: `${origin}${pathname}` },
        {
          message: found,
          part: "status",
          name: "status",
          value: found.exchange.error ?? String(found.exchange.status),
        },
      ],
      why: "Each page of the circle sends the browser to the next one. Most often a guard finds no session and starts the login again, or a proxy and the application disagree about http, www or a slash at the end.",
      remedy:
        "Follow the addresses of the circle in the list. If one is the login, look at whether the browser stores the session cookie of the callback. Otherwise let one place alone decide about scheme, host and slash, and let the application trust X-Forwarded-Proto.",
    };
  },
};

function findRound(redirected: readonly AuthMessage[]): AuthMessage | undefined {
  const rounds = new Map<string, number>();
  return redirected.find(({ exchange: { url, method } }) => {
    const count = (rounds.get(url) ?? 0) + 1;
    rounds.set(url, count);
    return method === "GET" && count >= minRounds;
  });
}
