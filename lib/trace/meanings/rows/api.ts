import {
  providerFailed,
  scopeMissing,
  tokenEnded,
  tokenOfOtherApi,
  tooManyRequests,
  userMayNot,
} from "../causes.ts";
import type { MeaningRow } from "../meaning.ts";

const section = "RFC 6750, section 3.1";
const base = { step: ["api"], by: ["server", "provider", "browser"] } as const;

/** Stops at calls with an access token. */
export const apiRows: readonly MeaningRow[] = [
  {
    ...base,
    codes: ["insufficient_scope"],
    title: "The access token lacks a scope for this call",
    means: "The API accepts the token, and this call needs more.",
    causes: [scopeMissing, userMayNot],
    requirement: section,
  },
  {
    ...base,
    codes: ["invalid_dpop_proof", "use_dpop_nonce"],
    title: "The API refused the DPoP proof",
    means: "The proof is missing, malformed, too old, or lacks the nonce of the server.",
    causes: [
      {
        cause: "The proof is not for this request and this token.",
        check: "Compare htm, htu and ath with the request.",
        remedy: "Create one proof for each request, and repeat it with the nonce of DPoP-Nonce.",
      },
    ],
    requirement: "RFC 9449, section 7.1",
  },
  {
    ...base,
    codes: ["invalid_token", "401"],
    title: "The API refused the access token",
    means: "The token is expired, revoked, malformed, or for another API.",
    causes: [
      tokenOfOtherApi,
      tokenEnded,
      {
        cause: "The page sent another token than the access token, or none.",
        check: "Read the header Authorization of this request.",
        remedy: "Send Authorization: Bearer with the access token.",
      },
      {
        cause: "The API expects another issuer, algorithm or clock.",
        check: "Compare iss and alg of the token with the settings of the API. Look at its log.",
        remedy: "Correct the settings of the API.",
      },
    ],
    requirement: section,
  },
  {
    ...base,
    codes: ["403"],
    title: "The API forbids this call",
    means: "The API accepted the token, and this user or client may not do this.",
    causes: [scopeMissing, userMayNot],
    requirement: "RFC 9110, section 15.5.4",
  },
  {
    ...base,
    codes: ["429"],
    title: "The API limits the rate of calls",
    means: "Too many calls came in a short time.",
    causes: [tooManyRequests],
    requirement: "RFC 6585, section 4",
  },
  {
    ...base,
    codes: ["500", "502", "503", "504"],
    title: "The API failed",
    means: "The API, or a proxy before it, answered with an error of its own.",
    causes: [providerFailed],
    requirement: "RFC 9110, section 15.6",
  },
  {
    step: ["api"],
    by: ["server", "provider"],
    title: "The API refused the call",
    means: "The status and the quoted description tell why.",
    causes: [tokenOfOtherApi, tokenEnded, userMayNot],
    requirement: section,
  },
  {
    step: ["api"],
    by: ["nobody"],
    title: "Nothing followed the call",
    means: "The call was answered, and the page did not continue.",
    causes: [
      {
        cause: "The page could not use the response.",
        check: "Look at the Console of the page.",
        remedy: "Correct the code that reads the response.",
      },
    ],
    requirement: section,
  },
];
