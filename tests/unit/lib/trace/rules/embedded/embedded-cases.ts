import type { EntryFacts } from "../../entries.ts";
import { app, authorize, idp, type RuleCase, type RuleCases } from "../rule-cases.ts";

const json = { "Content-Type": "application/json" };
const page = { origin: app, dest: "empty", responseHeaders: json };

/** An embedded login with its answer. */
function logIn(facts: Partial<EntryFacts>): EntryFacts[] {
  const body = { client_id: "spa", credential_type: "password", username: "ada", realm: "users" };
  return [{ ...page, url: `${idp}/co/authenticate`, json: body, ...facts }];
}

/** A form beside the login, with its answer. */
function post(path: string, facts: Partial<EntryFacts>): EntryFacts[] {
  const body = { client_id: "spa", email: "ada@example.com", connection: "users" };
  return [{ ...page, url: `${idp}${path}`, json: body, ...facts }];
}

const answer = (status: number, code: string) => ({ status, answer: { code, description: "q" } });
const ticket = { answer: { login_ticket: "ticket" } };
/** The status and the code of each refusal, and one that differs in the code alone. */
const refusals = [
  { code: "too_many_attempts", status: 429 },
  { code: "unauthorized_client", status: 401 },
  { code: "unsupported_credential_type", status: 400 },
  { code: "invalid_request", status: 400 },
  { code: "blocked_user", status: 403 },
  { code: "password_leaked", status: 401 },
  { code: "access_denied", status: 403 },
];
const plain: Partial<EntryFacts> = {
  status: 403,
  answer: null,
  responseHeaders: { "Content-Type": "text/plain" },
};

/** A form of another site, whose cookie the browser withholds or sends. */
const acrossSites = (cookie: Record<string, string>): EntryFacts[] => [
  ...logIn({
    ...ticket,
    responseHeaders: { ...json, "Set-Cookie": "co=1; SameSite=None; Secure" },
  }),
  authorize(
    { login_ticket: "ticket" },
    {
      at: 50,
      headers: { Referer: `${app}/`, "Sec-Fetch-Site": "cross-site", ...cookie },
      location: `${app}/callback?error=access_denied&state=2f1b0c7e-9d55-4b5f`,
    },
  ),
];
const signup = "/dbconnections/signup";
const password = "/dbconnections/change_password";
const start = "/passwordless/start";

export const embeddedCases: RuleCases = {
  fails: [
    ...refusals.map(({ code, status }): RuleCase => ({
      rule: `embedded-${code}`,
      when: `the code is ${code}`,
      entries: logIn(answer(status, code)),
    })),
    { rule: "embedded-3pc", when: "the cookie is not sent", entries: acrossSites({}) },
    {
      rule: "embedded-rate",
      when: "the status is 429 without a code of its own",
      entries: logIn(answer(429, "access_denied")),
    },
    { rule: "embedded-origin", when: "the answer is plain text", entries: logIn(plain) },
    {
      rule: "embedded-refused",
      when: "the code is unknown",
      entries: logIn(answer(400, "new_code")),
    },
    {
      rule: "signup-invalid_password",
      when: "the code says so",
      entries: post(signup, answer(400, "invalid_password")),
    },
    {
      rule: "signup-refused",
      when: "the code is another one",
      entries: post(signup, answer(400, "invalid_signup")),
    },
    {
      rule: "passwordless-refused",
      when: "the start is refused",
      entries: post(start, answer(400, "bad.connection")),
    },
    {
      rule: "password-change-refused",
      when: "the status is 400",
      entries: post(password, answer(400, "invalid_request")),
    },
  ],
  passes: [
    ...refusals.map(({ code, status }): RuleCase => ({
      rule: `embedded-${code}`,
      when: "another code has the same status",
      entries: logIn(answer(status, "new_code")),
    })),
    {
      rule: "embedded-3pc",
      when: "the cookie is sent",
      entries: acrossSites({ Cookie: "co=1" }),
    },
    {
      rule: "embedded-rate",
      when: "the account is blocked",
      entries: logIn(answer(429, "too_many_attempts")),
    },
    {
      rule: "embedded-origin",
      when: "the answer is JSON whose body is not shown",
      entries: logIn({ status: 403, answer: null }),
    },
    { rule: "embedded-refused", when: "the ticket came", entries: logIn(ticket) },
    {
      rule: "signup-invalid_password",
      when: "the code is another one",
      entries: post(signup, answer(400, "invalid_signup")),
    },
    {
      rule: "signup-refused",
      when: "the password is too weak",
      entries: post(signup, answer(400, "invalid_password")),
    },
    {
      rule: "passwordless-refused",
      when: "the code was sent",
      entries: post(start, { answer: { _id: "1", email: "ada@example.com" } }),
    },
    {
      rule: "password-change-refused",
      when: "the e-mail was sent",
      entries: post(password, { answer: "We've just sent you an email to reset your password." }),
    },
  ],
};
