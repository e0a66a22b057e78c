import type { Risk } from "../../../lib/runs/operation.ts";

/** Lists the ways in which an operation can fail, with their remedies. */
export function Risks({ risks }: { risks: readonly Risk[] }) {
  if (risks.length === 0) return null;
  return (
    <details class="wide">
      <summary>What can go wrong</summary>
      <dl class="risks">
        {risks.map(({ error, cause, remedy }) => (
          <div key={`${error} ${cause}`}>
            <dt>
              <code>{error}</code>
            </dt>
            <dd>
              {cause} <b>Fix:</b> {remedy}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
