import { readMember, type JsonObject } from "../../encoding/json.ts";
import { explainScope } from "../../management/credentials/scopes.ts";

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
export function explainScopeClaim(payload: JsonObject | undefined): ExplainedScope[] {
  const claim = payload === undefined ? undefined : readMember(payload, "scope");
  if (typeof claim !== "string") return [];
  return explainScopes(claim.split(" ").filter((scope) => scope !== ""));
}

/** Explains the permissions of an access token, if it lists any. Their names are scopes. */
export function explainPermissionsClaim(payload: JsonObject | undefined): ExplainedScope[] {
  const claim = payload === undefined ? undefined : readMember(payload, "permissions");
  if (!Array.isArray(claim)) return [];
  return explainScopes(claim.filter((permission) => typeof permission === "string"));
}
