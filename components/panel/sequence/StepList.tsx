import { useId, useRef, useState } from "preact/hooks";
import type { TranscriptLine } from "../../../lib/runs/describe-steps.ts";
import type { FactPart, TranscriptFact } from "../../../lib/runs/list-facts.ts";
import { Moment } from "../../shared/Moment.tsx";
import { FactGroups } from "./FactGroups.tsx";
import { writeDuration } from "./write-duration.ts";
import "./step-list.css";

const marks = { done: "✓", failed: "✕", waiting: "…" } as const;
const labels = { done: "Done", failed: "Failed", waiting: "Waiting" } as const;

const parts: Readonly<Record<FactPart, string>> = {
  address: "Address",
  query: "Query parameters",
  fragment: "Fragment parameters",
  headers: "Request headers",
  form: "Form data",
  body: "Request body",
  "response-headers": "Response headers",
  response: "Response body",
  message: "Message",
};

/** Focuses a step of the list and opens its values. */
export function focusStep(id: number): void {
  const item = document.getElementById(idOf(id));
  const details = item?.querySelector("details");
  if (details) details.open = true;
  const target = item?.querySelector("summary") ?? item;
  target?.focus();
  target?.scrollIntoView({ block: "nearest" });
}

/** Lists the steps of a run with their values. The values of a failed step are open. */
export function StepList({ lines }: { lines: readonly TranscriptLine[] }) {
  const list = useRef<HTMLOListElement>(null);
  // Two tabs can show a list at the same time.
  const headingId = useId();
  if (lines.length === 0) return null;
  const toggleAll = () => {
    const all = [...(list.current?.querySelectorAll("details") ?? [])];
    const isOpening = all.some(({ open }) => !open);
    for (const details of all) details.open = isOpening;
  };
  return (
    <section class="steps" aria-labelledby={headingId}>
      <div class="steps-bar">
        <h2 id={headingId}>Steps</h2>
        <button type="button" class="button link" onClick={toggleAll}>
          Show or hide all values
        </button>
      </div>
      <ol ref={list} class="transcript" aria-label="Steps of this run">
        {lines.map((line) => (
          <li key={line.id} id={idOf(line.id)} class={line.outcome} tabIndex={-1}>
            {line.facts.length === 0 ? (
              <div class="step-line">
                <Title line={line} />
              </div>
            ) : (
              <Values line={line} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * Folds the values of a step. They are created when the user opens them: a run has a hundred, each
 * with buttons, and most stay folded.
 */
function Values({ line }: { line: TranscriptLine }) {
  const isFailed = line.outcome === "failed";
  const [isOpen, setOpen] = useState(isFailed);
  return (
    <details open={isFailed} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="step-line">
        <Title line={line} />
      </summary>
      {isOpen || isFailed ? <FactGroups groups={groupFacts(line.facts)} /> : null}
    </details>
  );
}

function idOf(id: number): string {
  return `run-step-${id}`;
}

function Title({ line }: { line: TranscriptLine }) {
  const { outcome, at, ms, title, response, waitsFor } = line;
  return (
    <>
      <span class="mark" role="img" aria-label={labels[outcome]}>
        {marks[outcome]}
      </span>{" "}
      <span class="quiet">
        <Moment at={at} style="time" />
      </span>{" "}
      <span class="step-title">
        {title}
        {response === undefined ? null : <code> {response}</code>}
        {waitsFor === undefined ? null : (
          <span class="quiet">
            {" "}
            waiting for {waitsFor} since <Moment at={at} style="time" />
          </span>
        )}
      </span>{" "}
      {ms === undefined || ms < 1 ? null : (
        <span class="step-duration quiet">{writeDuration(ms)}</span>
      )}
    </>
  );
}

/** Groups the values of a step by the part of the message that they were in. */
function groupFacts(facts: readonly TranscriptFact[]) {
  const groups = new Map<FactPart, TranscriptFact[]>();
  for (const fact of facts) groups.set(fact.part, [...(groups.get(fact.part) ?? []), fact]);
  return [...groups].map(([part, members]) => ({ title: parts[part], facts: members }));
}
