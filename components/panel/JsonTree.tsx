import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { FieldChange } from "../../lib/events/payloads/compare-events.ts";
import { CopyButton } from "../shared/CopyButton.tsx";
import { findTargetRow } from "./find-target-row.ts";
import { listedAtATime, listNodes, type JsonNode, type TreeView } from "./json-nodes.ts";
import { writeCopy } from "./json-texts.ts";
import { JsonTreeLine } from "./JsonTreeLine.tsx";
import { VirtualLines, type LinePlace } from "./VirtualLines.tsx";
import "./json-tree.css";

/** A longer tree draws only the lines near its view. Find in page searches only drawn lines. */
const maxDrawnLines = 500;

/**
 * Shows JSON as a tree with keyboard navigation (ARIA Authoring Practices, Tree View). Words mark
 * the changed values. A copy is taken from `copied`, the value without its secrets.
 */
export function JsonTree(props: {
  label: string;
  value: unknown;
  copied: unknown;
  changes?: readonly FieldChange[];
  /**
   * Returns true for a value to mask until the user reveals it. The user can copy such a value
   * itself; a copy of more than it is still taken from `copied`.
   */
  isSecret?: (path: readonly string[], value: unknown) => boolean;
}) {
  const { value, changes, isSecret } = props;
  const id = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set());
  const [view, setView] = useState<TreeView>({ toggled: new Map(), listed: new Map() });
  const [activeKey, setActiveKey] = useState("[]");
  const nodes = useMemo(() => listNodes(value, view, changes), [value, view, changes]);
  const at = Math.max(
    0,
    nodes.findIndex(({ key }) => key === activeKey),
  );
  const active = nodes[at];
  const isSecretNode = ({ size, hidden, path, value: own }: JsonNode) =>
    size === undefined && hidden === undefined && isSecret?.(path, own) === true;
  const isMasked = (node: JsonNode) => isSecretNode(node) && !revealed.has(node.key);
  const reveal = (node: JsonNode) => {
    const next = new Set(revealed);
    if (!next.delete(node.key)) next.add(node.key);
    setRevealed(next);
  };

  const toggle = (node: JsonNode, isOpen = !node.isOpen) => {
    if (node.hidden !== undefined) {
      const key = node.key.replace(/ more$/, "");
      const now = view.listed.get(key) ?? listedAtATime;
      setView({ ...view, listed: new Map(view.listed).set(key, now + 10 * listedAtATime) });
      // This line moves below the new lines or disappears. The first new line takes its place.
      if (node.nextKey !== undefined) setActiveKey(node.nextKey);
    } else if (node.size !== undefined) {
      setView({ ...view, toggled: new Map(view.toggled).set(node.key, isOpen) });
    } else if (isSecretNode(node)) reveal(node);
  };
  const open = (node: JsonNode) => {
    if (!isSecretNode(node)) toggle(node, true);
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
    const target = findTargetRow(event, { at, count: nodes.length });
    const actions: Record<string, () => void> = {
      Enter: () => toggle(active),
      " ": () => toggle(active),
      ArrowRight: () => (active.isOpen ? go(at + 1) : open(active)),
      ArrowLeft: () => (active.isOpen ? toggle(active, false) : go(parentOf(active))),
    };
    const action = target === undefined ? actions[event.key] : () => go(target);
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
  const isLong = nodes.length > maxDrawnLines;
  useLayoutEffect(() => {
    // A tree that becomes short loses its own scroll box. Scroll the pane to the active line.
    if (!isLong && at > 0)
      document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [isLong]);
  const drawLine = (index: number, place?: LinePlace) => {
    const node = nodes[index];
    if (node === undefined) return null;
    return (
      <JsonTreeLine
        key={place === undefined ? node.key : index}
        id={`${id}-${index}`}
        node={node}
        index={index}
        isActive={index === at}
        isMasked={isMasked(node)}
        place={place}
      />
    );
  };
  return (
    <div class="json">
      <div class="actions">
        <CopyButton name="everything" isNamed text={() => writeCopy(props.copied, [])} />
        {active === undefined || active.path.length === 0 ? null : (
          <CopyButton
            key={active.key}
            name={active.name ?? ""}
            isNamed
            text={() => writeCopy(isSecretNode(active) ? value : props.copied, active.path)}
          />
        )}
        {active === undefined || !isSecretNode(active) ? null : (
          <button type="button" class="button" onClick={() => reveal(active)}>
            {isMasked(active) ? "Show" : "Hide"} {active.name ?? "the value"}
          </button>
        )}
      </div>
      <div
        ref={tree}
        class={isLong ? "json-tree long" : "json-tree"}
        role="tree"
        tabIndex={0}
        aria-label={props.label}
        aria-activedescendant={`${id}-${at}`}
        onKeyDown={press}
        onClick={choose}
      >
        {isLong ? (
          <VirtualLines list={tree} count={nodes.length} active={at} drawLine={drawLine} />
        ) : (
          nodes.map((_, index) => drawLine(index))
        )}
      </div>
    </div>
  );
}
