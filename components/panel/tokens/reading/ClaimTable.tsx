import type { ReadonlySignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { ClaimRow } from "../../../../lib/models/tokens/claim-rows.ts";
import { writeName } from "../../../../lib/models/write-visible.ts";
import { CopyButton } from "../../../shared/CopyButton.tsx";
import { useVirtualRows } from "../../use-virtual-rows.ts";
import { ClaimTime } from "./ClaimTime.tsx";
import { FoldedValue } from "./FoldedValue.tsx";

/** A longer table draws only the rows in or near its view. */
const maxDrawnRows = 100;
/** In CSS pixels: an estimate for a row that was not drawn yet. */
const rowHeight = 24;

interface TableProps {
  labelledBy: string;
  rows: readonly ClaimRow[];
  /** The current time: Unix time in ms. */
  now: ReadonlySignal<number>;
}

/** Shows claims in a table, each with its meaning, and its members in rows below it. */
export function ClaimTable(props: TableProps) {
  if (props.rows.length > maxDrawnRows) return <LongTable {...props} />;
  return (
    <table class="claims" aria-labelledby={props.labelledBy}>
      <Head />
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.key}>
            <Cells row={row} now={props.now} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows many rows in a scroll container of their own. Empty rows fill the place of the others. */
function LongTable({ labelledBy, rows, now }: TableProps) {
  const list = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows({ list, count: rows.length, rowHeight, pinned: undefined });
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return (
    <div class="claims-view" ref={list}>
      <table class="claims" aria-labelledby={labelledBy} aria-rowcount={rows.length + 1}>
        <Head />
        <tbody>
          <Filler height={first?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr
                key={row.key}
                aria-rowindex={index + 2}
                data-index={index}
                ref={virtual.measureElement}
              >
                <Cells row={row} now={now} />
              </tr>
            );
          })}
          <Filler height={virtual.getTotalSize() - (last?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

function Filler({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden="true" class="filler" style={{ height: `${height}px` }} />
  ) : null;
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Value</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
  );
}

function Cells({ row, now }: { row: ClaimRow; now: ReadonlySignal<number> }) {
  const { path, value } = row;
  if (row.hidden !== undefined) {
    return (
      <td colSpan={3} class="quiet">
        {row.hidden.toLocaleString("en")} more in {writeName(path.slice(0, -1).join("."))}. Select
        JSON to see them.
      </td>
    );
  }
  const name = path.join(".");
  return (
    <>
      <th scope="row" style={{ "--depth": row.depth }}>
        {row.depth === 0 ? null : <span class="unseen">{path.slice(0, -1).join(".")}.</span>}
        <code>{writeName(row.name)}</code>
      </th>
      <td>
        {row.size === undefined ? (
          <FoldedValue name={name} value={value} />
        ) : (
          <span class="quiet">{describeSize(value, row.size)}</span>
        )}{" "}
        <CopyButton name={name} isInline text={() => writeCopy(row)} />
        {row.time === undefined ? null : <ClaimTime at={row.time} now={now} />}
      </td>
      <td class="quiet">
        {row.meaning === undefined ? (
          row.depth === 0 ? (
            "Unregistered claim"
          ) : null
        ) : (
          <span title={row.source}>{row.meaning}</span>
        )}
      </td>
    </>
  );
}

function describeSize(value: unknown, size: number): string {
  const count = size.toLocaleString("en");
  if (Array.isArray(value)) return size === 1 ? "[ 1 item ]" : `[ ${count} items ]`;
  return size === 1 ? "{ 1 field }" : `{ ${count} fields }`;
}

/** A string as it is, any other value as JSON. */
function writeCopy({ value }: ClaimRow): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
