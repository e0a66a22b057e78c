import type { AuthMessage } from "../../message.ts";
import { readHeader } from "../../exchange.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { errorOf, sent } from "../evidence.ts";
import {
  notApplicable,
  notSeen,
  passed,
  type Evidence,
  type PossibleCause,
  type Rule,
} from "../rule.ts";
import {
  findSession,
  findSilent,
  hasCookie,
  hasJustLoggedIn,
  isCrossSite,
  isInFrame,
} from "./read-renewal.ts";

interface RenewalRow {
  id: string;
  title: string;
  severity?: "error" | "warning";
  applies: (silent: AuthMessage, prepared: PreparedFlow) => boolean;
  why: string;
  remedy: string;
  causes?: readonly PossibleCause[];
  /** Returns true if nothing shows that a renewal was lost by it: then it is a warning. */
  isHarmless?: (silent: AuthMessage, prepared: PreparedFlow) => boolean;
  seen?: (silent: AuthMessage) => Evidence[];
  copiesOrigin?: boolean;
  yieldsTo?: readonly string[];
}

/** True if nothing of the response was seen: Chromium gives no body of a frame that is gone. */
const isUnknown = ({ exchange, error }: AuthMessage, { flow }: PreparedFlow) =>
  error === undefined && flow.response === undefined && exchange.status === 200;

/** The browser's own word: the frame has no access to its cookies (Storage Access headers). */
const isAccessDenied = ({ exchange }: AuthMessage) =>
  /^(?:none|inactive)$/u.test(
    readHeader(exchange.requestHeaders, "sec-fetch-storage-access") ?? "",
  );

const cookieSeen = (silent: AuthMessage): Evidence[] => [
  {
    message: silent,
    part: "headers",
    name: "Cookie",
    value: hasCookie(silent) ? "sent" : "absent",
  },
  {
    message: silent,
    part: "headers",
    name: "Sec-Fetch-Site",
    value: readHeader(silent.exchange.requestHeaders, "sec-fetch-site") ?? "absent",
  },
  ...["sec-fetch-storage-access"].flatMap((name) => {
    const value = readHeader(silent.exchange.requestHeaders, name);
    return value === undefined ? [] : [{ message: silent, part: "headers" as const, name, value }];
  }),
];

/** Social connections, by the subject of the session's last ID token. */
const socialSubject = /^(?:google-oauth2|facebook|twitter|github|linkedin|windowslive|apple)\|/u;

function isSocialSession(prepared: PreparedFlow): boolean {
  const { context, flow } = prepared;
  const last = findSession(prepared);
  if (last === undefined) return false;
  const asked = readParameter(last.authorization?.request ?? [], "connection") ?? "";
  return (
    socialSubject.test(`${asked}|`) ||
    (context.flows.includes(flow) &&
      last.messages.some(({ exchange }) => /\/u\/social\b/u.test(exchange.url)))
  );
}

/** Returns true if the provider had a session of this browser, as far as the capture shows. */
function hadCookie(prepared: PreparedFlow): boolean {
  const { previous, flow, context } = prepared;
  if (findSession(prepared) !== undefined) return true;
  if (
    context.logouts.some(({ host, startedAt }) => host === flow.host && startedAt < flow.startedAt)
  )
    return false;
  return previous.some(({ messages, host }) =>
    messages.some(
      ({ exchange }) =>
        URL.parse(exchange.url)?.host === host &&
        (readHeader(exchange.requestHeaders, "cookie") !== undefined ||
          readHeader(exchange.responseHeaders, "set-cookie") !== undefined),
    ),
  );
}

const rows: readonly RenewalRow[] = [
  {
    id: "renew-3pc",
    yieldsTo: ["embedded-3pc"],
    title: "The browser blocks the provider's cookies in the frame",
    applies: (silent, prepared) =>
      isInFrame(silent, prepared) &&
      isCrossSite(silent) &&
      !hasCookie(silent) &&
      (silent.error === "login_required"
        ? prepared.context.hasCookies || isAccessDenied(silent) || hasJustLoggedIn(prepared)
        : isUnknown(silent, prepared) && (prepared.context.hasCookies || isAccessDenied(silent))),
    why: "The frame belongs to another site than the page, and the browser sent no cookie: third-party cookies are blocked, by default or by tracking protection. The provider sees no session.",
    remedy:
      "Use a custom domain of the page's own site, or refresh tokens with rotation instead of the frame.",
    seen: cookieSeen,
    // Before the first login there is no session cookie that the browser could block.
    isHarmless: (silent, prepared) => !isAccessDenied(silent) && !hadCookie(prepared),
  },
  {
    id: "renew-login-required",
    title: "The provider saw no session in the frame",
    severity: "warning",
    yieldsTo: ["authz-maxage0-none"],
    applies: (silent, { context }) => silent.error === "login_required" && !context.hasCookies,
    why: "No request of this capture has a cookie: an exported file leaves them out by default. So it cannot tell whether the frame sent the cookie of a session.",
    remedy:
      "Repeat the renewal with this panel open, or export the file with its sensitive data, to tell the causes apart.",
    causes: [
      {
        cause: "The browser blocks the provider's cookies in the frame.",
        check: "Does the renewal succeed with third-party cookies allowed?",
        remedy:
          "Use a custom domain of the page's own site, or refresh tokens with rotation instead of the frame.",
      },
      {
        cause: "The session at the provider has ended, or there was none.",
        check: "Does an interactive login ask for the password?",
        remedy: "Log in with interaction.",
      },
      {
        cause: "The session came from a social connection with development keys.",
        check: "Open the connection: are Client ID and secret empty?",
        remedy: "Enter your own keys.",
      },
    ],
  },
  {
    id: "renew-devkeys",
    title: "Silent renewal never works with the provider's development keys",
    applies: (silent, prepared) =>
      silent.error === "login_required" && hasCookie(silent) && isSocialSession(prepared),
    why: "The session came from a social connection. With development keys, the tenant always answers login_required.",
    remedy: "Set your own client ID and secret in the social connection of the tenant.",
    seen: cookieSeen,
    causes: [
      {
        cause: "The social connection uses development keys.",
        check: "Open the connection: are Client ID and secret empty?",
        remedy: "Enter your own keys.",
      },
      {
        cause: "The session at the tenant has ended.",
        check: "Does an interactive login ask for the password?",
        remedy: "Log in again.",
      },
    ],
  },
  {
    id: "renew-no-session",
    title: "There is no session at the provider",
    // The provider answers so because a session is not enough for max_age=0.
    yieldsTo: ["authz-maxage0-none"],
    severity: "warning",
    applies: (silent) => silent.error === "login_required",
    why: "The provider has no session of this browser: it ended, the user logged out, or never logged in.",
    remedy: "Log in with interaction. A page should treat this answer as “logged out”.",
    seen: cookieSeen,
  },
  {
    id: "renew-consent",
    title: "The renewal needs the user's consent",
    severity: "warning",
    applies: (silent) => silent.error === "consent_required",
    why: "A page on localhost always needs the consent, which a frame cannot show; so does a new scope, or an API that is not set to skip it.",
    remedy:
      "Log in once with interaction. On localhost, use a name such as app.localtest in the hosts file; for an own API, allow skipping the consent of first-party applications.",
  },
  {
    id: "renew-interaction",
    title: "The renewal needs the user",
    severity: "warning",
    applies: (silent) =>
      silent.error === "interaction_required" || silent.error === "account_selection_required",
    why: "The provider has a session, and has to show a page: for a second factor, a redirect rule or a choice of accounts.",
    remedy: "Log in with interaction, or let the rule pass for prompt=none.",
  },
  {
    id: "renew-origin",
    title: "The provider does not allow the origin of this page",
    applies: (silent) =>
      silent.exchange.status === 403 &&
      readParameter(silent.request, "response_mode") === "web_message",
    why: "The provider posts the response to the page only if its origin is in the application's list of web origins.",
    remedy: "Add exactly this origin to the allowed web origins of the application.",
    copiesOrigin: true,
  },
  {
    id: "renew-too-often",
    title: "The page renews too often",
    applies: (silent, { previous }) =>
      silent.exchange.status === 429 ||
      (previous.filter(({ kind }) => kind === "renewal").length > 2 &&
        isTooOften(silent, previous)),
    // A page that keeps its tokens in memory renews at each load, and the provider allows it.
    isHarmless: (silent, { flow }) => silent.exchange.status !== 429 && flow.phase === "complete",
    why: "Providers limit the rate of silent renewals; the documented minimum between two calls of checkSession is 15 minutes.",
    remedy:
      "Renew shortly before the access token expires, and at most every 15 minutes; not on each page load or focus.",
  },
  {
    id: "renew-timeout",
    title: "The frame got no response that the page could use",
    applies: (silent, { flow }) =>
      flow.response === undefined &&
      silent.exchange.status >= 200 &&
      silent.exchange.status < 300 &&
      silent.exchange.status !== 200,
    why: "The answer is no page that could send a message or redirect, so the library waits until its timeout.",
    remedy: "Look at what the provider, or a proxy before it, answers at this URL.",
  },
];

const fifteenMinutes = 15 * 60_000;

/** Three renewals, each within 15 minutes of the one before. */
function isTooOften(silent: AuthMessage, previous: PreparedFlow["previous"]): boolean {
  const times = previous.filter(({ kind }) => kind === "renewal").map(({ startedAt }) => startedAt);
  const recent = times.filter((time) => silent.exchange.startedAt - time < fifteenMinutes);
  return recent.length > 2;
}

/** One rule for each row: what a failed silent renewal failed for, told apart. */
export const renewals: readonly Rule[] = rows.map((row) => ({
  id: row.id,
  group: "session",
  rank: "cause",
  severity: row.severity ?? "error",
  title: row.title,
  requirement: "OpenID Connect Core, section 3.1.2.6",
  ...(row.yieldsTo === undefined ? {} : { yieldsTo: row.yieldsTo }),
  judge(prepared) {
    const silent = findSilent(prepared);
    if (silent === undefined) return notApplicable;
    const found = rows.find(({ applies }) => applies(silent, prepared));
    if (found !== row)
      return isUnknown(silent, prepared) ? notSeen("the frame's response") : passed;
    const { pageOrigin } = prepared.flow;
    const target = readParameter(silent.request, "redirect_uri") ?? "";
    const origin = pageOrigin ?? URL.parse(target)?.origin;
    return {
      outcome: "failed",
      ...(row.isHarmless?.(silent, prepared) === true ? { severity: "warning" as const } : {}),
      seen: [...errorOf(silent), sent(silent, "prompt"), ...(row.seen?.(silent) ?? [])],
      why: row.why,
      remedy: row.remedy,
      ...(row.causes === undefined ? {} : { causes: row.causes }),
      ...(row.copiesOrigin === true && origin !== undefined ? { copy: origin } : {}),
    };
  },
}));
