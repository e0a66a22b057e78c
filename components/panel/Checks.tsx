import { useId } from "preact/hooks";
import { plural } from "../../lib/encoding/plural.ts";
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
  return <OpenSection title="Checks" checks={checks} />;
}

const isSettled = ({ outcome }: Check) => outcome === "passed" || outcome === "not-applicable";

/** Lists the checks that need attention: failed, with a warning, or not made. */
export function OpenChecks({ checks }: { checks: readonly Check[] }) {
  const open = checks.filter((check) => !isSettled(check));
  if (open.length === 0) return null;
  const failed = open.filter(({ outcome }) => outcome === "failed").length;
  const title = failed === 0 ? "Open checks" : "Failed and open checks";
  return <OpenSection title={`${title} (${open.length})`} checks={open} />;
}

/** Folds the checks that passed or do not apply. */
export function SettledChecks({ checks }: { checks: readonly Check[] }) {
  const settled = checks.filter(isSettled);
  if (settled.length === 0) return null;
  const passed = settled.filter(({ outcome }) => outcome === "passed").length;
  const others = settled.length - passed;
  return (
    <details class="checks settled">
      <summary>
        <h2>
          {plural(passed, "check")} passed
          {others === 0 ? null : `, ${others.toLocaleString("en")} not applicable`}
        </h2>
      </summary>
      <CheckList label="Passed checks" checks={settled} />
    </details>
  );
}

function OpenSection({ title, checks }: { title: string; checks: readonly Check[] }) {
  // Two tabs can show a list at the same time.
  const headingId = useId();
  return (
    <section class="checks" aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <CheckList label={title} checks={checks} />
    </section>
  );
}

function CheckList({ label, checks }: { label: string; checks: readonly Check[] }) {
  const rank = ({ outcome }: Check) => (outcome === "failed" ? 0 : outcome === "warning" ? 1 : 2);
  const rows = checks.toSorted((one, other) => rank(one) - rank(other));
  return (
    <ul aria-label={label}>
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
