import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import { wasCalledAgain } from "../api/was-called-again.ts";
import { errorOf, sent } from "../evidence.ts";
import { notApplicable, passed, type PossibleCause, type Rule } from "../rule.ts";

interface EmbeddedRow {
  id: string;
  title: string;
  applies: (message: AuthMessage) => boolean;
  why: string;
  remedy: string;
  causes?: readonly PossibleCause[];
  /** True to offer the page's origin for the allow-list. */
  copiesOrigin?: boolean;
}

const isKind = (kind: AuthMessage["kind"], error: string) => (message: AuthMessage) =>
  message.kind === kind && message.error === error;
const isEmbedded = (error: string) => isKind("embedded-login", error);

/** The answers of `/co/authenticate`, then of the forms beside it. The first row that fits counts. */
const rows: readonly EmbeddedRow[] = [
  {
    id: "embedded-rate",
    title: "The provider limits the rate of embedded logins",
    applies: ({ kind, exchange, error }) =>
      kind === "embedded-login" && exchange.status === 429 && error !== "too_many_attempts",
    why: "Too many requests came in a short time. The status tells this; the code is that of a wrong password.",
    remedy: "Wait until the reset that the headers name. Find out what repeats the request.",
  },
  {
    id: "embedded-too_many_attempts",
    title: "The account is blocked after too many attempts",
    applies: isEmbedded("too_many_attempts"),
    why: "Brute-force or suspicious-login protection blocks this user, or this address.",
    remedy: "Unblock the user in the tenant, or by the link of the e-mail to the user.",
    causes: [
      {
        cause: "The user entered a wrong password several times.",
        check: "Look at the tenant's log of this user.",
        remedy: "Unblock the user.",
      },
      {
        cause: "Many users failed from one address, as behind one proxy or in a test.",
        check: "Look at the tenant's log of this address.",
        remedy: "Add the address to the allow-list of the attack protection.",
      },
    ],
  },
  {
    id: "embedded-origin",
    title: "The provider does not allow this web origin",
    applies: ({ kind, exchange, error }) =>
      kind === "embedded-login" &&
      exchange.status === 403 &&
      error === undefined &&
      // A body that the browser did not show can have a code if it is JSON.
      !/\bjson\b/u.test(readHeader(exchange.responseHeaders, "content-type") ?? ""),
    why: "The answer is plain text without a code: the page's origin is not in the application's list.",
    remedy:
      "Add exactly this origin to the allowed web origins, under Cross-Origin Authentication, of the application.",
    copiesOrigin: true,
  },
  {
    id: "embedded-unauthorized_client",
    title: "The application does not allow cross-origin logins",
    applies: isEmbedded("unauthorized_client"),
    why: "Cross-origin authentication is turned off for this client.",
    remedy: "Turn on Cross-Origin Authentication in the application's settings.",
  },
  {
    id: "embedded-unsupported_credential_type",
    title: "The credential type is unknown",
    applies: isEmbedded("unsupported_credential_type"),
    why: "credential_type is neither that of a password nor that of a one-time code.",
    remedy: "Let the library send it, or correct the value.",
  },
  {
    id: "embedded-invalid_request",
    title: "The provider refused the credentials as malformed",
    applies: isEmbedded("invalid_request"),
    why: "The same code stands for a realm that is unknown and for members that do not fit.",
    remedy: "Check both causes.",
    causes: [
      {
        cause: "The realm does not exist, or is not enabled for this application.",
        check: "Compare realm with the names of the database connections, with case.",
        remedy: "Correct the realm, or enable the connection for the application.",
      },
      {
        cause: "A member is missing, or one too many is sent.",
        check:
          "All of client_id, credential_type, username, realm and the password or otp, and no others, are required.",
        remedy: "Send exactly these members.",
      },
    ],
  },
  {
    id: "embedded-blocked_user",
    title: "The user is blocked",
    applies: isEmbedded("blocked_user"),
    why: "An administrator blocked this user.",
    remedy: "Unblock the user in the tenant, if that is right.",
  },
  {
    id: "embedded-password_leaked",
    title: "The password was disclosed in a data breach elsewhere",
    applies: isEmbedded("password_leaked"),
    why: "Breached-password detection blocks the login until the user changes the password.",
    remedy: "Let the user change the password; the tenant has sent an e-mail if it is set so.",
  },
  {
    id: "embedded-hosted",
    title: "The page logs in at the endpoint of the tenant's own login page",
    applies: ({ kind, exchange }) =>
      kind === "embedded-login" &&
      exchange.status >= 400 &&
      exchange.url.endsWith("/usernamepassword/login") &&
      readHeader(exchange.requestHeaders, "origin") !== new URL(exchange.url).origin,
    why: "That endpoint serves the tenant's own page. A tenant refuses it to a page of another origin if the application conforms to OpenID Connect.",
    remedy:
      "Send the user to the tenant's login page with a redirect. For a form of your own, use a login by cross-origin authentication, with a custom domain.",
  },
  {
    id: "embedded-access_denied",
    title: "The provider refused the credentials",
    applies: ({ kind, error }) =>
      (kind === "embedded-login" || kind === "passwordless-verification") &&
      (error === "access_denied" || error === "invalid_grant" || error === "invalid_user_password"),
    why: "The same code stands for wrong credentials and for a login that the tenant's own code refused.",
    remedy: "Ask the user to try again; then check the causes.",
    causes: [
      {
        cause: "The e-mail address, the password or the one-time code is wrong.",
        check: "Try the same at the provider's own login page.",
        remedy: "Enter the right one, or reset the password.",
      },
      {
        cause: "The authentication itself failed: a rule, an action or a custom database refused.",
        check: "Look at the tenant's log at this time.",
        remedy: "Correct the rule, the action or the database script.",
      },
    ],
  },
  {
    id: "embedded-refused",
    title: "The provider refused the embedded login",
    applies: ({ kind, exchange }) => kind === "embedded-login" && exchange.status >= 400,
    why: "The code is none that the contract lists. The provider's description is quoted here.",
    remedy: "Look at the tenant's log at this time.",
  },
  {
    id: "signup-invalid_password",
    title: "The password is too weak for this connection",
    applies: isKind("signup", "invalid_password"),
    why: "The connection's password policy refused it. The response lists the rules that failed.",
    remedy: "Show the rules to the user, or relax the policy of the connection.",
  },
  {
    id: "signup-refused",
    title: "The signup was refused",
    applies: ({ kind, exchange }) => kind === "signup" && exchange.status >= 400,
    why: "The user exists, signups are turned off, or a member is invalid. The response does not say which, so that nobody can probe for users.",
    remedy: "Try to log in with the same address, and check that the connection allows signups.",
  },
  {
    id: "passwordless-refused",
    title: "The one-time code was not sent",
    applies: ({ kind, exchange }) => kind === "passwordless-start" && exchange.status >= 400,
    why: "The connection is not enabled for this application, the address is malformed, or too many were sent.",
    remedy: "Enable the passwordless connection for the application, and look at the tenant's log.",
  },
  {
    id: "password-change-refused",
    title: "The change of password was refused",
    applies: ({ kind, exchange }) => kind === "password-change" && exchange.status >= 400,
    why: "The connection does not exist or is not enabled for this application, or a member is missing.",
    remedy: "Compare the connection's name with the tenant's list.",
  },
];

/** One rule for each row. */
export const embeddedErrors: readonly Rule[] = rows.map((row) => ({
  id: row.id,
  group: "embedded",
  rank: "cause",
  severity: "error",
  title: row.title,
  requirement: "Auth0: Cross-origin authentication; Authentication API",
  judge({ flow, context }) {
    const asked = flow.messages.filter(({ kind }) =>
      /^(?:embedded-login|passwordless-|signup|password-change)/u.test(kind),
    );
    if (asked.length === 0) return notApplicable;
    const found = asked.find((message) => rows.find(({ applies }) => applies(message)) === row);
    if (found === undefined) return passed;
    const origin = readHeader(found.exchange.requestHeaders, "origin");
    return {
      outcome: "failed",
      // The user tried again, such as with the right password.
      ...(wasCalledAgain(found.exchange, context) ? { severity: "warning" as const } : {}),
      seen: [
        ...errorOf(found),
        ...["realm", "connection", "credential_type"]
          .filter((name) => readParameter(found.request, name) !== undefined)
          .map((name) => sent(found, name)),
        ...["x-ratelimit-reset", "retry-after"].flatMap((name) => {
          const value = readHeader(found.exchange.responseHeaders, name);
          return value === undefined
            ? []
            : [{ message: found, part: "headers" as const, name, value }];
        }),
      ],
      why: row.why,
      remedy: row.remedy,
      ...(row.causes === undefined ? {} : { causes: row.causes }),
      ...(row.copiesOrigin === true && origin !== undefined ? { copy: origin } : {}),
    };
  },
}));
