import { shorten } from "../../../lib/encoding/shorten.ts";
import type { TranscriptLine } from "../../../lib/runs/describe-steps.ts";

/** A column of the diagram, with its place in percent of the width. */
export interface SequenceColumn {
  id: TranscriptLine["from"];
  name: string;
  x: number;
}

/** One arrow. Lengths across are in percent of the width, down in px. */
export interface SequenceArrow {
  y: number;
  from: number;
  to: number;
  isResponse: boolean;
  label: { text: string; x: number; anchor: "start" | "middle" | "end" };
}

/** The arrows of one line: a message, and the response of a request. */
export interface SequenceRow {
  line: TranscriptLine;
  y: number;
  height: number;
  arrows: readonly SequenceArrow[];
}

export interface SequenceLayout {
  columns: readonly SequenceColumn[];
  rows: readonly SequenceRow[];
  height: number;
}

const headHeight = 24;
const rowHeight = 30;
const responseHeight = 24;
/** The first and the last column, in percent. The times are left of the first one. */
const [first, last] = [24, 90];
/** The width of the times, in percent of the smallest width. */
const timesWidth = 15;
/** The width of the diagram in a panel of 400 px, and the width of a character, in px. */
const [smallestWidth, characterWidth] = [376, 5.7];
/** The width of the loop of an arrow to its own column, in percent of the smallest width. */
const loopWidth = 6;

/** Places columns and arrows so that no label leaves the diagram at its smallest width. */
export function layOutSequence(
  lines: readonly TranscriptLine[],
  named: readonly Omit<SequenceColumn, "x">[],
): SequenceLayout {
  const gap = named.length > 1 ? (last - first) / (named.length - 1) : 0;
  const columns = named.map((column, index) => ({ ...column, x: first + index * gap }));
  const placeOf = (id: SequenceColumn["id"]) =>
    columns.find((column) => column.id === id)?.x ?? first;
  const rows: SequenceRow[] = [];
  let y = headHeight;
  for (const line of lines) {
    const [from, to] = [placeOf(line.from), placeOf(line.to)];
    const arrows = [
      { y: y + 22, from, to, isResponse: false, label: placeLabel(titleOf(line), from, to) },
    ];
    let height = rowHeight;
    if (line.response !== undefined) {
      height += responseHeight;
      const label = placeLabel(line.response, to, from);
      arrows.push({ y: y + height - 8, from: to, to: from, isResponse: true, label });
    }
    rows.push({ line, y, height, arrows });
    y += height;
  }
  return { columns, rows, height: y + 4 };
}

const prefixes = { done: "", failed: "✕ ", waiting: "… " } as const;

function titleOf({ outcome, title }: TranscriptLine): string {
  return `${prefixes[outcome]}${title}`;
}

function placeLabel(text: string, from: number, to: number): SequenceArrow["label"] {
  const x = (from + to) / 2;
  const spaces = [
    { anchor: "middle", space: 2 * Math.min(x - timesWidth, 100 - x) },
    // An arrow to its own column leaves space beside it.
    ...(from === to
      ? [
          { anchor: "start", space: 100 - x - loopWidth } as const,
          { anchor: "end", space: x - timesWidth - loopWidth } as const,
        ]
      : []),
  ] as const;
  const { anchor, space } = spaces.reduce((best, one) => (one.space > best.space ? one : best));
  return { text: fit(text, space), x, anchor };
}

/** Shortens a text to a width in percent. */
function fit(text: string, percent: number): string {
  const length = Math.floor((percent / 100) * (smallestWidth / characterWidth));
  return text.length > length ? shorten(text, Math.max(length - 1, 1)) : text;
}
