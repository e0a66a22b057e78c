import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { plural } from "../../../lib/encoding/plural.ts";
import { shorten } from "../../../lib/encoding/shorten.ts";
import type { RunView } from "../../../lib/models/runs/run-view.ts";
import type { ComparedLogin } from "../../../lib/models/trace/compare-model.ts";
import type { RunFlow } from "../../../lib/models/trace/run-flows.ts";
import type { TraceModel } from "../../../lib/models/trace/trace-model.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type {
  ComparedFlowMessage,
  ComparedFlowValue,
} from "../../../lib/trace/compare/flow-comparison.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { Moment, writeClock } from "../../shared/Moment.tsx";
import { verdictMarks } from "./flow-texts.ts";
import "./flow-comparison.css";

/** Compares the opened flow with another one of the list or with a run, which the user selects. */
export function FlowComparison({ model }: { model: InstanceType<typeof TraceModel> }) {
  const { comparison } = model;
  const others = comparison.others.value;
  const runs = comparison.runs.value;
  const isAlone = others.length === 0 && runs.length === 0;
  const place = useRef<HTMLElement>(null);
  const isOpen = comparison.isPicking.value;
  useMovedFocus(place, isOpen);
  if (!isOpen) {
    return (
      <span ref={place}>
        <button
          type="button"
          class="button"
          disabled={isAlone}
          title={
            isAlone
              ? "There is no other flow of this kind. Repeat it, run it again, or import a file."
              : "Shows what differs from another login of the list, or from a run."
          }
          onClick={comparison.start}
        >
          Compare with…
        </button>
      </span>
    );
  }
  return (
    <section class="flow-comparison" aria-label="Comparison" ref={place}>
      <div class="actions">
        <label class="actions">
          Compare with
          <select
            value={comparison.otherId.value ?? ""}
            onChange={(event) => comparison.pick(event.currentTarget.value)}
          >
            <CapturedOptions rows={others} />
            <RunOptions runs={runs} />
          </select>
        </label>
        <button type="button" class="button" onClick={comparison.end}>
          Close comparison
        </button>
      </div>
      <Result model={model} />
    </section>
  );
}

function CapturedOptions({ rows }: { rows: readonly JudgedFlow[] }) {
  if (rows.length === 0) return null;
  return (
    <optgroup label="Captured">
      {rows.map(({ flow, verdict }) => (
        <option key={flow.id} value={flow.id}>
          {writeClock(new Date(flow.startedAt))} {writeName(flow.clientId ?? flow.host)},{" "}
          {verdictMarks[verdict.state].word}
        </option>
      ))}
    </optgroup>
  );
}

/** Offers the runs whose requests are in memory. Other runs have nothing to compare. */
function RunOptions({ runs }: { runs: readonly RunFlow[] }) {
  if (runs.length === 0) return null;
  return (
    <optgroup label="Runs">
      {runs.map(({ run: { id, view } }) => (
        <option key={id} value={id}>
          {writeClock(new Date(view.startedAt))} {describeRun(view)}
        </option>
      ))}
    </optgroup>
  );
}

const outcomeWords = {
  succeeded: "succeeded",
  refused: "refused",
  unanswered: "no answer",
  cancelled: "cancelled",
} as const;

function describeRun({ operation, outcome }: RunView): string {
  return `${operation.title}, ${outcomeWords[outcome?.kind ?? "unanswered"]}`;
}

/** Moves the focus into an opened comparison, and back to its button. */
function useMovedFocus(place: RefObject<HTMLElement | null>, isOpen: boolean) {
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    place.current?.querySelector<HTMLElement>("select, button")?.focus();
  }, [isOpen, place]);
}

function Result({ model: { comparison } }: { model: InstanceType<typeof TraceModel> }) {
  const result = comparison.result.value;
  const pair = comparison.pair.value;
  if (result === undefined || pair === undefined) return null;
  const { different, same } = result.counts;
  return (
    <>
      <h3>
        Comparison ({different} different, {same} same)
      </h3>
      <p role="status">
        <b>
          {writeName(
            result.headline ?? "The logins differ only in values that every login has of its own.",
          )}
        </b>
      </p>
      <dl class="facts">
        <LoginName title="First" login={pair.first} />
        <LoginName title="Second" login={pair.second} />
      </dl>
      {pair.first.run === undefined && pair.second.run === undefined ? null : (
        <p class="quiet">
          A run records no pages of the provider and no headers of the browser. They are not
          compared.
        </p>
      )}
      {result.messages.map((message) => (
        <MessageComparison key={message.title} message={message} />
      ))}
    </>
  );
}

function LoginName({ title, login: { row, run } }: { title: string; login: ComparedLogin }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Moment at={row.flow.startedAt} />, {writeName(row.flow.host)},{" "}
        {run === undefined
          ? verdictMarks[row.verdict.state].word
          : `run ${run.view.setting.way === "page" ? "in the page" : "in the extension"}: ${describeRun(run.view)}`}
      </dd>
    </div>
  );
}

function MessageComparison({ message }: { message: ComparedFlowMessage }) {
  const { title, onlyIn, values } = message;
  const different = values.filter(({ isDifferent }) => isDifferent);
  const same = values.filter(({ isDifferent }) => !isDifferent);
  return (
    <section>
      <h4>{writeName(title)}</h4>
      {onlyIn === undefined ? null : <p>Only in the {onlyIn} login.</p>}
      {different.length === 0 ? null : <Values title={title} values={different} />}
      {same.length === 0 ? null : (
        <details>
          <summary>{plural(same.length, "equal value")}</summary>
          <Values title={`${title}, equal`} values={same} />
        </details>
      )}
    </section>
  );
}

function Values(props: { title: string; values: readonly ComparedFlowValue[] }) {
  return (
    <table class="flow-comparison-table" aria-label={props.title}>
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col">First</th>
          <th scope="col">Second</th>
        </tr>
      </thead>
      <tbody>
        {props.values.map(({ part, name, first, second }) => (
          <tr key={`${part} ${name}`}>
            <th scope="row">
              <code>{writeName(name)}</code> <span class="quiet">{part}</span>
            </th>
            <td>{writeValue(first)}</td>
            <td>{writeValue(second)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const writeValue = (text: string | undefined) =>
  text === undefined ? <span class="quiet">absent</span> : writeName(shorten(text, 600));
