import {
  callbackNotAllowed,
  clientUnknown,
  codeUsed,
  deniedByAction,
  grantTurnedOff,
  malformedRequest,
  originNotAllowed,
  otherLogin,
  providerFailed,
  tooManyRequests,
} from "../causes.ts";
import { at, both, isHiddenFromPage, withGrant } from "../conditions.ts";
import type { MeaningRow } from "../meaning.ts";

const section = "RFC 6749, section 5.2";
const base = { step: ["token", "renewal"], by: ["provider"], when: at("token") } as const;
const refresh = withGrant("refresh_token");
const code = withGrant("authorization_code");

/** Stops at the token endpoint. */
export const tokenRows: readonly MeaningRow[] = [
  {
    ...base,
    codes: ["400", "401", "403"],
    when: both(at("token"), isHiddenFromPage),
    title: "The provider refused the token request, and the page cannot read why",
    means: "The response has an error and no CORS headers for the page's origin.",
    causes: [
      originNotAllowed,
      {
        cause: "The parameters are not in a form in the body.",
        check: "Compare Content-Type with the body, and look for parameters in the URL.",
        remedy: "Send application/x-www-form-urlencoded, or JSON to a tenant, in the body.",
      },
      {
        cause: "The application is confidential, and a page has no secret.",
        check: "Read the application type and the authentication method of the application.",
        remedy: "Register a single-page application (authentication method none).",
      },
      codeUsed,
    ],
    requirement: "Fetch Standard, section 4.9 (CORS check)",
  },
  {
    ...base,
    codes: ["authorization_pending", "slow_down"],
    title: "The user has not finished the device's login",
    means: "The device has to ask again until its user has agreed.",
    causes: [
      {
        cause: "The user has not entered the code yet.",
        check: "Look at the device and at the user's page.",
        remedy:
          "Ask again in the interval of the response, and five seconds later after slow_down.",
      },
    ],
    requirement: "RFC 8628, section 3.5",
  },
  {
    ...base,
    codes: ["expired_token"],
    title: "The device code has expired",
    means: "The user did not agree in time.",
    causes: [
      {
        cause: "The user did not enter the code within expires_in.",
        check: "Compare the times of both requests.",
        remedy: "Begin again with a new code.",
      },
    ],
    requirement: "RFC 8628, section 3.5",
  },
  {
    ...base,
    codes: ["invalid_dpop_proof", "use_dpop_nonce"],
    title: "The provider refused the DPoP proof",
    means: "The proof is missing, malformed, too old, or lacks the nonce of the server.",
    causes: [
      {
        cause: "The proof is not for this request, or its time is wrong.",
        check: "Compare htm and htu with the request, and iat with the clock.",
        remedy: "Create one proof for each request, and repeat it with the nonce of DPoP-Nonce.",
      },
    ],
    requirement: "RFC 9449, sections 5 and 8",
  },
  {
    ...base,
    codes: ["429", "too_many_attempts", "too_many_requests"],
    title: "The provider limits the rate of token requests",
    means: "The provider received more requests than it accepts in this time.",
    causes: [tooManyRequests],
    requirement: "RFC 6585, section 4",
  },
  {
    ...base,
    codes: ["mfa_required"],
    title: "The provider requires a second factor",
    means: "The credentials were right, and the user has to prove a second factor.",
    causes: [
      {
        cause: "The tenant's policy demands a second factor.",
        check: "Look at the tenant's policy.",
        remedy: "Log in with a redirect, or continue with the mfa_token of the response.",
      },
    ],
    requirement: "Contract of the library, mfa_required",
  },
  {
    ...base,
    codes: ["requires_verification"],
    title: "The provider asks for a captcha",
    means: "Bot detection suspects this login, and wants a verification.",
    causes: [
      {
        cause: "Bot detection is turned on for this tenant.",
        check: "Open the attack protection of the tenant.",
        remedy: "Show the captcha and send its answer, or log in with a redirect.",
      },
    ],
    requirement: "Contract of the library, error codes",
  },
  {
    ...base,
    codes: ["invalid_grant", "invalid_refresh_token"],
    when: refresh,
    title: "The provider refused the refresh token",
    means: "The token has expired, was revoked, was replaced, or is of another client.",
    causes: [
      {
        cause: "The refresh token was replaced before, and the page kept the old one.",
        check: "Look for an earlier renewal, also in another tab.",
        remedy: "Store the new refresh token of each response. Let one tab renew at a time.",
      },
      {
        cause: "The refresh token has expired, or the session was revoked.",
        check: "Compare its age with the lifetimes of the application.",
        remedy: "Log in again.",
      },
      {
        cause: "The refresh token is of another client.",
        check: "Compare client_id with that of the login.",
        remedy: "Use one configuration for both requests.",
      },
    ],
    requirement: section,
  },
  {
    ...base,
    codes: ["invalid_grant", "bad_verification_code"],
    when: code,
    title: "The provider refused the code",
    means: "The code has expired, was used, or belongs to another login.",
    causes: [
      codeUsed,
      otherLogin,
      {
        cause: "redirect_uri, client or verifier are not those of the login.",
        check: "Compare them with the authorization request, character by character.",
        remedy: "Use one configuration for both requests.",
      },
    ],
    requirement: section,
  },
  {
    ...base,
    codes: ["invalid_grant", "access_denied", "invalid_user_password"],
    when: withGrant("password-realm"),
    title: "The provider refused the credentials",
    means: "The user name or the password is wrong, or the user may not log in.",
    causes: [
      {
        cause: "The password is wrong, or the user is blocked.",
        check: "Try the same at the provider's own login page.",
        remedy: "Enter the right password, or unblock the user.",
      },
      deniedByAction,
    ],
    requirement: "RFC 6749, section 4.3",
  },
  {
    ...base,
    codes: ["invalid_grant", "invalid_request", "invalid_target", "access_denied"],
    when: withGrant("token-exchange"),
    title: "The provider did not exchange the token",
    means: "No profile takes this type of token, or its action refused the token.",
    causes: [
      {
        cause: "No token exchange profile has this subject_token_type.",
        check: "Compare subject_token_type with the profiles of the tenant.",
        remedy: "Create the profile, or correct the type.",
      },
      {
        cause: "The action of the profile refused the token.",
        check: "Look at the tenant's log at this time.",
        remedy: "Correct the action, or send another token.",
      },
    ],
    requirement: "RFC 8693, section 2.2.2",
  },
  {
    ...base,
    codes: ["invalid_grant"],
    title: "The provider refused the credentials of this grant",
    means: "The credentials are wrong, expired, used or of another client.",
    causes: [
      {
        cause: "The password, the one-time code or the assertion is wrong or has expired.",
        check: "Try the same at the provider's own login page.",
        remedy: "Enter new credentials.",
      },
      codeUsed,
    ],
    requirement: section,
  },
  {
    ...base,
    codes: ["invalid_client", "incorrect_client_credentials"],
    title: "The provider did not authenticate the client",
    means: "The client is unknown, or did not authenticate as it is registered.",
    causes: [
      {
        cause: "The application is confidential, and a page has no secret.",
        check: "Read the application type and the authentication method of the application.",
        remedy: "Register a single-page application (authentication method none).",
      },
      {
        cause: "The secret is wrong, or was sent in another way than registered.",
        check: "Compare the method (basic or post) and the secret with the settings.",
        remedy: "Correct the method or the secret.",
      },
      clientUnknown,
    ],
    requirement: section,
  },
  {
    ...base,
    codes: ["unauthorized_client", "unsupported_grant_type"],
    title: "The client may not use this grant",
    means: "The grant type is not allowed for this application, or is unknown.",
    causes: [grantTurnedOff],
    requirement: section,
  },
  {
    ...base,
    codes: ["invalid_scope"],
    title: "The provider refused the scope of the token request",
    means: "A scope is unknown or not allowed, or a renewal asks for more than the login got.",
    causes: [
      {
        cause: "The request asks for a scope that the login did not get.",
        check: "Compare scope with that of the login.",
        remedy: "Leave scope out of the renewal, or log in with the new scope.",
      },
    ],
    requirement: section,
  },
  {
    ...base,
    codes: ["invalid_target"],
    title: "The provider refused the API of the token request",
    means: "The API that resource or audience names is unknown or not open to this client.",
    causes: [
      {
        cause: "The identifier is misspelled, or was not part of the login.",
        check: "Compare it with the provider's list of APIs.",
        remedy: "Send the identifier exactly as the provider lists it.",
      },
    ],
    requirement: "RFC 8707, section 2.2",
  },
  {
    ...base,
    codes: ["login_required", "interaction_required", "consent_required"],
    title: "The provider needs the user before it issues tokens",
    means: "The session or the consent is not enough, and a token request cannot show a page.",
    causes: [
      {
        cause: "A second factor, a policy or a new scope asks for the user.",
        check: "Read the quoted description.",
        remedy: "Start a login with interaction.",
      },
    ],
    requirement: "OpenID Connect Core, section 3.1.2.6",
  },
  {
    ...base,
    codes: ["access_denied", "unauthorized"],
    title: "The provider denied the tokens",
    means: "The request is right, and the user or a rule refused it.",
    causes: [deniedByAction, grantTurnedOff],
    requirement: section,
  },
  {
    ...base,
    codes: ["invalid_request", "400"],
    when: refresh,
    title: "The provider cannot read the renewal",
    means: "The request has no refresh token, or a parameter that does not fit.",
    causes: [
      {
        cause: "The login got no refresh token.",
        check:
          "Look for offline_access in scope of the login, and for refresh_token in its response.",
        remedy: "Ask for offline_access, and allow it for the application and the API.",
      },
      malformedRequest,
    ],
    requirement: "RFC 6749, section 6",
  },
  {
    ...base,
    codes: ["invalid_request", "400", "415", "unsupported_media_type"],
    title: "The provider cannot read the token request",
    means: "A parameter is missing, repeated or malformed, or the body has another format.",
    causes: [
      {
        cause: "The parameters are not in a form in the body.",
        check: "Compare Content-Type with the body, and look for parameters in the URL.",
        remedy: "Send application/x-www-form-urlencoded, or JSON to a tenant, in the body.",
      },
      {
        cause: "client_id, code or code_verifier is missing.",
        check: "Compare the request with one that works.",
        remedy: "Send the parameters of the grant.",
      },
      {
        cause: "The request has a secret or a verifier that does not fit the client.",
        check: "Read the quoted description.",
        remedy: "Register a single-page application, and use PKCE.",
      },
    ],
    requirement: section,
  },
  {
    ...base,
    codes: ["404", "405"],
    title: "There is no token endpoint at this address",
    means: "The server does not know the address, or takes another method.",
    causes: [
      {
        cause: "The address is not that of the provider's token endpoint.",
        check: "Compare it with token_endpoint of the discovery document.",
        remedy: "Use this address, with POST.",
      },
    ],
    requirement: "RFC 6749, section 3.2",
  },
  {
    ...base,
    codes: ["500", "502", "503", "504", "server_error", "temporarily_unavailable"],
    title: "The provider failed at the token request",
    means: "The provider, an action, or a proxy before it failed.",
    causes: [
      providerFailed,
      {
        cause: "An action of the tenant failed.",
        check: "Look at the tenant's log at this time.",
        remedy: "Correct the action.",
      },
    ],
    requirement: "RFC 9110, section 15.6",
  },
  {
    step: ["token"],
    by: ["provider"],
    title: "The provider refused the token request",
    means: "The quoted code and description tell why.",
    causes: [malformedRequest, codeUsed, clientUnknown],
    requirement: section,
  },
  {
    step: ["token"],
    by: ["server"],
    title: "A server refused the token request",
    means: "The page sends the request to a server, which answered with an error.",
    causes: [
      {
        cause: "The server could not redeem the code.",
        check: "Look at the server's log.",
        remedy: "Correct the settings of the server.",
      },
      callbackNotAllowed,
    ],
    requirement: section,
  },
  {
    step: ["token"],
    by: ["nobody"],
    title: "Nothing followed the token request",
    means: "The response has no tokens that the page could use, or its body was not seen.",
    causes: [
      {
        cause: "The response is no JSON with tokens, such as a page of a proxy.",
        check: "Read the response of this request.",
        remedy: "Correct the address of the token endpoint.",
      },
      {
        cause: "The page refused the tokens.",
        check: "Look at the Console, and open the ID token in the Tokens tab.",
        remedy: "Correct what the Tokens tab reports.",
      },
    ],
    requirement: "RFC 6749, section 5.1",
  },
];
