import type { LoginEntry } from "../../login-entry.ts";

/** Logins and signups by a form of the application. */
export const embeddedCases: readonly LoginEntry[] = [
  {
    name: "embedded-login",
    story: "Logs in with the application's own form.",
    logins: 1,
  },
  {
    name: "embedded-wrong-then-right",
    story: "Enters a wrong password in the application's form, then the right one.",
    logins: 2,
    accepted: [
      "The email address, the password or the one-time code is wrong.",
      "The code was mistyped, or a newer one was sent.",
      "The password is wrong, or the user is blocked.",
    ],
  },
  {
    name: "embedded-wrong-password",
    story: "Enters a wrong password in the application's form.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: [
      "The email address, the password or the one-time code is wrong.",
      "The code was mistyped, or a newer one was sent.",
      "The password is wrong, or the user is blocked.",
    ],
  },
  {
    name: "embedded-blocked-user",
    story: "Logs in with the application's form as a blocked user.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: ["An administrator blocked the user."],
  },
  {
    name: "embedded-leaked-password",
    story: "Logs in with the application's form and a leaked password.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: ["The user has the same password at another service."],
  },
  {
    name: "embedded-too-many-attempts",
    story: "Logs in with the application's form after too many wrong passwords.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: ["The user entered a wrong password several times."],
  },
  {
    name: "embedded-web-origin",
    story: "Logs in with a form of an origin that is not a web origin.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: [
      "The page's origin is not in the list for cross-origin logins.",
      "cors-origin",
      "The page's origin is not among the allowed web origins.",
      "The server does not allow the page's origin (CORS).",
    ],
  },
  {
    name: "embedded-not-allowed",
    story: "Logs in with a form; the client does not allow cross-origin logins.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: ["The setting “Allow Cross-Origin Authentication” is off."],
  },
  {
    name: "embedded-extra-field",
    story: "Sends credentials with a member that is not allowed.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: [
      "The connection does not exist, or is not enabled for the application.",
      "A member is missing, or one too many is sent.",
    ],
  },
  {
    name: "embedded-unknown-realm",
    story: "Sends credentials for a realm that does not exist.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: [
      "The connection does not exist, or is not enabled for the application.",
      "A member is missing, or one too many is sent.",
    ],
  },
  {
    name: "embedded-credential-type",
    story: "Sends credentials of an unknown type.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: ["The page sends the request itself, with a wrong credential_type."],
  },
  {
    name: "embedded-rate-limit",
    story: "Logs in with the application's form over the tenant's rate limit.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: ["The page or a loop sends too many requests."],
  },
  {
    name: "embedded-cross-site",
    story: "Logs in with a form of another site than the tenant's; its cookie is not sent.",
    logins: 1,
    stop: { step: "response", who: "provider", method: "POST", path: "/co/verify" },
    accepted: ["The browser blocks the provider's cookies, because the page is on another site."],
  },
  {
    name: "passwordless-code",
    story: "Logs in with a code from an email.",
    logins: 1,
  },
  {
    name: "passwordless-link",
    story: "Logs in with a link from an email.",
    logins: 1,
  },
  {
    name: "passwordless-wrong-code",
    story: "Enters a wrong code of an email.",
    logins: 1,
    stop: { step: "provider", who: "provider", method: "POST", path: "/co/authenticate" },
    accepted: [
      "The email address, the password or the one-time code is wrong.",
      "The code was mistyped, or a newer one was sent.",
      "The password is wrong, or the user is blocked.",
    ],
  },
  {
    name: "signup-and-login",
    story: "Signs up, and logs in with the application's form.",
    logins: 1,
  },
  {
    name: "signup-weak-password",
    story: "Signs up with a password that is too weak.",
    stop: { step: "provider", who: "provider", method: "POST", path: "/dbconnections/signup" },
    accepted: ["The password is too short, too common, or contains user data."],
  },
  { name: "change-password", story: "Asks for an email to change a password." },
];
