import type { FieldChange } from "../../lib/events/payloads/compare-events.ts";
import { writeName } from "../../lib/models/write-visible.ts";
import type { LinePlace } from "./VirtualLines.tsx";
import { listedAtATime, type JsonNode } from "./json-nodes.ts";
import { writeShort, writeSize, writeText } from "./json-texts.ts";

/** Deeper levels are not indented further, because the tree is shown in a narrow pane. */
const maxIndent = 8;

/** Shows one line of the tree, or the line that lists more of them. */
export function JsonTreeLine(props: {
  id: string;
  node: JsonNode;
  index: number;
  isActive: boolean;
  isMasked: boolean;
  place: LinePlace | undefined;
}) {
  const { node, place } = props;
  const depth = { "--depth": Math.min(node.level - 1, maxIndent) };
  return (
    <div
      id={props.id}
      class={node.change === undefined ? "json-line" : "json-line changed"}
      role="treeitem"
      data-index={props.index}
      ref={place?.measure ?? null}
      style={place === undefined ? depth : { ...depth, top: `${place.top}px` }}
      aria-level={node.level}
      aria-posinset={node.position}
      aria-setsize={node.siblings}
      aria-selected={props.isActive}
      aria-expanded={node.size === undefined || node.size === 0 ? undefined : node.isOpen}
    >
      <Line node={node} isMasked={props.isMasked} />
    </div>
  );
}

function Line({ node, isMasked }: { node: JsonNode; isMasked: boolean }) {
  if (node.hidden !== undefined)
    return (
      <span class="json-more">{`${node.hidden} more. Show the next ${10 * listedAtATime}`}</span>
    );
  const { name, value, size, isOpen, change, changesWithin } = node;
  return (
    <>
      <span class="twist" aria-hidden="true">
        {size === undefined || size === 0 ? "" : isOpen ? "▾" : "▸"}
      </span>
      {name === undefined ? null : <span class="json-name">{writeName(name)}: </span>}
      {isMasked ? (
        <span class="json-size">••••••••</span>
      ) : size === undefined ? (
        <span class={`json-value ${value === null ? "null" : typeof value}`}>
          {writeText(value)}
        </span>
      ) : (
        <span class="json-size">{writeSize(value, size)}</span>
      )}
      {change === undefined ? null : <Change change={change} />}
      {isOpen || changesWithin === 0 ? null : (
        <span class="json-change">{` ≠ ${changesWithin} changed inside`}</span>
      )}
    </>
  );
}

function Change({ change }: { change: FieldChange }) {
  return (
    <span class="json-change">
      {"before" in change ? ` ≠ was ${writeShort(change.before)}` : " ＋ new"}
    </span>
  );
}
