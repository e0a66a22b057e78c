import { useId, useState } from "preact/hooks";
import type { TranscriptLine } from "../../../lib/runs/describe-steps.ts";
import {
  layOutSequence,
  type SequenceArrow,
  type SequenceColumn,
  type SequenceRow,
} from "./lay-out-sequence.ts";
import { findTargetRow } from "../find-target-row.ts";
import { writeDuration } from "./write-duration.ts";
import "./sequence-diagram.css";

/**
 * Draws a run as a sequence diagram. For screen readers, the drawing is a list of links to the
 * steps. One of them is in the tab order; the arrow keys move between them.
 */
export function SequenceDiagram(props: {
  lines: readonly TranscriptLine[];
  columns: readonly Omit<SequenceColumn, "x">[];
  /** What the diagram shows. Default: `this run`. */
  what?: string;
  /** Focuses a step of the transcript. */
  onSelect: (id: number) => void;
}) {
  const { lines, onSelect } = props;
  const [active, setActive] = useState<number>();
  // Two tabs can show a diagram at the same time.
  const headingId = useId();
  if (lines.length === 0) return null;
  const { columns, rows, height } = layOutSequence(lines, props.columns);
  const current = lines.some(({ id }) => id === active) ? active : lines[0]?.id;

  const press = (event: KeyboardEvent) => {
    const at = lines.findIndex(({ id }) => id === current);
    const target = lines[findTargetRow(event, { at, count: lines.length }) ?? -1];
    // At an end, the key scrolls the page.
    if (target === undefined || target.id === current) return;
    event.preventDefault();
    setActive(target.id);
    const { currentTarget } = event;
    if (!(currentTarget instanceof Element)) return;
    const list = currentTarget.closest("[role=list]");
    list?.querySelector<SVGElement>(`[data-step="${target.id}"]`)?.focus();
  };

  return (
    <section class="sequence" aria-labelledby={headingId}>
      <h2 id={headingId}>Sequence</h2>
      <svg
        role="list"
        aria-label={`Sequence of ${props.what ?? "this run"}`}
        width="100%"
        height={height}
      >
        <g aria-hidden="true">
          {columns.map((column) => (
            <Column key={column.id} column={column} height={height} />
          ))}
        </g>
        {rows.map((row) => (
          <g key={row.line.id} role="listitem" class={`sequence-row ${row.line.outcome}`}>
            <a
              href={`#run-step-${row.line.id}`}
              aria-label={describeRow(row, props.columns)}
              data-step={row.line.id}
              // In lower case: the names of SVG attributes are case-sensitive.
              tabindex={row.line.id === current ? 0 : -1}
              onFocus={() => setActive(row.line.id)}
              onKeyDown={press}
              onClick={(event) => {
                event.preventDefault();
                onSelect(row.line.id);
              }}
            >
              <Row row={row} />
            </a>
          </g>
        ))}
      </svg>
    </section>
  );
}

function Column({ column, height }: { column: SequenceColumn; height: number }) {
  return (
    <>
      <line class="lifeline" x1={`${column.x}%`} x2={`${column.x}%`} y1={20} y2={height} />
      <text class="sequence-head" x={`${column.x}%`} y={13} text-anchor="middle">
        {column.name}
      </text>
    </>
  );
}

function Row({ row }: { row: SequenceRow }) {
  return (
    <g aria-hidden="true">
      <rect class="sequence-hit" x="1" width="99%" y={row.y + 2} height={row.height - 2} />
      <text class="sequence-time" x="4" y={row.y + 25}>
        {`${writeClock(row.line.at)} `}
      </text>
      {row.arrows.map((arrow) =>
        arrow.from === arrow.to ? (
          <Loop key={arrow.y} arrow={arrow} />
        ) : (
          <Arrow key={arrow.y} arrow={arrow} />
        ),
      )}
    </g>
  );
}

function Arrow({ arrow }: { arrow: SequenceArrow }) {
  const { y, from, to, isResponse, label } = arrow;
  return (
    <>
      <line
        class={isResponse ? "arrow response" : "arrow"}
        x1={`${from}%`}
        x2={`${to}%`}
        y1={y}
        y2={y}
      />
      <svg class="arrow-head" x={`${to}%`} y={y}>
        <path d={from < to ? "M0 0 L-7 -4 L-7 4 Z" : "M0 0 L7 -4 L7 4 Z"} />
      </svg>
      <text class="sequence-label" x={`${label.x}%`} y={y - 5} text-anchor={label.anchor}>
        {`${label.text} `}
      </text>
    </>
  );
}

/** Draws an arrow from a column to itself: a call that was settled. */
function Loop({ arrow: { y, from, label } }: { arrow: SequenceArrow }) {
  const { dx, dy } = loopLabels[label.anchor];
  return (
    <>
      <svg class="arrow-head" x={`${from}%`} y={y}>
        <path class="arrow" d="M0 -8 H10 a4 4 0 0 1 0 8 H4" />
        <path d="M0 0 L7 -4 L7 4 Z" />
      </svg>
      <text
        class="sequence-label"
        x={`${label.x}%`}
        y={y}
        dx={dx}
        dy={dy}
        text-anchor={label.anchor}
      >
        {`${label.text} `}
      </text>
    </>
  );
}

/** The place of the text of a loop, in px from the end of the loop. */
const loopLabels = {
  start: { dx: 20, dy: 0 },
  middle: { dx: 0, dy: -13 },
  end: { dx: -6, dy: 0 },
} as const;

/**
 * Describes a row for screen readers. The description begins with the texts of the drawing (WCAG
 * 2.5.3), whose words a user of speech input can say.
 */
function describeRow(
  { line, arrows }: SequenceRow,
  columns: readonly Omit<SequenceColumn, "x">[],
): string {
  const { from, to, title, response, ms, outcome } = line;
  const nameOf = (id: string) => columns.find((column) => column.id === id)?.name ?? id;
  const drawn = [writeClock(line.at), ...arrows.map(({ label }) => label.text)].join(" ");
  return [
    drawn,
    ...(drawn.includes(title) ? [] : [title]),
    ...(response === undefined || drawn.includes(response) ? [] : [response]),
    from === to ? `in ${nameOf(from)}` : `${nameOf(from)} to ${nameOf(to)}`,
    ...(ms === undefined || ms < 1 ? [] : [writeDuration(ms)]),
    outcome,
  ].join(", ");
}

function writeClock(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
