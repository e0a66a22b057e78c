import { chipOf } from "../../../lib/models/trace/flow-chips.ts";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { TraceModel } from "../../../lib/models/trace/trace-model.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { Moment } from "../../shared/Moment.tsx";
import { writeDuration } from "../sequence/write-duration.ts";
import { recycleRows, useVirtualRows } from "../use-virtual-rows.ts";
import { useIsNarrow } from "./use-is-narrow.ts";
import { describePhase, kindNames, verdictMarks } from "./flow-texts.ts";

/** In CSS pixels; equal to the heights of `.flow-row` in trace.css. */
const heights = { wide: 22, narrow: 38 } as const;
/** In a narrower list, in CSS pixels, the cause has a line of its own. */
const narrowWidth = 820;

/** Focuses the list after the pane beside it is closed. */
export function focusFlows(place: ParentNode | null): void {
  place?.querySelector<HTMLElement>(".flow-list")?.focus();
}

/** Lists the flows, newest first. The arrow keys move the selection, Enter opens. */
export function FlowList({ model }: { model: InstanceType<typeof TraceModel> }) {
  const list = useRef<HTMLDivElement>(null);
  const rows = model.rows.value;
  const chosen = model.selected.value;
  const index = chosen === undefined ? undefined : rows.indexOf(chosen);
  const isNarrow = useIsNarrow(list, narrowWidth);
  const rowHeight = isNarrow ? heights.narrow : heights.wide;
  const virtual = useVirtualRows({ list, count: rows.length, rowHeight, pinned: index });
  const keyOf = recycleRows(virtual, rowHeight, index);
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  // The search bar of DevTools moves the selection too.
  const chosenId = chosen?.flow.id;
  useLayoutEffect(() => {
    if (index !== undefined) virtual.scrollToIndex(index, { align: "auto" });
  }, [chosenId]);
  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = index ?? -1;
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / rowHeight) - 1);
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(target, rows.length - 1));
      model.select(rows[next]?.flow.id);
    } else if ((event.key === "Enter" || event.key === "ArrowRight") && chosen !== undefined) {
      event.preventDefault();
      model.open(chosen.flow.id);
    }
  };
  const choose = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-flow]") : null;
    const id = row?.dataset["flow"];
    if (id !== undefined) model.open(id);
  };
  return (
    <div
      class={isNarrow ? "flow-list narrow" : "flow-list"}
      role="listbox"
      tabIndex={0}
      ref={list}
      aria-label="Logins, newest first"
      aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
      onKeyDown={move}
      onClick={choose}
    >
      <div class="flow-rows" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index: place, start }) => {
          const row = rows[place];
          if (row === undefined) return null;
          return (
            <FlowRow
              key={keyOf(place)}
              row={row}
              place={place}
              start={start}
              count={rows.length}
              isChosen={place === index}
            />
          );
        })}
      </div>
    </div>
  );
}

/**
 * Draws itself again only if it has changed: at a fast scroll, most rows are the ones of the frame
 * before.
 *
 * @param start in CSS pixels
 */
function FlowRow({
  row,
  place,
  start,
  count,
  isChosen,
}: {
  row: JudgedFlow;
  place: number;
  start: number;
  count: number;
  isChosen: boolean;
}) {
  return useMemo(
    () => (
      <div
        id={idOf(row)}
        class={`flow-row ${row.verdict.state}`}
        role="option"
        aria-selected={isChosen}
        aria-posinset={place + 1}
        aria-setsize={count}
        data-flow={row.flow.id}
        style={{ transform: `translateY(${start}px)` }}
      >
        {writeCells(row)}
      </div>
    ),
    [row, place, start, count, isChosen],
  );
}

function writeCells(row: JudgedFlow) {
  const { flow, verdict } = row;
  const { mark, word } = verdictMarks[verdict.state];
  const finding = verdict.findings[0];
  const cause =
    finding === undefined ? describePhase(row) : (finding.result.title ?? finding.rule.title);
  return (
    <>
      <span class="verdict">
        <span aria-hidden="true">{mark}</span> {word}
      </span>
      <span class="quiet">
        <Moment at={flow.startedAt} style="time" />
      </span>
      <span class="kind">{kindNames[chipOf(flow)]}</span>
      <span class="client" title={flow.clientId}>
        {writeName(flow.clientId ?? "")}
      </span>
      <span class="host quiet" title={flow.host}>
        {writeName(flow.host)}
      </span>
      <span class="cause" title={cause}>
        {cause}
      </span>
      <span class="quiet duration">{writeDuration(flow.endedAt - flow.startedAt)}</span>
    </>
  );
}

const idOf = ({ flow }: JudgedFlow) => `flow-${flow.id}`;
