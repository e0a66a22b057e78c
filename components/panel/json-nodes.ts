import type { FieldChange } from "../../lib/events/payloads/compare-events.ts";

/** One line of a tree: a value, or a button to list more values of a branch. */
export interface JsonNode {
  /** Identifies the node, also after other nodes were opened or closed. */
  key: string;
  path: readonly string[];
  /** Undefined for the root. */
  name: string | undefined;
  value: unknown;
  /** From 1. */
  level: number;
  position: number;
  siblings: number;
  /** The number of values in the branch; undefined for a leaf. */
  size: number | undefined;
  isOpen: boolean;
  change: FieldChange | undefined;
  /** The number of changed values at any depth below. */
  changesWithin: number;
  /** The number of values that are not listed yet; set only on the line that stands for them. */
  hidden?: number;
  /** The key of the first of them. */
  nextKey?: string;
}

/**
 * The state of a tree by key: branches that were opened or closed, and how many values of each are
 * listed.
 */
export interface TreeView {
  toggled: ReadonlyMap<string, boolean>;
  listed: ReadonlyMap<string, number>;
}

/**
 * The number of values of a branch listed at a time: a list of a hundred thousand must not block
 * the page.
 */
export const listedAtATime = 100;
const openLevels = 4;
/** The number of lines after which a branch is closed at first: three levels can be a million. */
const maxOpenLines = 300;
/** Limits the recursion, because payloads are untrusted. Deeper values are not shown. */
const maxLevels = 64;

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** Returns the fields of a branch in their order; undefined for a leaf. */
export function fieldsOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

/** Lists the open lines of a tree, from the top. */
export function listNodes(
  root: unknown,
  view: TreeView,
  changes: readonly FieldChange[] = [],
): JsonNode[] {
  const changed = new Map(changes.map((change) => [keyOf(change.path), change]));
  const within = new Map<string, number>();
  for (const { path } of changes) {
    for (let depth = 0; depth < path.length; depth += 1) {
      const key = keyOf(path.slice(0, depth));
      within.set(key, (within.get(key) ?? 0) + 1);
    }
  }
  const nodes: JsonNode[] = [];

  function add(value: unknown, path: readonly string[], position: number, siblings: number): void {
    const key = keyOf(path);
    const level = path.length + 1;
    const fields = level > maxLevels ? undefined : fieldsOf(value);
    const changesWithin = within.get(key) ?? 0;
    const isNearTop = level < openLevels && nodes.length < maxOpenLines;
    const isOpen = view.toggled.get(key) ?? (isNearTop || changesWithin > 0);
    const size = fields?.length;
    nodes.push({
      key,
      path,
      name: path.at(-1),
      value,
      level,
      position,
      siblings,
      size,
      isOpen: isOpen && size !== undefined && size > 0,
      change: changed.get(key),
      changesWithin,
    });
    if (fields === undefined || !isOpen) return;
    const listed = fields.slice(0, view.listed.get(key) ?? listedAtATime);
    const hidden = fields.length - listed.length;
    const lines = listed.length + (hidden > 0 ? 1 : 0);
    for (const [index, [name, inner]] of listed.entries())
      add(inner, [...path, name], index + 1, lines);
    const next = fields[listed.length];
    if (next === undefined) return;
    nodes.push({
      key: `${key} more`,
      path,
      name: undefined,
      value: undefined,
      level: level + 1,
      position: lines,
      siblings: lines,
      size: undefined,
      isOpen: false,
      change: undefined,
      changesWithin: 0,
      hidden,
      nextKey: keyOf([...path, next[0]]),
    });
  }

  add(root, [], 1, 1);
  return nodes;
}
