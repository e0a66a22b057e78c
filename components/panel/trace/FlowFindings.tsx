import { useEffect } from "preact/hooks";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import type { TraceFinding } from "../../../lib/trace/judge-flow.ts";
import type { Evidence } from "../../../lib/trace/rules/rule.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { FactValue } from "../sequence/FactValue.tsx";
import { FlowStop } from "./FlowStop.tsx";
import { findingMarks, phaseNames, verdictMarks } from "./flow-texts.ts";

/**
 * Shows the verdict of a flow: where it stopped, the findings with their remedies, root cause
 * first, then what was checked, and what could not be seen.
 */
export function FlowFindings(props: {
  row: JudgedFlow;
  /** The finding to focus. */
  focused: { ruleId: string } | undefined;
  /** Shows a value in its message. */
  onShow: (evidence: Evidence) => void;
}) {
  const { focused } = props;
  const { flow, verdict } = props.row;
  const { sentence } = verdictMarks[verdict.state];
  const { findings } = verdict;
  useEffect(() => {
    if (focused === undefined) return;
    const item = document.getElementById(idOf(focused.ruleId));
    item?.focus();
    item?.scrollIntoView({ block: "nearest" });
  }, [focused]);
  return (
    <div class="flow-findings">
      <FlowStop row={props.row} onShow={props.onShow} />
      {findings.length === 0 ? (
        <p class={`flow-verdict ${verdict.state}`} role="status">
          {verdict.state === "failed"
            ? `It ${phaseNames[flow.phase]}. The capture does not prove a cause.`
            : sentence}
        </p>
      ) : (
        <ol class="trace-findings" aria-label="Findings, root cause first">
          {findings.map((finding) => (
            <Finding key={finding.rule.id} finding={finding} onShow={props.onShow} />
          ))}
        </ol>
      )}
      <OtherResults verdict={verdict} />
    </div>
  );
}

/** Lists the rules that found nothing, and those that cannot tell. */
function OtherResults({ verdict: { judgements } }: Pick<JudgedFlow, "verdict">) {
  const others = {
    passed: judgements.filter(({ result }) => result.outcome === "passed"),
    person: judgements.flatMap(({ rule, result }) =>
      result.outcome === "needs-person" ? [{ rule, result }] : [],
    ),
    unseen: judgements.flatMap(({ rule, result }) =>
      result.outcome === "not-seen" ? [{ rule, result }] : [],
    ),
  };
  return (
    <>
      {others.person.length === 0 ? null : (
        <section>
          <h3>For you to decide ({others.person.length})</h3>
          <ul>
            {others.person.map(({ rule, result }) => (
              <li key={rule.id}>
                {rule.title}: {result.question}
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.unseen.length === 0 ? null : (
        <details>
          <summary>Not seen ({others.unseen.length})</summary>
          <ul>
            {others.unseen.map(({ rule, result }) => (
              <li key={rule.id}>
                {rule.title}: missing is {result.missing}.
              </li>
            ))}
          </ul>
        </details>
      )}
      {others.passed.length === 0 ? null : (
        <details>
          <summary>Passed ({others.passed.length})</summary>
          <ul>
            {others.passed.map(({ rule }) => (
              <li key={rule.id}>
                <span aria-hidden="true">✓</span> not found: {rule.title}
                <span class="quiet"> ({rule.requirement})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Finding(props: { finding: TraceFinding; onShow: (evidence: Evidence) => void }) {
  const { rule, result, rank, severity } = props.finding;
  return (
    <li class={severity} id={idOf(rule.id)} tabIndex={-1}>
      <h3>
        <span class="mark" aria-hidden="true">
          {findingMarks[severity]}
        </span>{" "}
        {result.title ?? rule.title}
        <span class="severity">
          {severity}
          {rank === "advice" ? ", advice" : ""}
        </span>
      </h3>
      <dl>
        {result.seen.length === 0 ? null : (
          <>
            <dt>Seen</dt>
            <dd>
              {result.seen.map((evidence, place) => (
                <Seen key={place} evidence={evidence} onShow={props.onShow} />
              ))}
            </dd>
          </>
        )}
        <dt>Why</dt>
        <dd>{result.why}</dd>
        <dt>Remedy</dt>
        <dd>
          {result.remedy}
          {result.copy === undefined ? null : (
            <>
              {" "}
              <code>{result.copy}</code> <CopyButton name="the value" text={result.copy} isInline />
            </>
          )}
        </dd>
        {result.causes === undefined ? null : (
          <>
            <dt>Causes</dt>
            <dd>
              <ol>
                {result.causes.map(({ cause, check, remedy }) => (
                  <li key={cause}>
                    {cause} <b>Check:</b> {check} <b>Fix:</b> {remedy}
                  </li>
                ))}
              </ol>
            </dd>
          </>
        )}
        <dt>Source</dt>
        <dd class="quiet">
          {rule.requirement} <code>{rule.id}</code>
        </dd>
      </dl>
    </li>
  );
}

function Seen(props: { evidence: Evidence; onShow: (evidence: Evidence) => void }) {
  const { message, part, name, value, isSecret = false } = props.evidence;
  return (
    <div class="seen">
      {part === name ? null : <span class="quiet">{part} </span>}
      {name} <FactValue name={name} value={value} isSecret={isSecret} />{" "}
      {message === undefined ? null : (
        <button
          type="button"
          class="button link"
          aria-label={`Show the request with ${name}`}
          onClick={() => props.onShow(props.evidence)}
        >
          request
        </button>
      )}
    </div>
  );
}

const idOf = (ruleId: string) => `finding-${ruleId}`;
