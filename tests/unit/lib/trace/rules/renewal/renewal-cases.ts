import type { RuleCases } from "../rule-cases.ts";
import type { EntryFacts } from "../../entries.ts";
import { app, authorize, idp } from "../rule-cases.ts";

const messageOf = (response: Record<string, string>) =>
  `<script>parent.postMessage({"type":"authorization_response","response":${JSON.stringify({ state: "2f1b0c7e-9d55-4b5f", ...response })}}, "${app}")</script>`;

/** A renewal in a frame, with the message of its page. */
function renew(
  response: Record<string, string> | undefined,
  facts: Partial<EntryFacts> = {},
): EntryFacts {
  const { headers, ...others } = facts;
  return authorize(
    { prompt: "none", response_mode: "web_message" },
    {
      dest: "iframe",
      headers: {
        Referer: `${app}/`,
        "Sec-Fetch-Site": "same-site",
        Cookie: "session=1",
        ...headers,
      },
      ...(response === undefined ? { answer: null } : { answer: messageOf(response) }),
      ...others,
    },
  );
}

const blocked = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Storage-Access": "none" };
const withoutCookie = (response?: Record<string, string>): EntryFacts => {
  const entry = renew(response, { headers: blocked });
  const { Cookie: _cookie, ...headers } = entry.headers ?? {};
  return { ...entry, headers };
};
const social: EntryFacts[] = [
  authorize(
    { connection: "google-oauth2" },
    { location: `${app}/callback?code=c&state=2f1b0c7e-9d55-4b5f` },
  ),
  {
    url: `${idp}/oauth/token`,
    at: 60,
    dest: "empty",
    origin: app,
    form: { grant_type: "authorization_code", client_id: "spa", code: "c", code_verifier: "v" },
    answer: { access_token: "a", token_type: "Bearer" },
  },
];

/** A refused renewal as a file without cookies has it. */
const withoutAnyCookie = (error: string) =>
  authorize(
    { prompt: "none" },
    {
      dest: "iframe",
      headers: { "Sec-Fetch-Site": "cross-site" },
      answer: messageOf({ error }),
    },
  );

/** A renewal whose frame loads the application's callback. */
const framedCallback = (policy: Record<string, string>): EntryFacts[] => {
  const location = `${app}/callback?code=c&state=2f1b0c7e-9d55-4b5f`;
  return [
    authorize({ prompt: "none" }, { dest: "iframe", location }),
    { url: location, at: 20, dest: "iframe", answer: "<p>App", responseHeaders: policy },
  ];
};

export const renewalCases: RuleCases = {
  fails: [
    {
      rule: "renew-callback-framed",
      when: "the callback denies all frames",
      entries: framedCallback({ "X-Frame-Options": "DENY" }),
    },
    {
      rule: "renew-callback-framed",
      when: "its policy allows no ancestor",
      entries: framedCallback({ "Content-Security-Policy": "frame-ancestors 'none'" }),
    },
    {
      rule: "renew-login-required",
      when: "a file has no cookies at all",
      entries: [withoutAnyCookie("login_required")],
    },
    {
      rule: "renew-3pc",
      when: "the frame is cross-site and has no cookie",
      entries: [withoutCookie({ error: "login_required" })],
    },
    {
      rule: "renew-3pc",
      when: "the response of that frame was not seen",
      entries: [withoutCookie()],
    },
    {
      rule: "renew-no-session",
      when: "the cookie was sent",
      entries: [renew({ error: "login_required" })],
    },
    {
      rule: "renew-devkeys",
      when: "the session came from a social connection",
      entries: [...social, renew({ error: "login_required" }, { at: 900_000 })],
    },
    {
      rule: "renew-consent",
      when: "the code says so",
      entries: [renew({ error: "consent_required" })],
    },
    {
      rule: "renew-interaction",
      when: "the code says so",
      entries: [renew({ error: "interaction_required" })],
    },
    {
      rule: "renew-origin",
      when: "the status is 403",
      entries: [renew(undefined, { status: 403 })],
    },
    {
      rule: "renew-too-often",
      when: "the status is 429",
      entries: [renew(undefined, { status: 429 })],
    },
    {
      rule: "renew-timeout",
      when: "the status is 204",
      entries: [renew(undefined, { status: 204 })],
    },
  ],
  passes: [
    {
      rule: "renew-callback-framed",
      when: "the callback allows frames of its own origin",
      entries: framedCallback({ "X-Frame-Options": "SAMEORIGIN" }),
    },
    {
      rule: "renew-consent",
      when: "the user is needed for another reason",
      entries: [renew({ error: "interaction_required" })],
    },
    {
      rule: "renew-interaction",
      when: "the consent alone is missing",
      entries: [renew({ error: "consent_required" })],
    },
    {
      rule: "renew-origin",
      when: "the rate is limited",
      entries: [renew(undefined, { status: 429 })],
    },
    {
      rule: "renew-login-required",
      when: "the cookie was sent",
      entries: [renew({ error: "login_required" })],
    },
    {
      rule: "renew-no-session",
      when: "a file has no cookies at all",
      entries: [withoutAnyCookie("login_required")],
    },
    {
      rule: "renew-3pc",
      when: "the cookie was sent",
      entries: [renew({ error: "login_required" })],
    },
    {
      rule: "renew-3pc",
      when: "a file has no cookies at all, and the browser says nothing",
      entries: [withoutAnyCookie("login_required")],
    },
    {
      rule: "renew-devkeys",
      when: "the session came from a password",
      entries: [renew({ error: "login_required" })],
    },
    { rule: "renew-no-session", when: "tokens came", entries: [renew({ access_token: "a" })] },
    {
      rule: "renew-too-often",
      when: "the last renewal was 20 minutes ago",
      entries: [renew({ access_token: "a" }), renew({ access_token: "b" }, { at: 1_200_000 })],
    },
    { rule: "renew-timeout", when: "the page is not shown", entries: [renew(undefined)] },
  ],
};
