import type { Risk } from "../operation.ts";
import { callbackMismatch, hs256, requestFailed } from "./risks.ts";

/** The errors of `/co/authenticate`, by their cause. */
export const embeddedCauses = {
  originNotAllowed: {
    error: "request_error",
    cause:
      "The page's origin is not one of the application's allowed web origins: 403 with a plain text. A page of another origin cannot read this text.",
    remedy: "Add the origin to the application's allowed web origins.",
  },
  invalidBody: {
    error: "invalid_request",
    cause: "The body has a missing or an additional member, or the realm is unknown.",
    remedy: "Check the name of the connection. Do not add members.",
  },
  crossOriginNotAllowed: {
    error: "unauthorized_client",
    cause: "The application does not allow cross-origin authentication.",
    remedy: "Turn on cross-origin authentication in the application's settings.",
  },
  unsupportedCredential: {
    error: "unsupported_credential_type",
    cause: "The tenant does not know the credential type.",
    remedy: "Check that the domain belongs to a tenant of this service.",
  },
  wrongPassword: {
    error: "access_denied",
    cause: "The email address, the password or the code is wrong.",
    remedy: "Check the credentials. Each failure counts towards the lock of the account.",
  },
  authenticationError: {
    error: "access_denied",
    cause: "A rule or an action denied the login: authentication error.",
    remedy: "Read the tenant's log.",
  },
  blockedUser: {
    error: "blocked_user",
    cause: "An administrator blocked the user.",
    remedy: "Unblock the user in the dashboard.",
  },
  leakedPassword: {
    error: "password_leaked",
    cause: "The password was disclosed in a data breach elsewhere, so the tenant blocks it.",
    remedy: "Reset the password with Password reset.",
  },
  lockedAccount: {
    error: "too_many_attempts",
    cause: "The account is blocked after several consecutive failed attempts.",
    remedy: "Use the link in the email to the user, or unblock the user in the dashboard.",
  },
  suspiciousLogin: {
    error: "too_many_attempts",
    cause: "The tenant detected suspicious logins, and blocks further attempts from this address.",
    remedy: "Wait, or remove the block of the IP address in the dashboard.",
  },
  verificationRequired: {
    error: "requires_verification",
    cause: "The tenant's bot detection asks this login for a captcha.",
    remedy:
      "Log in at the tenant's own page, which shows the captcha. Or turn off bot detection for this connection while you test.",
    instead: { operation: "authorize", label: "Log in at the tenant's page instead" },
  },
} as const satisfies Readonly<Record<string, Risk>>;

/** The errors of `/co/authenticate`, and of the login that follows. */
export const embeddedRisks: readonly Risk[] = [
  ...Object.values(embeddedCauses),
  callbackMismatch,
  hs256,
  requestFailed,
];
