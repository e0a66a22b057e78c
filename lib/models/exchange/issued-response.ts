import type { ExchangeOutcome } from "../../management/exchange/exchange-schemas.ts";
import { decodeToken } from "../../tokens/decode-token.ts";
import { explainClaims, type ClaimExplanation } from "../../tokens/explain-claims.ts";

/** A token of a response. The view masks it and shows its claims; nothing of it is verified. */
export interface IssuedToken {
  /** The response's own name for it: `access_token`. */
  name: string;
  value: string;
  /** What it says, in its own order; none when it cannot be read. */
  claims: ClaimExplanation[];
  /** Why it cannot be read: most often since it is opaque by design. */
  words?: string;
}

/** What else a response says, in the response's own names. */
interface IssuedFact {
  name: string;
  value: string;
  /** True for what nobody here knows to be harmless. */
  isSecret: boolean;
}

/** The response of a token endpoint, taken apart. */
export interface IssuedResponse {
  tokens: IssuedToken[];
  facts: IssuedFact[];
}

type ExchangeResponse = Extract<ExchangeOutcome, { kind: "issued" }>["response"];

const tokenNames = ["access_token", "id_token", "refresh_token"];
const harmless = new Set(["token_type", "expires_in", "scope", "issued_token_type"]);

/** Decodes the tokens of a response (RFC 8693, section 2.2.1). `now` is Unix time in ms. */
export function readIssued(response: ExchangeResponse, now: number): IssuedResponse {
  const entries = Object.entries(response).filter(([, value]) => value !== undefined);
  return {
    tokens: entries.flatMap(([name, value]) =>
      tokenNames.includes(name) && typeof value === "string" ? [readToken(name, value, now)] : [],
    ),
    facts: entries
      .filter(([name]) => !tokenNames.includes(name))
      .map(([name, value]) => ({
        name,
        value: typeof value === "string" ? value : JSON.stringify(value),
        isSecret: !harmless.has(name),
      })),
  };
}

function readToken(name: string, value: string, now: number): IssuedToken {
  const decoded = decodeToken(value);
  if (decoded.ok) return { name, value, claims: explainClaims(decoded.token.payload, { now }) };
  return { name, value, claims: [], words: decoded.failure.message };
}
