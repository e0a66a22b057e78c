import type { Contradiction } from "../contradiction.ts";
import {
  authorizationEndpoint,
  lastOfRepeated,
  maxAgeZero,
  promptNone,
  repeatedParameter,
  secretInUrl,
} from "../readers/request.ts";
import { absentChallenge, redeemed } from "../readers/token-request.ts";

/** The values of the authorization request that do not fit the rest of the flow. */
export const requestRows: readonly Contradiction[] = [
  {
    id: "parameter-repeated",
    left: repeatedParameter,
    right: lastOfRepeated,
    relation: "never",
    requirement: "RFC 6749, section 3.1",
    title: "The request repeats a parameter",
    why: "A parameter may occur once. A provider refuses the request, or takes one of both values.",
    remedy: "Send the parameter once.",
    refused: { at: ["request", "response"], by: ["provider"] },
  },
  {
    id: "secret-in-url",
    left: secretInUrl,
    right: authorizationEndpoint,
    relation: "never",
    requirement: "RFC 9700, section 4.3; RFC 6749, section 2.3.1",
    title: "The login URL contains a secret",
    why: "URLs are in the history, in logs of servers and proxies, and in the Referer.",
    remedy: "Remove the parameter from the URL, and rotate what leaked.",
    isLeak: true,
  },
  {
    id: "max-age-zero-with-prompt-none",
    left: maxAgeZero,
    right: promptNone,
    relation: "never",
    requirement: "OpenID Connect Core, section 3.1.2.1",
    title: "The request demands a new login and forbids to ask for one",
    why: "max_age=0 demands that the user logs in again, and prompt=none forbids to show a page.",
    remedy: "Leave out one of both parameters.",
    refused: { at: ["response", "renewal"], by: ["provider"] },
  },
  {
    id: "verifier-without-challenge",
    left: redeemed("code_verifier"),
    right: absentChallenge,
    relation: "never",
    requirement: "RFC 9700, section 2.1.1; RFC 7636, section 4.6",
    title: "The token request has a code verifier, and the login had no challenge",
    why: "A provider refuses a verifier for a code without a challenge, to prevent a downgrade.",
    remedy: "Send code_challenge and code_challenge_method=S256 with the authorization request.",
    refused: { at: ["token"], by: ["provider"] },
  },
];
