import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { plural } from "../../../lib/encoding/plural.ts";
import { findingsOf } from "../../../lib/models/trace/locate-evidence.ts";
import type { SelectedMessage } from "../../../lib/models/trace/message-selection.ts";
import { nameRequest } from "../../../lib/models/trace/describe-messages.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { TranscriptLine } from "../../../lib/runs/describe-steps.ts";
import type { AuthMessage } from "../../../lib/trace/message.ts";
import { writeDuration } from "../sequence/write-duration.ts";
import type { RowAction } from "../RowMenu.tsx";
import { ListBox } from "../ListBox.tsx";
import { useVirtualRows } from "../use-virtual-rows.ts";

/** Equals the height of `.message-row` in messages.css. */
const rowHeight = 20;
/** A longer list draws only the rows near its view. */
const maxDrawnRows = 200;
/** The number of rows that a page key moves. */
const page = 8;

const marks = { done: "✓", failed: "✕", waiting: "…" } as const;

/** Lists the messages of a flow. Enter goes to the values of the selected one. */
export function MessageList(props: {
  selected: SelectedMessage;
  /** The lines of the messages, in their order. */
  lines: readonly TranscriptLine[];
  onSelect: (id: number) => void;
  onEnter: () => void;
  actions: (message: AuthMessage) => readonly RowAction[];
}) {
  const { selected, lines, onSelect } = props;
  const { row, message } = selected;
  const { messages } = row.flow;
  const list = useRef<HTMLDivElement>(null);
  const index = messages.findIndex(({ exchange }) => exchange.id === message.exchange.id);
  const select = (place: number) => {
    const next = messages[place];
    if (next !== undefined) onSelect(next.exchange.id);
  };
  const draw = (place: number, top?: number) => {
    const [one, line] = [messages[place], lines[place]];
    if (one === undefined || line === undefined) return null;
    return (
      <div
        key={one.exchange.id}
        id={idOf(one)}
        class={`message-row ${line.outcome}`}
        role="option"
        aria-selected={place === index}
        aria-posinset={place + 1}
        aria-setsize={messages.length}
        style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      >
        <Cells
          message={one}
          line={line}
          startedAt={row.flow.startedAt}
          findings={findingsOf(one, row).length}
        />
      </div>
    );
  };
  const isLong = messages.length > maxDrawnRows;
  return (
    <div class="message-table">
      <Heads />
      <ListBox
        class={isLong ? "message-list long" : "message-list"}
        label="Messages of this flow"
        list={list}
        selected={{ index, id: idOf(message) }}
        count={messages.length}
        page={() => page}
        onSelect={select}
        onOpen={props.onEnter}
        onClickRow={select}
        actions={(place) => (messages[place] === undefined ? [] : props.actions(messages[place]))}
      >
        {isLong ? (
          <VirtualRows list={list} count={messages.length} pinned={index} draw={draw} />
        ) : (
          messages.map((_, place) => draw(place))
        )}
      </ListBox>
    </div>
  );
}

function Heads() {
  return (
    <div class="message-row heads quiet" aria-hidden="true">
      <span />
      <span>Name</span>
      <span>Request</span>
      <span>Method</span>
      <span>Status</span>
      <span class="number">Start</span>
      <span class="number">Time</span>
    </div>
  );
}

function VirtualRows(props: {
  list: { current: HTMLDivElement | null };
  count: number;
  pinned: number;
  draw: (place: number, top: number) => ComponentChildren;
}) {
  const { list, count, pinned, draw } = props;
  const virtual = useVirtualRows({ list, count, rowHeight, pinned });
  return (
    <div class="message-rows" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
      {virtual.getVirtualItems().map(({ index, start }) => draw(index, start))}
    </div>
  );
}

function Cells(props: {
  message: AuthMessage;
  line: TranscriptLine;
  startedAt: number;
  findings: number;
}) {
  const { message, line, findings } = props;
  const { exchange } = message;
  const request = writeName(nameRequest(exchange.url));
  return (
    <>
      <span class="mark">
        <span aria-hidden="true">{marks[line.outcome]}</span>
        <span class="unseen">{line.outcome}</span>
      </span>
      <span class="name" title={line.title}>
        {line.title}
        {findings === 0 ? null : (
          <span class="finding-count"> ({plural(findings, "finding")})</span>
        )}
      </span>
      <span class="quiet" title={request}>
        {request}
      </span>
      <span>{exchange.method}</span>
      <span class="status" title={line.response}>
        {line.response}
      </span>
      <span class="quiet number">+{writeDuration(exchange.startedAt - props.startedAt)}</span>
      <span class="quiet number">
        {exchange.durationMs === undefined ? "" : writeDuration(exchange.durationMs)}
      </span>
    </>
  );
}

const idOf = ({ exchange }: AuthMessage) => `message-${exchange.id}`;
