import type { Check } from "../../../lib/tokens/checks/check.ts";
import { Moment } from "../../shared/Moment.tsx";
import "./checks.css";

const marks = { passed: "✓", failed: "✕", "not-applicable": "–" } as const;
const labels = { passed: "Passed", failed: "Failed", "not-applicable": "Not applicable" } as const;

/**
 * Lists the checks of a login with the values that they compared. Failed checks come first;
 * otherwise the order is fixed.
 */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const isFailed = ({ outcome }: Check) => outcome === "failed";
  const rows = [...checks.filter(isFailed), ...checks.filter((check) => !isFailed(check))];
  return (
    <section class="checks" aria-labelledby="checks-heading">
      <h2 id="checks-heading">Checks</h2>
      <ul aria-labelledby="checks-heading">
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
