import type { Contradiction } from "../contradiction.ts";
import {
  type CookieFault,
  lostCookie,
  requestWithoutCookie,
  sentCookie,
  setCookie,
} from "../readers/cookies.ts";

/** The server finds no login, and answers with an error, a redirect or another login. */
const byServer = { at: ["callback"], by: ["server", "nobody"] } as const;

/** One row for each reason for which a browser does not send a cookie. */
const cookieFaults: Readonly<
  Record<CookieFault, Pick<Contradiction, "title" | "why" | "remedy" | "requirement">>
> = {
  secure: {
    title: "The browser refuses a SameSite=None cookie without Secure",
    why: "SameSite=None needs Secure. The browser did not store the cookie of the login.",
    remedy: "Add Secure, and use https.",
    requirement: "RFC 6265bis, section 5.7",
  },
  prefix: {
    title: "The prefix of the cookie's name forbids its attributes",
    why: "__Secure- needs Secure. __Host- also needs Path=/ and forbids Domain. The browser did not store the cookie.",
    remedy: "Set the attributes that the prefix needs, or rename the cookie.",
    requirement: "RFC 6265bis, section 4.1.3",
  },
  http: {
    title: "The browser refuses a Secure cookie over http",
    why: "A response over http cannot set a Secure cookie. The browser did not store it.",
    remedy: "Use https for the whole application.",
    requirement: "RFC 6265bis, section 5.7",
  },
  host: {
    title: "The cookie of the login belongs to another host",
    why: "A cookie without Domain is sent only to the host that set it. The next step of the login is on another host.",
    remedy: "Start the login at the host of the redirect URI.",
    requirement: "RFC 6265bis, section 5.8.3",
  },
  strict: {
    title: "The browser withheld a SameSite=Strict cookie",
    why: "The provider's site led to this request. A SameSite=Strict cookie is not sent with it.",
    remedy: "Set SameSite=Lax. For a form post, set SameSite=None and Secure.",
    requirement: "RFC 6265bis, section 5.8.3",
  },
  post: {
    title: "The browser withheld a SameSite=Lax cookie from the form post",
    why: "The provider's site posts the response. A SameSite=Lax cookie is not sent with a form of another site.",
    remedy: "Set SameSite=None and Secure, or use response_mode=query with PKCE.",
    requirement: "RFC 6265bis, section 5.8.3; OAuth 2.0 Form Post Response Mode, section 2",
  },
  frame: {
    title: "The browser withheld the cookie in a frame of another site",
    why: "In a frame of another site, a browser sends only SameSite=None cookies.",
    remedy:
      "Log in with the whole window or a popup, or set SameSite=None, Secure and Partitioned.",
    requirement: "RFC 6265bis, section 5.8.3",
  },
  path: {
    title: "The path of the cookie excludes the next request",
    why: "A cookie is sent only to URLs below its Path. The next step of the login is elsewhere.",
    remedy: "Set Path=/, or a path that contains both requests.",
    requirement: "RFC 6265bis, section 5.1.4",
  },
};

const faults = ["secure", "prefix", "http", "host", "strict", "post", "frame", "path"] as const;

const faultRows: readonly Contradiction[] = faults.map((fault) => ({
  id: `cookie-${fault}`,
  left: lostCookie(fault),
  right: requestWithoutCookie(fault),
  relation: "never",
  ...cookieFaults[fault],
  refused: byServer,
}));

/** Cookies that a step of the login set, and that the next step did not get. */
export const cookieRows: readonly Contradiction[] = [
  ...faultRows,
  {
    id: "cookie-replaced",
    left: setCookie,
    right: sentCookie,
    relation: "equal",
    requirement: "RFC 6749, section 10.12; RFC 6265bis, section 5.7",
    title: "The callback came with another cookie than the login set",
    why: "Another response replaced the cookie of this login, such as a login in another tab. The server does not find its login.",
    remedy:
      "Put a part of the state into the name of the cookie, so that two logins do not share one.",
    refused: byServer,
  },
  {
    id: "cookie-lost",
    left: lostCookie(),
    right: requestWithoutCookie(),
    relation: "never",
    requirement: "RFC 6265bis, section 5.8.3",
    title: "The next request came without a cookie of the login",
    why: "The server set this cookie and did not get it back. The browser refused it, or it expired.",
    remedy:
      "Look in Application, Cookies: is the cookie stored? Compare its lifetime with the time of the login.",
    refused: byServer,
  },
];
