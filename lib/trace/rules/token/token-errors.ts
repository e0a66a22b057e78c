import type { CaptureContext } from "../../capture-context.ts";
import type { AuthMessage } from "../../message.ts";
import { readHeader, type Exchange } from "../../exchange.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepare-flow.ts";
import { errorOf, sent } from "../evidence.ts";
import { notApplicable, passed, type PossibleCause, type Rule } from "../rule.ts";
import { wasCalledAgain } from "../api/was-called-again.ts";
import { wasTokenUsed } from "../was-token-used.ts";
import { hasClientSecret, isRefused } from "./read-token-requests.ts";

interface TokenErrorRow {
  id: string;
  title: string;
  requirement?: string;
  /** The ids of rules that say what is wrong with the request. */
  yieldsTo?: readonly string[];
  applies: (message: AuthMessage, prepared: PreparedFlow) => boolean;
  /** Returns true if the page went on all the same: then it is a warning. */
  isHarmless?: (message: AuthMessage, prepared: PreparedFlow) => boolean;
  why: string;
  remedy: string;
  causes?: readonly PossibleCause[];
  /** The texts for an authorization code, if they can say more. */
  forCode?: Required<Pick<TokenErrorRow, "title" | "why" | "remedy" | "causes">>;
  shown: readonly string[];
}

const grantOf = ({ request }: AuthMessage) => readParameter(request, "grant_type") ?? "";
const isGrant = (name: string) => (message: AuthMessage) => grantOf(message).endsWith(name);
const isCode = isGrant("authorization_code");
/** A server of the application need not be told the grant. */
const isOwnRefresh = (message: AuthMessage) =>
  grantOf(message) === "" && readParameter(message.request, "refresh_token") !== undefined;
const isRefresh = (message: AuthMessage) =>
  grantOf(message) === "refresh_token" || isOwnRefresh(message);
/** The text that JavaScript makes of a value that is not there. */
const noToken = /^(?:undefined|null|NaN|\[object Object\])?$/u;

/** Rules that compare the redemption of a code with its login. */
const comparisons = [
  "token-verifier-mismatch",
  "token-verifier-missing",
  "token-verifier-shape",
  "token-client-differs",
  "token-redirect-differs",
  "token-code-reused",
  "token-code-late",
  "authz-pkce-missing",
  "dpop-proof",
];

/** Refusals of the token endpoint, the most specific first. The first row that fits counts. */
const rows: readonly TokenErrorRow[] = [
  {
    id: "token-not-code",
    title: "The page sent an access token in place of a code",
    requirement: "RFC 6749, sections 4.1.3 and 4.2.2",
    applies: isTokenAsCode,
    why: "The page asked for response_type=token, and got an access token in its URL. It is ready for use: there is nothing to redeem.",
    remedy:
      "Use the token as it is, or better, ask for response_type=code with PKCE, and redeem the code of that response.",
    shown: ["grant_type", "code"],
  },
  {
    id: "token-rate",
    title: "The token endpoint limits the rate",
    requirement: "RFC 6585, section 4; RFC 9110, section 10.2.3",
    applies: ({ exchange }) => exchange.status === 429,
    why: "The provider refused the request because too many came in a short time.",
    remedy: "Wait until the time that the response names, and find out what repeats the request.",
    shown: ["grant_type"],
  },
  {
    id: "token-server-error",
    title: "The token endpoint failed",
    applies: ({ exchange }) => exchange.status >= 500,
    why: "The provider, or a proxy before it, answered with an error of its own.",
    remedy: "Try again with a growing delay, and look at the provider's status.",
    shown: ["grant_type"],
  },
  {
    id: "token-endpoint-wrong",
    title: "There is no token endpoint at this address",
    requirement: "RFC 6749, section 3.2",
    applies: ({ exchange, error }) =>
      (exchange.status === 404 || exchange.status === 405) &&
      error === undefined &&
      !isInAddress(exchange),
    why: "A token endpoint answers a wrong request with an error code in JSON. This server does not know the address, or does not take POST there.",
    remedy:
      "Compare the address with token_endpoint in the provider's discovery document, including the realm or tenant in its path, and with the path of a proxy.",
    shown: ["grant_type"],
  },
  {
    id: "token-blocked",
    title: "Something before the token endpoint refused the request",
    requirement: "RFC 9110, section 15.5.4; RFC 6749, section 5.2",
    applies: ({ exchange, error }) =>
      error === undefined && exchange.status === 403 && isHtml(exchange),
    why: "A token endpoint refuses with 400 or 401 and a code in JSON. A page with 403 comes from a firewall, a bot protection or a rule for networks and countries.",
    remedy:
      "Read the page in the Response tab, and ask who runs what is before the provider to let requests of scripts to this address pass.",
    shown: ["grant_type"],
  },
  {
    id: "token-query",
    title: "The parameters of the token request are in its address",
    requirement: "RFC 6749, section 3.2",
    applies: ({ exchange }) => isInAddress(exchange),
    why: "A token endpoint reads the body alone, and finds no parameter there. Addresses are also in logs and histories: the code and all else in this one counts as disclosed.",
    remedy:
      "Send the parameters with new URLSearchParams({ … }) as the body, and nothing after the ? of the address.",
    shown: ["grant_type"],
  },
  {
    id: "token-body-format",
    title: "The token request is not a form",
    requirement: "RFC 6749, section 4.1.3; appendix B",
    applies: (message, { isTenant }) =>
      !isOwnRefresh(message) &&
      (!isTenant || message.exchange.status === 415) &&
      isOtherBody(message),
    why: "The parameters of a token request are sent as application/x-www-form-urlencoded. This provider reads no other body, so it finds no parameter in it.",
    remedy:
      "Send the parameters with new URLSearchParams({ … }) as the body: the browser then sets the right content type.",
    shown: ["grant_type"],
  },
  {
    id: "token-secret-wrong",
    title: "The provider refused the client's secret",
    requirement: "RFC 6749, section 2.3.1",
    applies: (message) =>
      message.error === "incorrect_client_credentials" ||
      (isClientRefused(message) && hasClientSecret(message)),
    why: "The secret is wrong or has expired, or the application authenticates in another way than it sent: in the header (client_secret_basic) or in the form (client_secret_post).",
    remedy:
      "Compare the secret and the authentication method with the application's settings. If a page sent the secret, use a public client without one.",
    shown: ["client_id", "grant_type"],
  },
  {
    id: "token-mfa-required",
    title: "The provider requires a second factor",
    applies: ({ error }) => error === "mfa_required",
    why: "The password was right, and the user has to prove a second factor with the mfa_token of the response.",
    remedy:
      "Log in with a redirect, where the provider asks for it; or call the MFA API with the mfa_token.",
    shown: ["grant_type"],
  },
  {
    id: "token-refresh-expected",
    title: "The page tried to refresh without a refresh token",
    applies: (message) =>
      isRefresh(message) && noToken.test(readParameter(message.request, "refresh_token") ?? ""),
    why: "There was no refresh token to send. The login got none: it did not ask for offline_access, or the application or the API does not allow it.",
    remedy:
      "Ask for the scope offline_access, turn on refresh token rotation for the application, and allow offline access for the API.",
    shown: ["grant_type", "refresh_token"],
  },
  {
    id: "token-refresh-raced",
    title: "Two requests used the same refresh token at the same time",
    requirement: "RFC 9700, section 4.14.2",
    applies: (message, prepared) => isRefresh(message) && findSameRefresh(message, prepared, true),
    isHarmless: wasOtherUsed,
    why: "With rotation, a refresh token is valid once. The second request looks like that of a thief, and the provider can revoke the whole family.",
    remedy:
      "Let one tab or worker refresh, guarded by the Web Locks API; a reuse interval at the provider tolerates the rest.",
    shown: ["refresh_token"],
  },
  {
    id: "token-refresh-reused",
    title: "The page used a refresh token again",
    requirement: "RFC 9700, section 4.14.2",
    applies: (message, prepared) => isRefresh(message) && findSameRefresh(message, prepared, false),
    why: "With rotation, each use returns a new refresh token and ends the old one. The page sent the old one.",
    remedy: "Replace the stored refresh token by that of each response, before the next request.",
    shown: ["refresh_token"],
  },
  {
    id: "token-refresh-refused",
    title: "The provider refused the refresh token",
    applies: (message) =>
      (isRefresh(message) && ["invalid_grant", "invalid_request"].includes(message.error ?? "")) ||
      (isOwnRefresh(message) && message.exchange.status === 401),
    why: "The token is not valid any more.",
    remedy: "Log in again; then look at the causes.",
    causes: [
      {
        cause: "It has expired, by its absolute or its inactivity lifetime.",
        check: "Compare the time of the login with the lifetimes of the application.",
        remedy: "Raise the lifetimes, or log in again.",
      },
      {
        cause: "It was rotated by another tab.",
        check: "Do two tabs share the storage?",
        remedy: "Refresh in one place.",
      },
      {
        cause: "The user, an administrator or a change of password revoked it.",
        check: "Look at the tenant's log.",
        remedy: "Log in again.",
      },
    ],
    shown: ["refresh_token"],
  },
  {
    id: "token-exchange-type",
    title: "The provider cannot exchange this type of token",
    requirement: "RFC 8693, section 2.2.2",
    applies: (message) => isGrant("token-exchange")(message),
    why: "No token exchange profile has this subject_token_type, or its action refused the token.",
    remedy: "Compare subject_token_type with the token exchange profiles of the tenant.",
    shown: ["subject_token_type"],
  },
  {
    id: "token-client-missing",
    title: "The token request does not name its client",
    yieldsTo: comparisons,
    requirement: "RFC 6749, section 3.2.1",
    applies: (message) =>
      isRefused(message) &&
      ["invalid_client", "invalid_request"].includes(message.error ?? "") &&
      !hasClient(message),
    why: "The request has neither client_id nor another authentication of the client, so the provider cannot tell who redeems the code.",
    remedy: "Send the client_id of the login with the token request.",
    shown: ["client_id", "grant_type"],
  },
  {
    id: "token-client-type",
    title: "The client must authenticate, and a page cannot",
    yieldsTo: comparisons,
    requirement: "RFC 6749, section 2.3; RFC 10017, section 6.3.3.1",
    applies: (message) =>
      isOfOtherType(message) || (isClientRefused(message) && !hasClientSecret(message)),
    why: "The application is registered as a confidential client, and the request has no secret. A page must not have one.",
    remedy:
      "Register a single-page application (a public client, authentication method none), and use its client_id.",
    shown: ["client_id", "grant_type"],
  },
  {
    id: "token-grant-refused",
    title: "The client may not use this grant",
    applies: ({ error }) => error === "unauthorized_client" || error === "unsupported_grant_type",
    why: "The grant type is turned off for this application.",
    remedy:
      "Allow the grant type in the application's advanced settings, or log in by another one.",
    shown: ["grant_type", "client_id"],
  },
  {
    id: "token-invalid_grant",
    title: "The provider refused the credentials or the code",
    yieldsTo: comparisons,
    applies: ({ error }) => error === "invalid_grant" || error === "bad_verification_code",
    why: "What was sent is wrong, expired, used or of another client. The code alone does not tell which.",
    remedy: "Check the causes in this order.",
    causes: [
      {
        cause: "A password or a one-time code is wrong, or the user is blocked.",
        check: "Is the grant a password or a one-time code?",
        remedy: "Try it at the provider's own page.",
      },
      {
        cause: "The authorization code has expired or was used.",
        check: "Compare the times, and look for a second request with the code.",
        remedy: "Redeem each code once, at once.",
      },
      {
        cause: "The code belongs to another client, redirect_uri or verifier.",
        check: "Compare the parameters with those of the login.",
        remedy: "Use one configuration.",
      },
    ],
    forCode: {
      title: "The provider refused the code",
      why: "The code has expired, was used before, or belongs to another login. The capture shows no difference between the login and the token request.",
      remedy: "Check the causes in this order.",
      causes: [
        {
          cause: "The code has expired or was used before.",
          check:
            "Compare the times, and look for a second request with the code, also in a worker.",
          remedy: "Redeem each code once, at once.",
        },
        {
          cause: "The code belongs to another login, for example of a second tab.",
          check: "Compare client_id, redirect_uri and verifier with those of the login.",
          remedy: "Keep the values of each login apart, by its state.",
        },
      ],
    },
    shown: ["grant_type"],
  },
  {
    id: "token-scope-invalid",
    title: "The provider refused the scope of the token request",
    applies: ({ error }) => error === "invalid_scope",
    why: "A scope is unknown, malformed or not allowed for this client; or a refresh asks for more than the login got.",
    remedy: "Send scopes that the provider lists, separated by one space, or none at all.",
    shown: ["scope", "grant_type"],
  },
  {
    id: "token-device-expired",
    title: "The user did not finish the device's login in time",
    requirement: "RFC 8628, section 3.5",
    applies: ({ error }) => error === "expired_token",
    why: "The device code has expired before the user entered its code and agreed.",
    remedy: "Begin again with a new code, and show the user how long it lives (expires_in).",
    shown: ["grant_type"],
  },
  {
    id: "token-denied",
    title: "The provider denied the tokens",
    requirement: "RFC 6749, section 5.2; RFC 8628, section 3.5",
    applies: ({ error }) => error === "access_denied",
    why: "The client and its request are right. The user declined, or a rule of the provider refuses this user, this client or this API.",
    remedy:
      "Read the quoted description, and look at the provider's log at this time. Compare the audience with the APIs that the client may call.",
    shown: ["grant_type", "audience", "resource", "scope"],
  },
  {
    id: "token-interaction",
    title: "The provider needs the user before it issues tokens",
    requirement: "OpenID Connect Core, section 3.1.2.6",
    applies: ({ error }) => /^(?:interaction|login|consent)_required$/u.test(error ?? ""),
    why: "The session or the consent is not enough any more: a second factor, a new password, a policy or a new scope asks for the user. A token request cannot show a page.",
    remedy:
      "Start a login with interaction. If the response has claims, send them with it as the parameter claims.",
    shown: ["grant_type", "scope"],
  },
  {
    id: "token-target-invalid",
    title: "The provider refused the API of the token request",
    requirement: "RFC 8707, section 2.2",
    applies: ({ error }) => error === "invalid_target",
    why: "The API that resource or audience names is unknown, malformed, not open to this client, or was not part of the login.",
    remedy: "Send the identifier of the API exactly as the provider lists it, and as in the login.",
    shown: ["resource", "audience", "scope"],
  },
  {
    id: "token-dpop-refused",
    title: "The provider refused the DPoP proof of the token request",
    requirement: "RFC 9449, section 5",
    yieldsTo: ["dpop-proof"],
    applies: ({ error }) => error === "invalid_dpop_proof",
    why: "The proof is missing, malformed, too old or signed by another key than it names.",
    remedy:
      "Send one new proof with each request: htm and htu of this request, iat by a right clock, and the public key in jwk.",
    shown: ["grant_type", "client_id"],
  },
  {
    id: "token-refused",
    title: "The provider refused the token request",
    yieldsTo: [...comparisons, "token-cors"],
    applies: isRefused,
    why: "The provider's error code and its description, quoted here, tell why.",
    remedy: "Correct the parameter that the description names.",
    shown: ["grant_type", "client_id"],
  },
];

/** One rule for each row. */
export const tokenErrors: readonly Rule[] = rows.map((row) => ({
  id: row.id,
  group: "token-endpoint",
  rank: "cause",
  severity: "error",
  title: row.title,
  requirement: row.requirement ?? "RFC 6749, section 5.2",
  ...(row.yieldsTo === undefined ? {} : { yieldsTo: row.yieldsTo }),
  judge(prepared) {
    const requests = prepared.flow.tokenRequests;
    if (requests.length === 0) return notApplicable;
    const refused = requests.filter(
      (message) =>
        isRefused(message) &&
        !isPending(message) &&
        !wasCorrected(message, prepared.context) &&
        !wasRedeemed(message, requests),
    );
    if (refused.length === 0) return passed;
    for (const message of refused) {
      const found = rows.find(({ applies }) => applies(message, prepared));
      if (found !== row) continue;
      return {
        outcome: "failed",
        ...(row.isHarmless?.(message, prepared) === true ? { severity: "warning" as const } : {}),
        seen: [
          ...errorOf(message),
          ...row.shown.map((name) => sent(message, name)),
          ...listLimits(message),
        ],
        why: row.why,
        remedy: row.remedy,
        ...(row.causes === undefined ? {} : { causes: row.causes }),
        ...(isCode(message) ? row.forCode : {}),
      };
    }
    return notApplicable;
  },
}));

/**
 * A device waits for its user by asking again (RFC 8628, section 3.5), and a server that wants its
 * nonce in the proof says so first (RFC 9449, section 8): these are no refusals.
 */
function isPending({ error }: AuthMessage): boolean {
  return error === "authorization_pending" || error === "slow_down" || error === "use_dpop_nonce";
}

/** Returns true for a code that an earlier response delivered as an access token. */
function isTokenAsCode({ request }: AuthMessage, { previous }: PreparedFlow): boolean {
  const code = readParameter(request, "code");
  return (
    code !== undefined &&
    previous.some(
      ({ response }) => readParameter(response?.parameters ?? [], "access_token") === code,
    )
  );
}

/**
 * Returns true if the user tried again, and the endpoint then issued tokens: a mistyped password or
 * one-time code, the step to a second factor, or a device's new code. A code of a redirect and a
 * refresh token cannot be corrected by their users, but sent again after a limit.
 */
function wasCorrected({ request, exchange }: AuthMessage, context: CaptureContext): boolean {
  const grant = readParameter(request, "grant_type");
  // A limit or a failed server is no refusal of the request, which can be sent again.
  const isPassing = exchange.status === 429 || exchange.status >= 500;
  if (isPassing) return wasCalledAgain(exchange, context);
  if (grant === undefined || grant === "authorization_code" || grant === "refresh_token")
    return false;
  return wasCalledAgain(exchange, context);
}

/** Returns true if the same code was redeemed later, such as with another way to authenticate. */
function wasRedeemed({ request, exchange }: AuthMessage, all: readonly AuthMessage[]): boolean {
  const code = readParameter(request, "code");
  return (
    code !== undefined &&
    all.some(
      (other) =>
        other.exchange.startedAt > exchange.startedAt &&
        readParameter(other.request, "code") === code &&
        readParameter(other.response, "access_token") !== undefined,
    )
  );
}

function hasClient(message: AuthMessage): boolean {
  const names = ["client_id", "client_assertion"];
  return (
    hasClientSecret(message) || names.some((name) => Boolean(readParameter(message.request, name)))
  );
}

function isInAddress({ url, requestBody = "" }: Exchange): boolean {
  const isInQuery = URL.parse(url)?.searchParams.has("grant_type") === true;
  return isInQuery && !requestBody.includes("grant_type");
}

/** Some providers answer 401 to a wrong password too, and have other codes for the client. */
function isClientRefused({ exchange, error }: AuthMessage): boolean {
  if (error === "invalid_client") return true;
  return (
    exchange.status === 401 && [undefined, "unauthorized_client", "access_denied"].includes(error)
  );
}

function isHtml({ responseHeaders, responseBody }: Exchange): boolean {
  const type = readHeader(responseHeaders, "content-type");
  return type === undefined
    ? responseBody.state === "text" && responseBody.mimeType.includes("html")
    : /html/iu.test(type);
}

/** The code of one provider for a page whose client is registered as a server. */
function isOfOtherType({ response }: AuthMessage): boolean {
  return /\b9002326\b/u.test(readParameter(response, "error_codes") ?? "");
}

/** A provider that reads the body as a form finds nothing in JSON. */
function isOtherBody({ exchange, error }: AuthMessage): boolean {
  const type = readHeader(exchange.requestHeaders, "content-type");
  const isForm = type === undefined || /^application\/x-www-form-urlencoded\b/iu.test(type);
  const codes = [undefined, "invalid_request", "unsupported_grant_type", "invalid_client"];
  return !isForm && exchange.status >= 400 && codes.includes(error);
}

/** The headers that tell when the limit ends. */
function listLimits(message: AuthMessage) {
  return ["retry-after", "x-ratelimit-reset", "x-ratelimit-remaining"].flatMap((name) => {
    const value = readHeader(message.exchange.responseHeaders, name);
    return value === undefined ? [] : [{ message, part: "headers" as const, name, value }];
  });
}

/** Returns true if the request that won gave a token, and an API accepted it afterwards. */
function wasOtherUsed(
  { request, exchange }: AuthMessage,
  { previous, next }: PreparedFlow,
): boolean {
  const token = readParameter(request, "refresh_token");
  return [...previous, ...(next === undefined ? [] : [next])].some(
    (flow) =>
      flow.phase === "complete" &&
      flow.tokenRequests.some((other) => readParameter(other.request, "refresh_token") === token) &&
      wasTokenUsed({ flow }, exchange),
  );
}

/** Looks for another flow of the client that used the same refresh token, overlapping or before. */
function findSameRefresh(
  { request, exchange }: AuthMessage,
  { previous, next }: PreparedFlow,
  isOverlapping: boolean,
): boolean {
  const token = readParameter(request, "refresh_token");
  return [...previous, ...(next === undefined ? [] : [next])].some((flow) =>
    flow.tokenRequests.some((other) => {
      if (readParameter(other.request, "refresh_token") !== token) return false;
      // A refused use has not ended the token.
      if (!isOverlapping && isRefused(other)) return false;
      const { startedAt, durationMs = 0 } = other.exchange;
      const overlaps =
        startedAt < exchange.startedAt + (exchange.durationMs ?? 0) &&
        exchange.startedAt < startedAt + durationMs;
      return overlaps === isOverlapping;
    }),
  );
}
