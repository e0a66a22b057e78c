import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { listAccess, type AccessFact } from "../../../lib/models/trace/list-access.ts";
import type { Evidence } from "../../../lib/trace/evidence.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import type { StepState } from "../../../lib/trace/stop/list-steps.ts";
import type { TraceFinding } from "../../../lib/trace/verdict.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { Moment } from "../../shared/Moment.tsx";
import { FactValue } from "../sequence/FactValue.tsx";
import { FlowStop } from "./FlowStop.tsx";
import { findingMarks, stepMarks, verdictMarks } from "./flow-texts.ts";

type Meaning = NonNullable<JudgedFlow["verdict"]["meaning"]>;

/**
 * Shows the verdict of a flow: its steps and the place of the stop, the proven cause or the possible
 * causes, advice, and the parts that were not seen.
 */
export function FlowVerdict(props: {
  row: JudgedFlow;
  /** The finding to focus. */
  focused: { id: string } | undefined;
  /** Shows a value in its message. */
  onShow: (evidence: Evidence) => void;
}) {
  const { row, focused, onShow } = props;
  const { steps, stop, verdict } = row;
  const proven = verdict.findings.filter(({ rank }) => rank !== "advice");
  const advice = verdict.findings.filter(({ rank }) => rank === "advice");
  useEffect(() => {
    const item = focused === undefined ? null : document.getElementById(idOf(focused.id));
    if (item === null) return;
    item.closest("details")?.setAttribute("open", "");
    item.focus();
    item.scrollIntoView({ block: "nearest" });
  }, [focused]);
  return (
    <div class="flow-verdict">
      {steps.length === 0 ? null : <Steps steps={steps} />}
      {stop === undefined ? (
        <p class={verdict.state} role="status">
          <Outcome verdict={verdict} hasLeak={proven.length > 0} />
        </p>
      ) : (
        <FlowStop stop={stop} onShow={onShow} />
      )}
      {proven.length === 0 ? null : (
        <Findings
          title={stop === undefined ? "Proven" : "Cause"}
          findings={proven}
          onShow={onShow}
        />
      )}
      {proven.length > 0 || verdict.meaning === undefined ? null : (
        <PossibleCauses meaning={verdict.meaning} />
      )}
      <Access facts={listAccess(row.prepared)} onShow={onShow} />
      {advice.length === 0 ? null : (
        <details>
          <summary>Advice ({advice.length})</summary>
          <Findings title="Advice" findings={advice} onShow={onShow} />
        </details>
      )}
      {verdict.unseen.length === 0 ? null : (
        <details>
          <summary>Not seen ({verdict.unseen.length})</summary>
          <ul>
            {verdict.unseen.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Says how a flow without a stop ended. */
function Outcome({ verdict, hasLeak }: { verdict: JudgedFlow["verdict"]; hasLeak: boolean }) {
  if (hasLeak) return "A secret of this flow leaked.";
  if (verdict.recoveredAt === undefined) return verdictMarks[verdict.state].sentence;
  return (
    <>
      It failed, and the same client succeeded at <Moment at={verdict.recoveredAt} style="time" />.
    </>
  );
}

/** Shows how far the flow came. */
function Steps({ steps }: { steps: readonly StepState[] }) {
  return (
    <ol class="flow-steps" aria-label="Steps">
      {steps.map(({ step, state }) => (
        <li key={step} class={state.replace(" ", "-")}>
          <span aria-hidden="true">{stepMarks[state].mark}</span> {step}
          <span class={state === "stopped" || state === "refused" ? "" : "unseen"}>
            : {stepMarks[state].words}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Findings(props: {
  title: string;
  findings: readonly TraceFinding[];
  onShow: (evidence: Evidence) => void;
}) {
  return (
    <ol class="trace-findings" aria-label={props.title}>
      {props.findings.map((finding) => (
        <Finding key={finding.id} finding={finding} onShow={props.onShow} />
      ))}
    </ol>
  );
}

function Finding(props: { finding: TraceFinding; onShow: (evidence: Evidence) => void }) {
  const { id, rank, title, seen, why, remedy, copy, requirement } = props.finding;
  const { mark, word } = findingMarks[rank];
  return (
    <li class={rank} id={idOf(id)} tabIndex={-1}>
      <h3>
        <span class="mark" aria-hidden="true">
          {mark}
        </span>{" "}
        {title}
        <span class="severity">{word}</span>
      </h3>
      <dl>
        {seen.length === 0 ? null : (
          <>
            <dt>Seen</dt>
            <dd>
              {seen.map((evidence, place) => (
                <Seen key={place} evidence={evidence} onShow={props.onShow} />
              ))}
            </dd>
          </>
        )}
        <dt>Why</dt>
        <dd>{why}</dd>
        <dt>Remedy</dt>
        <dd>
          {remedy}
          {copy === undefined ? null : (
            <>
              {" "}
              <code>{copy}</code> <CopyButton name="the value" text={copy} isInline />
            </>
          )}
        </dd>
        <dt>Source</dt>
        <dd class="quiet">
          {requirement} <code>{id}</code>
        </dd>
      </dl>
    </li>
  );
}

function Seen(props: { evidence: Evidence; onShow: (evidence: Evidence) => void }) {
  const { part, name } = props.evidence;
  return (
    <div class="seen">
      {part === name ? null : <span class="quiet">{part} </span>}
      {name} <SeenValue name={name} {...props} />
    </div>
  );
}

function SeenValue(props: {
  name: string;
  evidence: Evidence;
  onShow: (evidence: Evidence) => void;
}) {
  const { name, evidence } = props;
  return (
    <>
      <FactValue name={name} value={evidence.value} isSecret={evidence.isSecret ?? false} />{" "}
      {evidence.message === undefined ? null : (
        <button
          type="button"
          class="button link"
          aria-label={`Show the request with ${name}`}
          onClick={() => props.onShow(evidence)}
        >
          request
        </button>
      )}
    </>
  );
}

/** Shows which access the flow requested, and which it was granted. */
function Access(props: { facts: readonly AccessFact[]; onShow: (evidence: Evidence) => void }) {
  if (props.facts.length === 0) return null;
  return (
    <dl class="flow-access" aria-label="Access">
      {props.facts.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            {value === "as requested" ? (
              value
            ) : (
              <SeenValue name={name} evidence={value} onShow={props.onShow} />
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Shows what the stop means, and its possible causes with their checks. */
function PossibleCauses({ meaning }: { meaning: Meaning }) {
  const { title, means, causes, requirement } = meaning;
  return (
    <section class="possible-causes" aria-label="Possible causes">
      <h3>{title}</h3>
      <p>{means}</p>
      <h4>Possible causes</h4>
      <ol>
        {causes.map(({ cause, check, remedy }) => (
          <li key={cause}>
            {cause} <b>Check:</b> {check} <b>Fix:</b> {remedy}
          </li>
        ))}
      </ol>
      <p class="quiet">{requirement}</p>
    </section>
  );
}

const idOf = (id: string) => `finding-${id}`;
