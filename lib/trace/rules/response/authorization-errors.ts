import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { errorOf, sent } from "../evidence.ts";
import { redirectErrors } from "../refusal-page.ts";
import { findSilent } from "../renewal/read-renewal.ts";
import { notApplicable, passed, type PossibleCause, type Rule } from "../rule.ts";

interface ErrorRow {
  id: string;
  /** The values of `error`; the last row has none and fits all others. */
  error?: string | readonly string[];
  title: string;
  why: string;
  remedy: string;
  causes?: readonly PossibleCause[];
  /** The parameters of the request to show. */
  shown: readonly string[];
  requirement?: string;
  /** The ids of rules that say what is wrong with the request. */
  yieldsTo?: readonly string[];
  /** True if a user can end a login like this on purpose: a login that follows it shows that. */
  isMildBefore?: true;
  /** True if this row explains the error of this request; default: every request. */
  applies?: (message: AuthMessage, prepared: PreparedFlow) => boolean;
}

const has = (name: string) => (message: AuthMessage) =>
  readParameter(message.request, name) !== undefined;
/** Rules about the parameters of a request, which a provider can refuse as invalid. */
const requestFaults = [
  "authz-duplicate-param",
  "authz-pkce-plain",
  "authz-pkce-shape",
  "authz-pkce-missing",
  "authz-openid-missing",
  "authz-scope-comma",
  "authz-maxage0-none",
  "authz-prompt-conflict",
];
const parameter = ({ request }: AuthMessage, name: string) => readParameter(request, name) ?? "";

/** Errors of the authorization endpoint that one finding explains. The first row that fits counts. */
const rows: readonly ErrorRow[] = [
  {
    id: "authz-audience-unknown",
    error: "access_denied",
    applies: (message, { flow }) => has("audience")(message) && !hasPages(flow.messages),
    title: "The provider refused the audience",
    why: "The provider refused before it showed a page, so the user decided nothing. With an audience in the request, it is unknown or not open to this client.",
    remedy: "Send the identifier of an API as the tenant lists it, including a slash at the end.",
    shown: ["audience"],
    causes: [
      {
        cause: "No API with this identifier exists.",
        check: "Compare the audience with the identifiers of the tenant's APIs.",
        remedy: "Correct the audience, or create the API.",
      },
      {
        cause: "A rule or an action of the tenant denies the login.",
        check: "Look at the tenant's log at this time.",
        remedy: "Change the rule or the action.",
      },
    ],
  },
  {
    id: "authz-access-denied",
    // A rule of the vendor's tenants refuses a user with `unauthorized`.
    error: ["access_denied", "unauthorized"],
    title: "The login was denied",
    isMildBefore: true,
    yieldsTo: ["embedded-3pc"],
    why: "The user declined the consent or cancelled, or a rule or an action of the provider denied the login.",
    remedy: "Show this as a result and not as a failure; offer to log in again.",
    shown: ["scope"],
    causes: [
      {
        cause: "The user declined the consent.",
        check: "Is a consent page among the messages?",
        remedy: "Ask for fewer scopes, or explain them before the login.",
      },
      {
        cause:
          "A rule or an action of the tenant denies the login, for example until the user has verified the email address.",
        check: "Read the quoted description, and look at the tenant's log at this time.",
        remedy: "Show the description to the user, or change the rule or the action.",
      },
    ],
  },
  {
    id: "authz-response-type",
    error: "unsupported_response_type",
    title: "The provider does not support this response type",
    why: "The value is none that the provider knows, or the grant is turned off for this client.",
    remedy: "Ask for `code`, with PKCE. Check the grant types of the application.",
    shown: ["response_type"],
  },
  {
    id: "authz-nonce-missing",
    error: "invalid_request",
    applies: (message) =>
      parameter(message, "response_type").split(" ").includes("id_token") && !has("nonce")(message),
    title: "The request for an ID token has no nonce",
    requirement: "OpenID Connect Core, section 3.2.2.1",
    why: "An ID token that comes with the redirect must repeat a nonce of the request; else a token of another login could be injected.",
    remedy: "Send a new random nonce with each request, and compare it with the claim.",
    shown: ["response_type", "nonce"],
  },
  {
    id: "authz-response-mode",
    error: "invalid_request",
    applies: (message) =>
      parameter(message, "response_mode") === "query" &&
      /token/u.test(parameter(message, "response_type")),
    title: "Tokens must not be sent in the query",
    requirement: "OAuth 2.0 Multiple Response Type Encoding Practices, section 3",
    why: "A query is in logs, in the history and in the Referer of later requests.",
    remedy: "Remove response_mode, or use `fragment` or `form_post`; better, ask for a code.",
    shown: ["response_mode", "response_type"],
  },
  {
    id: "authz-connection-unknown",
    error: "invalid_request",
    applies: has("connection"),
    title: "The provider refused the connection",
    yieldsTo: requestFaults,
    why: "The request names a connection. It does not exist, is not enabled for this application, or is misspelled; names are compared with case.",
    remedy:
      "Compare the connection with the tenant's list, and enable it for the application; or leave it out, so that the user chooses.",
    shown: ["connection"],
  },
  {
    id: "authz-scope-invalid",
    error: "invalid_scope",
    title: "The provider refused the scope",
    yieldsTo: ["authz-scope-comma"],
    why: "A scope is unknown, malformed or not allowed for this client.",
    remedy: "Send scopes that the provider lists, separated by one space.",
    shown: ["scope"],
  },
  {
    id: "authz-client-refused",
    error: "unauthorized_client",
    title: "The client may not log in this way",
    why: "The grant or the response type is not allowed for this application.",
    remedy: "Allow the grant type in the application's settings, or use `code` with PKCE.",
    shown: ["client_id", "response_type"],
  },
  {
    id: "authz-login-required",
    error: [
      "login_required",
      "interaction_required",
      "consent_required",
      "account_selection_required",
    ],
    title: "The provider needs the user, and may not ask",
    requirement: "OpenID Connect Core, section 3.1.2.6",
    yieldsTo: ["authz-prompt-conflict", "authz-redirect-response"],
    why: "This is the answer to a silent request, and this request does not ask for silence: the provider has no session or consent that it accepts, and shows no page.",
    remedy:
      "Show this as a result, and start no login by itself after it: that is an endless loop.",
    shown: ["prompt", "max_age", "scope"],
    causes: [
      {
        cause: "Only an administrator may give the consent, or the user may not use this client.",
        check: "Read the quoted description, and the client's consent settings.",
        remedy: "Let an administrator consent, or assign the user.",
      },
      {
        cause: "The provider passes the login on to another one, silently.",
        check: "Look for prompt=none among the requests, and in the provider's settings.",
        remedy: "Let it ask there with interaction.",
      },
    ],
  },
  {
    id: "authz-server-error",
    error: "server_error",
    title: "The provider failed",
    why: "The provider reports an error of its own, such as a failed rule, action or identity provider.",
    remedy: "Look at the provider's log at this time. A page can offer to try again.",
    shown: [],
  },
  {
    id: "authz-unavailable",
    error: "temporarily_unavailable",
    title: "The provider is temporarily unavailable",
    why: "The provider is overloaded or in maintenance.",
    remedy: "Try again later, with a growing delay.",
    shown: [],
    causes: [
      {
        cause: "The login page stayed open until the provider had forgotten the login.",
        check: "Compare the times of the login page and of this response; read the description.",
        remedy: "Start the login again.",
      },
      {
        cause: "The provider is overloaded or in maintenance.",
        check: "Look at the provider's status.",
        remedy: "Try again later.",
      },
    ],
  },
  {
    id: "authz-request-object",
    error: "request_not_supported",
    title: "The provider supports no request objects",
    why: "The parameter `request` is not supported.",
    remedy: "Send the parameters themselves, or push them (PAR).",
    shown: ["request"],
  },
  {
    id: "authz-request-object-invalid",
    error: "invalid_request_object",
    title: "The provider refused the request object",
    requirement: "RFC 9101, section 7",
    why: "The JWT in `request` has a wrong signature, algorithm, issuer or audience, or has expired.",
    remedy: "Decode the JWT of the parameter request, and compare it with the client's settings.",
    shown: [],
  },
  {
    id: "authz-request-uri-invalid",
    error: "invalid_request_uri",
    title: "The provider refused the request_uri",
    requirement: "RFC 9126, section 4; RFC 9101, section 7",
    why: "The pushed request has expired, was used before, or belongs to another client.",
    remedy: "Push the request again for each login, and use its request_uri at once and once.",
    shown: ["request_uri", "client_id"],
  },
  {
    id: "authz-target-invalid",
    error: "invalid_target",
    title: "The provider refused the resource",
    requirement: "RFC 8707, section 2",
    why: "The API that resource or audience names is unknown, malformed or not open to this client.",
    remedy: "Send the identifier of the API exactly as the provider lists it.",
    shown: ["resource", "audience"],
  },
  {
    id: "authz-implicit-refused",
    error: "invalid_request",
    applies: (message) => /\b(?:id_)?token\b/u.test(parameter(message, "response_type")),
    title: "The provider refused a request for tokens in the redirect",
    requirement: "RFC 6749, section 4.2.2.1; RFC 9700, section 2.1.2",
    yieldsTo: requestFaults,
    why: "Providers that have turned the implicit flow off for a client refuse its response types, often with this code. The description is quoted here.",
    remedy: "Ask for a code with PKCE: response_type=code.",
    shown: ["response_type", "response_mode", "scope"],
    causes: [
      {
        cause: "The implicit or hybrid flow is off for this client.",
        check: "Read the quoted description, and the grant types of the application.",
        remedy: "Ask for a code with PKCE. Turn the flow on only if the code is no way for you.",
      },
      {
        cause: "Another parameter is missing, repeated or malformed.",
        check: "Read the quoted description, and compare the request with one that works.",
        remedy: "Correct the parameter.",
      },
    ],
  },
  {
    id: "authz-request-invalid",
    error: "invalid_request",
    title: "The provider refused the request as invalid",
    yieldsTo: requestFaults,
    why: "A parameter is missing, unknown, repeated or malformed, or not allowed for this client. The provider's description, quoted here, names it.",
    remedy: "Correct the parameter that the description names.",
    shown: ["response_type", "response_mode", "scope"],
    causes: [
      {
        cause: "A parameter is missing, repeated or malformed.",
        check: "Read the quoted description, and compare the request with one that works.",
        remedy: "Correct the parameter.",
      },
      {
        cause: "The client may not use a parameter, such as this response type.",
        check: "Compare the request with the settings of the application.",
        remedy: "Change the request, or allow the parameter for the application.",
      },
    ],
  },
  {
    id: "authz-error-other",
    title: "The provider refused the login",
    why: "The provider answered with an error code of its own. Its description is quoted here.",
    remedy: "Look at the provider's documentation of this code, and at its log at this time.",
    shown: ["response_type", "scope"],
  },
];

/** Errors that other rules explain. */
const isExplained = (error: string, prepared: PreparedFlow) =>
  redirectErrors.has(error) ||
  (findSilent(prepared) !== undefined &&
    /^(?:login|consent|interaction)_required$|^account_selection_required$/u.test(error));

/** One rule for each row. */
export const authorizationErrors: readonly Rule[] = rows.map((row) => ({
  id: row.id,
  group: "response",
  rank: "cause",
  severity: "error",
  title: row.title,
  requirement: row.requirement ?? "RFC 6749, section 4.1.2.1",
  ...(row.yieldsTo === undefined ? {} : { yieldsTo: row.yieldsTo }),
  judge(prepared) {
    const { authorization } = prepared.flow;
    if (authorization === undefined) return notApplicable;
    if (authorization.error === undefined) return passed;
    if (isExplained(authorization.error, prepared)) return notApplicable;
    const found = rows.find(
      ({ error, applies = () => true }) =>
        (error === undefined || [error].flat().includes(authorization.error ?? "")) &&
        applies(authorization, prepared),
    );
    if (found !== row) return notApplicable;
    return {
      outcome: "failed",
      ...(row.isMildBefore === true && prepared.next !== undefined
        ? { severity: "warning" as const }
        : {}),
      seen: [...errorOf(authorization), ...row.shown.map((name) => sent(authorization, name))],
      why: row.why,
      remedy: row.remedy,
      ...(row.causes === undefined ? {} : { causes: row.causes }),
    };
  },
}));

function hasPages(messages: readonly AuthMessage[]): boolean {
  return messages.some(({ kind }) => kind === "login-page");
}
