import { computed, type ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { chipOf } from "../../../lib/models/trace/flow-chips.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { writeClock } from "../../shared/Moment.tsx";
import { writeDuration } from "../sequence/write-duration.ts";
import { describeClean, describePhase, kindNames, verdictMarks } from "./flow-texts.ts";

interface FlowRowProps {
  /** The index of the row in `rows`. */
  index: ReadonlySignal<number>;
  rows: ReadonlySignal<readonly JudgedFlow[]>;
  selected: ReadonlySignal<JudgedFlow | undefined>;
  /** In CSS pixels. */
  rowHeight: number;
  /** True if the description has the second line. */
  isNarrow: boolean;
}

/** Draws itself once: a change of the index changes only the texts and attributes that differ. */
export function FlowRow(props: FlowRowProps) {
  const { index, rows, selected, rowHeight, isNarrow } = props;
  const bound = useMemo(
    () => bindRow({ index, rows, selected, rowHeight, isNarrow }),
    [index, rows, selected, rowHeight, isNarrow],
  );
  return (
    <div
      id={bound.id}
      class={bound.class}
      role="option"
      aria-selected={bound.isSelected}
      aria-posinset={bound.position}
      aria-setsize={bound.count}
      style={bound.style}
    >
      <span class="verdict">
        <span aria-hidden="true">{bound.mark}</span> {bound.word}
      </span>
      <span class="quiet">
        <time dateTime={bound.instant} title={bound.instant}>
          {bound.clock}
        </time>
      </span>
      <span class="kind">{bound.kind}</span>
      <span class="client" title={bound.client}>
        {bound.shownClient}
      </span>
      <span class="host quiet" title={bound.host}>
        {bound.shownHost}
      </span>
      <span class="cause" title={bound.cause}>
        {bound.cause}
      </span>
      <span class="quiet duration">{bound.duration}</span>
    </div>
  );
}

function bindRow({ index, rows, selected, rowHeight, isNarrow }: FlowRowProps) {
  const row = computed(() => rows.value[index.value]);
  // The list can become shorter just before the row is removed.
  const bind = (read: (row: JudgedFlow) => string) =>
    computed(() => (row.value === undefined ? "" : read(row.value)));
  return {
    id: bind(idOf),
    class: bind((found) =>
      isNarrow && endsWell(found)
        ? `flow-row ${found.verdict.state} named`
        : `flow-row ${found.verdict.state}`,
    ),
    isSelected: computed(() => row.value !== undefined && row.value === selected.value),
    position: computed(() => index.value + 1),
    count: computed(() => rows.value.length),
    style: computed(() => `top: ${index.value * rowHeight}px`),
    mark: bind(({ verdict }) => verdictMarks[verdict.state].mark),
    word: bind(({ verdict }) => verdictMarks[verdict.state].word),
    instant: bind(({ flow }) => (isTime(flow.startedAt) ? dateOf(flow).toISOString() : "")),
    clock: bind(({ flow }) => (isTime(flow.startedAt) ? writeClock(dateOf(flow)) : "invalid time")),
    kind: bind(({ flow }) => kindNames[chipOf(flow)]),
    client: bind(({ flow }) => flow.clientId ?? ""),
    shownClient: bind(({ flow }) => writeName(flow.clientId ?? "")),
    host: bind(({ flow }) => flow.host),
    shownHost: bind(({ flow }) => writeName(flow.host)),
    cause: bind((found) => describeRow(found, isNarrow)),
    duration: bind(({ flow }) => writeDuration(flow.endedAt - flow.startedAt)),
  };
}

export const idOf = ({ flow }: JudgedFlow) => `flow-${flow.id}`;

const dateOf = ({ startedAt }: JudgedFlow["flow"]) => new Date(startedAt);

const isTime = (at: number) => !Number.isNaN(new Date(at).getTime());

function findCause({ stop, verdict }: JudgedFlow): string | undefined {
  return verdict.findings.find(({ rank }) => rank !== "advice")?.title ?? stop?.sentence;
}

const endsWell = (row: JudgedFlow) => row.verdict.state === "clean" && findCause(row) === undefined;

/** Describes why a flow failed; of a flow that ended well, its client and its library. */
function describeRow(row: JudgedFlow, isNarrow: boolean): string {
  if (!endsWell(row)) return findCause(row) ?? describePhase(row);
  if (!isNarrow) return describeClean(row, "");
  return describeClean(row, writeName(row.flow.clientId ?? "")) || describePhase(row);
}
