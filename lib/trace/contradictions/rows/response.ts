import type { Contradiction } from "../contradiction.ts";
import { issuer } from "../readers/id-token.ts";
import { requested, plainResponseMode, responded, usedResponseMode } from "../readers/request.ts";

/** The client refuses the response: in a page silently, at a server with a page or a redirect. */
const byClient = {
  at: ["response", "callback", "renewal"],
  by: ["nobody", "server", "page"],
  silentlyAt: "response",
} as const;

/** The values of the authorization response that a client compares. */
export const responseRows: readonly Contradiction[] = [
  {
    id: "state-differs",
    left: responded("state"),
    right: requested("state"),
    relation: "equal-in-query",
    requirement: "RFC 6749, sections 4.1.2 and 10.12",
    title: "The response has another state than the request",
    why: "The client compares the state of the response with that of the login that it started. Another one can be of an attacker.",
    remedy:
      "Start one login at a time, and keep a state for each. Find out which part changed the parameter; do not turn the comparison off.",
    refused: byClient,
  },
  {
    id: "response-of-other-issuer",
    left: responded("iss"),
    right: issuer,
    relation: "equal",
    requirement: "RFC 9207, section 2.4",
    title: "The response is of another issuer",
    why: "The response names its issuer. A client refuses the response of a provider that it did not ask.",
    remedy: "Use one domain for the whole login: the custom domain, or the provider's own.",
    copy: issuer,
    refused: byClient,
    isToleratedInUse: true,
  },
  {
    id: "response-mode-differs",
    left: plainResponseMode,
    right: usedResponseMode,
    relation: "equal",
    requirement: "OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1",
    title: "The response came in another way than the page asked for",
    why: "The page looks for the response where it asked for it, and finds nothing.",
    remedy: "Ask for a response mode that the provider supports for this application.",
    refused: { at: ["response", "callback"], by: ["nobody", "server"] },
  },
];
