import type { Contradiction } from "../contradiction.ts";
import {
  bearerScheme,
  boundKey,
  challengedScope,
  expiryOfCall,
  idTokenOfCall,
  issuedAccessToken,
  originOfOtherApi,
  providerAudience,
  scopeOfCall,
  subjectOfUserInfo,
  timeOfCall,
} from "../readers/api.ts";
import { claimed } from "../readers/id-token.ts";

const byApi = { at: ["api", "renewal"], by: ["server", "browser"] } as const;

/** The values of calls with a token that an API compares. */
export const apiRows: readonly Contradiction[] = [
  {
    id: "id-token-sent-to-api",
    left: idTokenOfCall,
    right: issuedAccessToken,
    relation: "equal",
    requirement: "RFC 9068, section 5; OpenID Connect Core, section 2",
    title: "The page sent an ID token to an API",
    why: "An ID token tells the application who logged in. An API accepts access tokens only.",
    remedy: "Send the access_token of the same response.",
    refused: byApi,
  },
  {
    id: "access-token-expired",
    left: timeOfCall,
    right: expiryOfCall,
    relation: "before",
    requirement: "RFC 6750, section 3.1",
    title: "The access token had expired when the page sent it",
    why: "An API refuses a token after its lifetime.",
    remedy:
      "Get a new token before the call: renew silently, or use the refresh token, some seconds before the token expires.",
    refused: byApi,
  },
  {
    id: "bound-token-as-bearer",
    left: boundKey,
    right: bearerScheme,
    relation: "never",
    requirement: "RFC 9449, section 7.1",
    title: "The page sent a DPoP token as a bearer token",
    why: "The token is bound to a key (cnf.jkt). An API accepts it only with a proof of this key.",
    remedy: "Send the token with the scheme DPoP, and a proof for this request in the header DPoP.",
    refused: byApi,
  },
  {
    id: "audience-of-provider",
    left: providerAudience,
    right: originOfOtherApi,
    relation: "equal",
    requirement: "RFC 9068, section 4; RFC 7519, section 4.1.3",
    title: "The access token is for the provider, not for this API",
    why: "aud lists the APIs that the token is for. It names the provider alone.",
    remedy:
      "Log in, or renew, with the audience of the API that the page calls and with its scopes.",
    refused: byApi,
  },
  {
    id: "scope-of-call",
    left: challengedScope,
    right: scopeOfCall,
    relation: "one-of",
    requirement: "RFC 6750, section 3.1",
    title: "The access token lacks a scope for this call",
    why: "The API names the scope that this call needs, and the token does not have it.",
    remedy:
      "Log in, or renew, with this scope. If it is missing again, the user or the application may not have it.",
    copy: challengedScope,
    refused: byApi,
  },
  {
    id: "user-info-of-other-user",
    left: subjectOfUserInfo,
    right: claimed("sub"),
    relation: "equal",
    requirement: "OpenID Connect Core, section 5.3.2",
    title: "The user info is of another user than the ID token",
    why: "Both must have the same sub. Otherwise the access token belongs to another user.",
    remedy:
      "Discard the user info and log in again. Keep the access token and the ID token of one response together.",
    refused: {
      at: ["api", "token", "response", "callback"],
      by: ["nobody", "page"],
      silentlyAt: "api",
    },
  },
];
