import type { MessageKind } from "../../../../../../lib/trace/message.ts";
import { crossSite, withCookie, type MeaningCase, type StopFacts } from "../stops.ts";

const base: StopFacts = { step: "provider", by: "provider" };
const embedded: StopFacts = { ...base, kind: "embedded-login" };
const page = "The provider's page refused to continue";
const refusedLogin = "The provider refused the embedded login";
const other = { says: ["401", "unknown_error"] };

const ofPage = (title: string, ...says: readonly string[]): MeaningCase => ({
  title,
  stop: { ...base, says },
  miss: other,
  instead: page,
});
const ofLogin = (title: string, ...says: readonly string[]): MeaningCase => ({
  title,
  stop: { ...embedded, says },
  miss: other,
  instead: refusedLogin,
});
const ofKind = (
  title: string,
  kind: MessageKind,
  says: readonly string[],
  instead: string,
): MeaningCase => ({ title, stop: { ...base, kind, says }, miss: other, instead });
/** The last row of a kind of message: another kind has another meaning. */
const generalOf = (title: string, kind: MessageKind): MeaningCase => ({
  title,
  stop: { ...base, kind, ...other },
  miss: { kind: "login-page" },
  instead: page,
});

export const providerCases: readonly MeaningCase[] = [
  ofPage("The provider saw no session", "login_required"),
  ofPage("The account is blocked after too many attempts", "429", "too_many_attempts"),
  ofPage("The provider limits the rate of logins", "429"),
  ofPage("The provider asks for a captcha", "401", "requires_verification"),
  ofPage("The provider requires a second factor", "403", "mfa_required"),
  ofPage("The code of the second factor is wrong", "403", "mfa_invalid_code"),
  ofPage("The user is blocked", "403", "blocked_user"),
  ofPage("The password was found in a data breach", "401", "password_leaked"),
  ofPage("The user has to change the password", "401", "password_change_required"),
  ofLogin("The application does not allow cross-origin logins", "401", "unauthorized_client"),
  ofLogin("The credential type is unknown", "400", "unsupported_credential_type"),
  ofLogin("The provider refused the credentials as malformed", "400", "invalid_request"),
  {
    title: "The provider refused the page, without a code",
    stop: { ...embedded, says: ["403"] },
    miss: { says: ["403", "unknown_error"] },
    instead: refusedLogin,
  },
  {
    title: "The provider did not recognize the browser",
    stop: { ...base, kind: "embedded-verification", says: ["access_denied"], headers: crossSite },
    miss: { headers: withCookie },
    instead: "The provider refused the credentials",
  },
  {
    title: "The provider refused the credentials",
    stop: { ...embedded, says: ["403", "access_denied"] },
    miss: { says: ["403", "blocked_user"] },
    instead: "The user is blocked",
  },
  ofKind(
    "The password does not meet the policy of the connection",
    "signup",
    ["400", "invalid_password"],
    "The provider refused the signup",
  ),
  ofKind(
    "The user exists already, or the signup is not allowed",
    "signup",
    ["400", "user_exists"],
    "The provider refused the signup",
  ),
  ofKind(
    "The passwordless connection cannot be used",
    "passwordless-start",
    ["400", "bad.connection"],
    "The provider sent no code",
  ),
  ofKind(
    "The code could not be sent to this address",
    "passwordless-start",
    ["400", "bad.email"],
    "The provider sent no code",
  ),
  ofPage("The provider failed during the login", "503"),
  generalOf("The provider refused the signup", "signup"),
  generalOf("The provider sent no code", "passwordless-start"),
  generalOf("The provider refused the one-time code", "passwordless-verification"),
  generalOf("The provider refused the change of the password", "password-change"),
  generalOf("The provider refused the second factor", "mfa"),
  generalOf(refusedLogin, "embedded-login"),
  {
    title: page,
    stop: { ...base, ...other },
    miss: { kind: "mfa" },
    instead: "The provider refused the second factor",
  },
  {
    title: "A server between the pages of the login failed",
    stop: { step: "provider", by: "server", says: ["500"] },
    miss: { by: "provider" },
    instead: "The provider failed during the login",
  },
  {
    title: "The login page was left",
    stop: { step: "provider", by: "nobody" },
    miss: { kind: "embedded-login" },
    instead: "Nothing followed the request of the login form",
  },
  {
    title: "Nothing followed the request of the login form",
    stop: { step: "provider", by: "nobody", kind: "passwordless-start" },
    miss: { kind: "login-page" },
    instead: "The login page was left",
  },
];
