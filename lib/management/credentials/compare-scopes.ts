/** The needed scopes that a token has and those that it lacks, in the order of `needed`. */
export interface ScopeComparison {
  has: string[];
  lacks: string[];
}

export function compareScopes(needed: readonly string[], has: readonly string[]): ScopeComparison {
  const held = new Set(has);
  return {
    has: needed.filter((scope) => held.has(scope)),
    lacks: needed.filter((scope) => !held.has(scope)),
  };
}
