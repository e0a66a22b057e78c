import type { CorpusCase } from "../corpus-case.ts";

/** Logins and signups by a form of the application. */
export const embeddedCases: readonly CorpusCase[] = [
  {
    name: "embedded-login",
    done: "Logs in with the application's own form.",
    logins: 1,
    others: ["authz-implicit"],
  },
  {
    name: "embedded-wrong-then-right",
    done: "Enters a wrong password in the application's form, then the right one.",
    logins: 2,
    cause: "embedded-access_denied",
    others: ["authz-implicit"],
  },
  {
    name: "embedded-wrong-password",
    done: "Enters a wrong password in the application's form.",
    logins: 1,
    cause: "embedded-access_denied",
  },
  {
    name: "embedded-blocked-user",
    done: "Logs in with the application's form as a blocked user.",
    logins: 1,
    cause: "embedded-blocked_user",
  },
  {
    name: "embedded-leaked-password",
    done: "Logs in with the application's form and a leaked password.",
    logins: 1,
    cause: "embedded-password_leaked",
  },
  {
    name: "embedded-too-many-attempts",
    done: "Logs in with the application's form after too many wrong passwords.",
    logins: 1,
    cause: "embedded-too_many_attempts",
  },
  {
    name: "embedded-web-origin",
    done: "Logs in with a form of an origin that is not a web origin.",
    logins: 1,
    cause: "embedded-origin",
  },
  {
    name: "embedded-not-allowed",
    done: "Logs in with a form; the client does not allow cross-origin logins.",
    logins: 1,
    cause: "embedded-unauthorized_client",
  },
  {
    name: "embedded-extra-field",
    done: "Sends credentials with a member that is not allowed.",
    logins: 1,
    cause: "embedded-invalid_request",
  },
  {
    name: "embedded-unknown-realm",
    done: "Sends credentials for a realm that does not exist.",
    logins: 1,
    cause: "embedded-invalid_request",
  },
  {
    name: "embedded-credential-type",
    done: "Sends credentials of an unknown type.",
    logins: 1,
    cause: "embedded-unsupported_credential_type",
  },
  {
    name: "embedded-rate-limit",
    done: "Logs in with the application's form over the tenant's rate limit.",
    logins: 1,
    cause: "embedded-rate",
  },
  {
    name: "embedded-cross-site",
    done: "Logs in with a form of another site than the tenant's; its cookie is not sent.",
    logins: 1,
    cause: "embedded-3pc",
    others: ["authz-implicit"],
  },
  {
    name: "passwordless-code",
    done: "Logs in with a code from an email.",
    logins: 1,
    others: ["authz-implicit"],
  },
  {
    name: "passwordless-link",
    done: "Logs in with a link from an email.",
    logins: 1,
    others: ["authz-implicit"],
  },
  {
    name: "passwordless-wrong-code",
    done: "Enters a wrong code of an email.",
    logins: 1,
    cause: "embedded-access_denied",
  },
  {
    name: "signup-and-login",
    done: "Signs up, and logs in with the application's form.",
    logins: 1,
    others: ["authz-implicit"],
  },
  {
    name: "signup-weak-password",
    done: "Signs up with a password that is too weak.",
    cause: "signup-invalid_password",
  },
  { name: "change-password", done: "Asks for an email to change a password." },
];
