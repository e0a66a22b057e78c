import { explainScope } from "../../management/credentials/scopes.ts";
import type { TokenReport } from "../../tokens/inspect-token.ts";

/** A scope with one sentence about what it allows. */
export interface ExplainedScope {
  scope: string;
  explanation: string;
}

/** Limits the list for a token with very many scopes. */
const maxScopes = 300;

/** Explains scopes, each once, in the order given. */
export function explainScopes(scopes: readonly string[]): ExplainedScope[] {
  return [...new Set(scopes)]
    .slice(0, maxScopes)
    .map((scope) => ({ scope, explanation: explainScope(scope) }));
}

/** Explains the scope claim of a token (RFC 8693, section 4.2), if there is one. */
export function explainScopeClaim(report: TokenReport | undefined): ExplainedScope[] {
  if (report === undefined || report.kind === "unreadable") return [];
  const claim = report.claims.find(({ name }) => name === "scope")?.value;
  if (typeof claim !== "string") return [];
  return explainScopes(claim.split(" ").filter((scope) => scope !== ""));
}
