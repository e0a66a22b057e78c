import { useId, useMemo, useState } from "preact/hooks";
import type { FieldChange } from "../../lib/events/payloads/compare-events.ts";
import { writeName, writeVisible } from "../../lib/models/write-visible.ts";
import { CopyButton } from "./CopyButton.tsx";
import { fieldsOf, listedAtATime, listNodes, type JsonNode, type TreeView } from "./json-nodes.ts";
import "./json-tree.css";

/** Of a longer text, only the beginning is shown; a copy contains the whole text. */
const maxTextLength = 1_000;
/** Deeper levels are not indented further, because the tree is shown in a narrow pane. */
const maxIndent = 8;

/**
 * Shows JSON as a tree with keyboard navigation (ARIA Authoring Practices, Tree View). Words mark
 * the changed values. A copy is taken from `copied`, the value without its secrets.
 */
export function JsonTree(props: {
  label: string;
  value: unknown;
  copied: unknown;
  changes?: readonly FieldChange[];
}) {
  const { value, changes } = props;
  const id = useId();
  const [view, setView] = useState<TreeView>({ toggled: new Map(), listed: new Map() });
  const [activeKey, setActiveKey] = useState("[]");
  const nodes = useMemo(() => listNodes(value, view, changes), [value, view, changes]);
  const at = Math.max(
    0,
    nodes.findIndex(({ key }) => key === activeKey),
  );
  const active = nodes[at];

  const toggle = (node: JsonNode, isOpen = !node.isOpen) => {
    if (node.hidden !== undefined) {
      const key = node.key.replace(/ more$/, "");
      const now = view.listed.get(key) ?? listedAtATime;
      setView({ ...view, listed: new Map(view.listed).set(key, now + 10 * listedAtATime) });
    } else if (node.size !== undefined) {
      setView({ ...view, toggled: new Map(view.toggled).set(node.key, isOpen) });
    }
  };
  const go = (index: number) => {
    const node = nodes[index];
    if (node === undefined) return;
    setActiveKey(node.key);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: "nearest" });
  };
  const parentOf = (node: JsonNode) => {
    for (let index = at - 1; index >= 0; index -= 1)
      if ((nodes[index]?.level ?? 0) < node.level) return index;
    return at;
  };
  const press = (event: KeyboardEvent) => {
    if (active === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(nodes.length - 1),
      Enter: () => toggle(active),
      " ": () => toggle(active),
      ArrowRight: () => (active.isOpen ? go(at + 1) : toggle(active, true)),
      ArrowLeft: () => (active.isOpen ? toggle(active, false) : go(parentOf(active))),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const choose = ({ target }: Event) => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
    const node = nodes[Number(line?.dataset["index"] ?? -1)];
    if (node === undefined) return;
    setActiveKey(node.key);
    if (node.hidden !== undefined || (target instanceof Element && target.closest(".twist")))
      toggle(node);
  };
  return (
    <div class="json">
      <div class="actions">
        <CopyButton name="everything" isNamed text={writeCopy(props.copied, [])} />
        {active === undefined || active.path.length === 0 ? null : (
          <CopyButton
            key={active.key}
            name={active.name ?? ""}
            isNamed
            text={writeCopy(props.copied, active.path)}
          />
        )}
      </div>
      <div
        class="json-tree"
        role="tree"
        tabIndex={0}
        aria-label={props.label}
        aria-activedescendant={`${id}-${at}`}
        onKeyDown={press}
        onClick={choose}
      >
        {nodes.map((node, index) => (
          <div
            key={node.key}
            id={`${id}-${index}`}
            class={node.change === undefined ? "json-line" : "json-line changed"}
            role="treeitem"
            data-index={index}
            style={{ "--depth": Math.min(node.level - 1, maxIndent) }}
            aria-level={node.level}
            aria-posinset={node.position}
            aria-setsize={node.siblings}
            aria-selected={index === at}
            aria-expanded={node.size === undefined || node.size === 0 ? undefined : node.isOpen}
          >
            <Line node={node} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Line({ node }: { node: JsonNode }) {
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
      {size === undefined ? (
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

function writeSize(value: unknown, size: number): string {
  if (Array.isArray(value))
    return size === 0 ? "[ ]" : `[ ${size === 1 ? "1 item" : `${size} items`} ]`;
  return size === 0 ? "{ }" : `{ ${size === 1 ? "1 field" : `${size} fields`} }`;
}

/** Formats a value on one line, and shortens a long one. */
export function writeShort(value: unknown, maxLength = 80): string {
  const text = writeVisible(value) ?? "undefined";
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function writeText(value: unknown): string {
  if (typeof value === "object" && value !== null) return "… too deeply nested to show";
  const text = writeVisible(value) ?? "";
  const rest = text.length - maxTextLength;
  return rest > 0 ? `${text.slice(0, maxTextLength)}… (${rest} more characters)` : text;
}

/** Formats the copy of a value: a string as it is, any other value as JSON. */
function writeCopy(root: unknown, path: readonly string[]): string {
  let value = root;
  for (const name of path) value = new Map(fieldsOf(value) ?? []).get(name);
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}
