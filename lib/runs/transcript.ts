/** A step of a run. Steps are in chronological order. */
export interface TranscriptEntry {
  /** Unix time in ms. */
  at: number;
  title: string;
  outcome: "done" | "failed";
  facts: readonly TranscriptFact[];
}

/** A named value of a step. A secret value is masked until the user reveals it. */
export interface TranscriptFact {
  name: string;
  value: string;
  isSecret: boolean;
}

/**
 * The parameters to mask: credentials, values that lead to credentials, and values that bind a
 * response to its request. See RFC 6749, section 10; RFC 7636; OpenID Connect Core 1.0, section
 * 3.1.2.
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

/** Lists the parameters of a query or fragment in their order. */
export function listParameters(encoded: string): TranscriptFact[] {
  return [...new URLSearchParams(encoded)].map(([name, value]) => ({
    name,
    value,
    isSecret: secretParameters.has(name),
  }));
}
