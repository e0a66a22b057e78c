import { useId } from "preact/hooks";
import type { Finding } from "../../../lib/tokens/finding.ts";

const marks = { error: "✕", warning: "!", note: "i" } as const;

/** Lists findings that the verdict does not state, worst first, each with its remedy. */
export function Findings(props: { title: string; findings: readonly Finding[] }) {
  const { title, findings } = props;
  const headingId = useId();
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>
        {title} ({findings.length})
      </h2>
      <ul class="findings">
        {findings.map((finding) => (
          <li key={finding.id} class={finding.severity}>
            <h3>
              <span class="mark" aria-hidden="true">
                {marks[finding.severity]}
              </span>{" "}
              {finding.title}
              <span class="verdict">
                {finding.severity}
                {finding.libraryError === undefined ? null : <code> {finding.libraryError}</code>}
              </span>
            </h3>
            <dl>
              <dt>Found</dt>
              <dd>{finding.seen}</dd>
              <dt>Why</dt>
              <dd>{finding.why}</dd>
              <dt>Remedy</dt>
              <dd>{finding.remedy}</dd>
              <dt>Source</dt>
              <dd class="quiet">{finding.source}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
