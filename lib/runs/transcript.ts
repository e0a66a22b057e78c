/** One thing that happened during a run, in the order in which it happened. */
export interface TranscriptEntry {
  /** Unix time in ms. */
  at: number;
  title: string;
  outcome: "done" | "failed";
  facts: readonly TranscriptFact[];
}

/** A named value of a step. A secret one is masked until somebody asks for it. */
export interface TranscriptFact {
  name: string;
  value: string;
  isSecret: boolean;
}

/**
 * Parameters that are, or lead to, credentials: tokens and codes, and the values that bind a response to its request
 * (RFC 6749, section 10; RFC 7636; OpenID Connect Core 1.0, section 3.1.2).
 */
const secretParameters = new Set([
  "access_token",
  "id_token",
  "refresh_token",
  "code",
  "code_verifier",
  "client_secret",
  "id_token_hint",
  "login_ticket",
  "password",
  "otp",
  "state",
  "nonce",
]);

/** The parameters of a query or fragment as facts, in their own order. */
export function listParameters(encoded: string): TranscriptFact[] {
  return [...new URLSearchParams(encoded)].map(([name, value]) => ({
    name,
    value,
    isSecret: secretParameters.has(name),
  }));
}
