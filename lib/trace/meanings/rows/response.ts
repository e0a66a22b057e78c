import {
  cookiesBlocked,
  deniedByAction,
  grantTurnedOff,
  malformedRequest,
  providerFailed,
  sessionEnded,
  tooManyRequests,
  userCancelled,
} from "../causes.ts";
import { asksForTokens, isSilent, withParameter } from "../conditions.ts";
import type { MeaningRow } from "../meaning.ts";

const oauth = "RFC 6749, section 4.1.2.1";
const oidc = "OpenID Connect Core, section 3.1.2.6";

const base = { step: ["response"], by: ["provider"] } as const;

/** Errors of the authorization response. */
export const responseRows: readonly MeaningRow[] = [
  {
    ...base,
    codes: ["access_denied"],
    when: withParameter("audience"),
    title: "The provider denied the login",
    means: "The user declined, or the provider refused the audience or the user.",
    causes: [
      {
        cause: "No API has this audience as its identifier, or it is not open to this client.",
        check: "Compare audience with the identifiers of the tenant's APIs.",
        remedy: "Correct the audience, including a slash at the end, or authorize the client.",
      },
      userCancelled,
      deniedByAction,
    ],
    requirement: oauth,
  },
  {
    ...base,
    codes: ["access_denied", "unauthorized"],
    title: "The provider denied the login",
    means: "The user declined, or the provider refused this user or this client.",
    causes: [userCancelled, deniedByAction],
    requirement: oauth,
  },
  {
    ...base,
    codes: ["login_required"],
    when: isSilent,
    title: "The provider saw no session",
    means: "With prompt=none, the provider may not ask the user, and it saw no session.",
    causes: [sessionEnded, cookiesBlocked],
    requirement: oidc,
  },
  {
    ...base,
    codes: ["consent_required"],
    title: "The login needs the user's consent",
    means: "The provider may not show a page, and the user has not consented.",
    causes: [
      {
        cause: "The page runs on localhost, where a consent is never skipped.",
        check: "Look at the host of the page.",
        remedy: "Use another name in the hosts file, such as app.localtest.",
      },
      {
        cause: "A scope or an API is new to the user.",
        check: "Compare scope with that of the last login.",
        remedy: "Log in once with interaction, or let the API skip the consent.",
      },
    ],
    requirement: oidc,
  },
  {
    ...base,
    codes: ["login_required", "interaction_required", "account_selection_required"],
    title: "The provider needs the user, and may not ask",
    means: "The provider has no session that it accepts, and shows no page.",
    causes: [
      sessionEnded,
      {
        cause: "A second factor, a policy or a choice of accounts asks for the user.",
        check: "Read the quoted description. Log in with interaction.",
        remedy: "Log in with interaction, and start no login by itself after this response.",
      },
    ],
    requirement: oidc,
  },
  {
    ...base,
    codes: ["unsupported_response_type"],
    title: "The provider does not support this response type",
    means: "The value is unknown, or its grant is turned off for this client.",
    causes: [grantTurnedOff],
    requirement: oauth,
  },
  {
    ...base,
    codes: ["unauthorized_client"],
    title: "The client may not log in in this way",
    means: "The grant or the connection is not allowed for this application.",
    causes: [
      grantTurnedOff,
      {
        cause: "The connection is not enabled for the application.",
        check: "Open the connections of the application.",
        remedy: "Enable the connection.",
      },
    ],
    requirement: oauth,
  },
  {
    ...base,
    codes: ["invalid_scope"],
    title: "The provider refused the scope",
    means: "A scope is unknown, malformed or not allowed for this client.",
    causes: [
      {
        cause: "The scopes are separated by another character than a space.",
        check: "Read scope of the request.",
        remedy: "Separate scopes with one space.",
      },
      {
        cause: "The provider does not know a scope, or does not allow it for this client.",
        check: "Compare scope with scopes_supported of the discovery document.",
        remedy: "Ask for scopes that the provider lists.",
      },
    ],
    requirement: oauth,
  },
  {
    ...base,
    codes: ["invalid_target"],
    title: "The provider refused the resource",
    means: "The API that resource or audience names is unknown or not open to this client.",
    causes: [
      {
        cause: "The identifier is misspelled.",
        check: "Compare it with the provider's list of APIs, with the slash at the end.",
        remedy: "Send the identifier exactly as the provider lists it.",
      },
    ],
    requirement: "RFC 8707, section 2",
  },
  {
    ...base,
    codes: ["request_not_supported", "request_uri_not_supported", "registration_not_supported"],
    title: "The provider does not support a parameter of the request",
    means: "The provider reads no request object or no reference to one.",
    causes: [
      {
        cause: "The library sends request, request_uri or registration.",
        check: "Read the parameters of the request.",
        remedy: "Send the parameters themselves, or push them (RFC 9126).",
      },
    ],
    requirement: oidc,
  },
  {
    ...base,
    codes: ["invalid_request_object"],
    title: "The provider refused the request object",
    means: "The JWT in request has a wrong signature, issuer or audience, or has expired.",
    causes: [
      {
        cause: "The key or the algorithm is not the registered one.",
        check: "Decode the parameter request, and compare it with the client's settings.",
        remedy: "Sign with the registered key, and for this provider.",
      },
    ],
    requirement: "RFC 9101, section 7",
  },
  {
    ...base,
    codes: ["invalid_request_uri"],
    title: "The provider refused the request_uri",
    means: "The pushed request has expired, was used before, or is of another client.",
    causes: [
      {
        cause: "The request_uri was used late or twice.",
        check: "Compare the times of both requests.",
        remedy: "Push the request for each login, and use its request_uri at once.",
      },
    ],
    requirement: "RFC 9126, section 4",
  },
  {
    ...base,
    codes: ["invalid_request"],
    when: withParameter("connection"),
    title: "The provider refused the request as invalid",
    means: "A parameter is missing, unknown or malformed. The quoted description can name it.",
    causes: [
      {
        cause: "The connection does not exist, or is not enabled for the application.",
        check: "Compare connection with the tenant's list, with case.",
        remedy: "Correct the name, or enable the connection.",
      },
      malformedRequest,
    ],
    requirement: oauth,
  },
  {
    ...base,
    codes: ["invalid_request"],
    when: asksForTokens,
    title: "The provider refused a request for tokens in the redirect",
    means: "The response type, its mode or a missing nonce is not accepted.",
    causes: [
      {
        cause: "The request for an ID token has no nonce.",
        check: "Look for nonce in the request.",
        remedy: "Send a random nonce, and compare it with the claim.",
      },
      {
        cause: "The implicit flow is turned off for the application.",
        check: "Read the quoted description, and the grant types of the application.",
        remedy: "Ask for a code with PKCE.",
      },
      {
        cause: "Tokens may not be returned in the query.",
        check: "Read response_mode of the request.",
        remedy: "Remove response_mode, or ask for a code.",
      },
      malformedRequest,
    ],
    requirement: "RFC 6749, section 4.2.2.1",
  },
  {
    ...base,
    codes: ["invalid_request"],
    title: "The provider refused the request as invalid",
    means: "A parameter is missing, unknown or malformed. The quoted description can name it.",
    causes: [
      malformedRequest,
      {
        cause: "The provider requires PKCE, or another method.",
        check: "Look for code_challenge and code_challenge_method=S256 in the request.",
        remedy: "Send a code_challenge with S256.",
      },
      {
        cause: "The client may not use a parameter, such as this response type.",
        check: "Compare the request with the settings of the application.",
        remedy: "Change the request, or allow the parameter for the application.",
      },
    ],
    requirement: "RFC 6749, section 4.1.2.1; RFC 7636, section 4.4.1",
  },
  {
    ...base,
    codes: ["server_error", "temporarily_unavailable"],
    title: "The provider failed at the login",
    means: "The provider, an action, or a connected identity provider failed.",
    causes: [
      {
        cause: "An action, a rule or an identity provider failed.",
        check: "Look at the tenant's log at this time.",
        remedy: "Correct the code or the settings of the connection.",
      },
      {
        cause: "The login page stayed open until the provider had forgotten the login.",
        check: "Compare the times of the login page and of this response.",
        remedy: "Start the login again.",
      },
      providerFailed,
    ],
    requirement: oauth,
  },
  {
    ...base,
    codes: ["too_many_attempts", "too_many_requests"],
    title: "The provider blocked further attempts",
    means: "Too many attempts were made with this user or from this address.",
    causes: [tooManyRequests],
    requirement: "Contract of the library, error codes",
  },
  {
    ...base,
    codes: ["mfa_required", "mfa_registration_required", "mfa_invalid_code"],
    title: "The provider requires a second factor",
    means: "The user has to prove or to enroll a second factor.",
    causes: [
      {
        cause: "The tenant's policy demands a second factor.",
        check: "Look at the tenant's policy, and at the user's enrolled factors.",
        remedy: "Log in with a redirect, where the provider asks for the factor.",
      },
    ],
    requirement: "Contract of the library, mfa_required",
  },
  {
    ...base,
    title: "The provider refused the login",
    means: "The response has an error. The quoted description can name the reason.",
    causes: [deniedByAction, malformedRequest],
    requirement: oauth,
  },
  {
    step: ["response"],
    by: ["server"],
    title: "The application's server refused the response",
    means: "The response arrived, and the server answered with an error.",
    causes: [
      {
        cause: "The server found no login that fits the response.",
        check: "Look at the server's log, and for its session cookie in the request.",
        remedy: "Start and end the login at one origin, and keep its session cookie.",
      },
    ],
    requirement: oauth,
  },
  {
    step: ["response"],
    by: ["nobody"],
    title: "Nothing followed the authorization response",
    means: "The response left the provider, and no page of the application received it.",
    causes: [
      {
        cause: "The redirect did not reach the application.",
        check: "Open the callback's address in a tab.",
        remedy: "Correct the callback URL, or start its server.",
      },
    ],
    requirement: oauth,
  },
];
