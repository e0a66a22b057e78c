import { explainScope } from "../../management/credentials/scopes.ts";
import type { TokenReport } from "../../tokens/inspect-token.ts";

/** A scope with what it lets its bearer do. */
export interface ExplainedScope {
  scope: string;
  explanation: string;
}

/** A token may name any number; a person reads no more. */
const maxScopes = 300;

/** Explains scopes, each once, in the order given. */
export function explainScopes(scopes: readonly string[]): ExplainedScope[] {
  return [...new Set(scopes)]
    .slice(0, maxScopes)
    .map((scope) => ({ scope, explanation: explainScope(scope) }));
}

/** The scopes that a token claims to have (RFC 8693, section 4.2); none when it says nothing of them. */
export function explainScopeClaim(report: TokenReport | undefined): ExplainedScope[] {
  if (report === undefined || report.kind === "unreadable") return [];
  const claim = report.claims.find(({ name }) => name === "scope")?.value;
  if (typeof claim !== "string") return [];
  return explainScopes(claim.split(" ").filter((scope) => scope !== ""));
}
