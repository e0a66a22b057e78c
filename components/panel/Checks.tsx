import { useId } from "preact/hooks";
import type { Check } from "../../lib/tokens/checks/check.ts";
import { Moment } from "../shared/Moment.tsx";
import "./checks.css";

const marks = {
  passed: "✓",
  failed: "✕",
  warning: "!",
  "not-checked": "?",
  "not-applicable": "–",
} as const;
const labels = {
  passed: "Passed",
  failed: "Failed",
  warning: "Warning",
  "not-checked": "Not checked",
  "not-applicable": "Not applicable",
} as const;

/**
 * Lists the checks of a login or a token with the compared values. Failed checks come first, then
 * warnings; otherwise the order is fixed.
 */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const rank = ({ outcome }: Check) => (outcome === "failed" ? 0 : outcome === "warning" ? 1 : 2);
  const rows = checks.toSorted((one, other) => rank(one) - rank(other));
  // Two tabs can show a list at the same time.
  const headingId = useId();
  return (
    <section class="checks" aria-labelledby={headingId}>
      <h2 id={headingId}>Checks</h2>
      <ul aria-labelledby={headingId}>
        {rows.map((check) => (
          <li key={check.id} class={check.outcome}>
            <span class="mark" role="img" aria-label={labels[check.outcome]}>
              {marks[check.outcome]}
            </span>
            <h3 title={check.source}>{check.title}</h3>
            <div class="result">
              <p>{check.message}</p>
              {check.remedy === undefined ? null : (
                <p>
                  <b>Fix:</b> {check.remedy}
                </p>
              )}
              <Compared check={check} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Compared({ check: { compared } }: { check: Check }) {
  if (compared.length === 0) return null;
  return (
    <dl>
      {compared.map(({ label, value, at }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {at === undefined ? (
              <code>{value}</code>
            ) : (
              <>
                <Moment at={at} />, {value}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
