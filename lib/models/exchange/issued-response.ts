import type { ExchangeOutcome } from "../../management/exchange/exchange-schemas.ts";
import { decodeToken } from "../../tokens/decode-token.ts";
import { explainClaims, type ClaimExplanation } from "../../tokens/explain-claims.ts";

/**
 * A token of a response. The view masks the token and shows its claims. The token is not verified.
 */
export interface IssuedToken {
  /** The name in the response, such as `access_token`. */
  name: string;
  value: string;
  /** The claims in the order of the token; empty if the token cannot be decoded. */
  claims: ClaimExplanation[];
  /** The reason why the token cannot be decoded. Often, a token is opaque by design. */
  problem?: string;
}

/** Another member of a response, with its name in the response. */
interface IssuedFact {
  name: string;
  value: string;
  /** True unless the member is known to be harmless. */
  isSecret: boolean;
}

/** The decoded response of a token endpoint. */
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
  return { name, value, claims: [], problem: decoded.failure.message };
}
