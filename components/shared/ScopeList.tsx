import type { ExplainedScope } from "../../lib/models/tokens/explain-scopes.ts";

/** Lists scopes with the actions that each permits. */
export function ScopeList({ scopes }: { scopes: readonly ExplainedScope[] }) {
  return (
    <dl class="explained-scopes">
      {scopes.map(({ scope, explanation }) => (
        <div key={scope}>
          <dt>
            <code>{scope}</code>
          </dt>
          <dd class="quiet">{explanation}</dd>
        </div>
      ))}
    </dl>
  );
}
