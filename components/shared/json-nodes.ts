import type { FieldChange } from "../../lib/events/payloads/compare-events.ts";

/** One line of a tree: a value, or a way to see more of what a branch holds. */
export interface JsonNode {
  /** Says which node this is, whatever else is open. */
  key: string;
  path: readonly string[];
  /** Undefined for the root. */
  name: string | undefined;
  value: unknown;
  /** From 1. */
  level: number;
  position: number;
  siblings: number;
  /** How many values the branch holds; undefined for a leaf. */
  size: number | undefined;
  isOpen: boolean;
  change: FieldChange | undefined;
  /** How many values are changed somewhere below. */
  changesWithin: number;
  /** So many more values of the branch are not listed yet; what this line stands for. */
  hidden?: number;
}

/** What a person did to a tree: branches by key, and how many values of one are listed. */
export interface TreeView {
  toggled: ReadonlyMap<string, boolean>;
  listed: ReadonlyMap<string, number>;
}

/** So many values of a branch are listed at a time: a list of a hundred thousand must not stop the page. */
export const listedAtATime = 100;
const openLevels = 4;
/** A payload is foreign, and this calls itself: what is deeper is not shown. */
const mostLevels = 64;

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** The fields of a branch in their order; undefined for a leaf. */
export function fieldsOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

/** The lines that are in view, from the top. */
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
    const fields = level > mostLevels ? undefined : fieldsOf(value);
    const changesWithin = within.get(key) ?? 0;
    const isOpen = view.toggled.get(key) ?? (level < openLevels || changesWithin > 0);
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
    if (hidden === 0) return;
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
    });
  }

  add(root, [], 1, 1);
  return nodes;
}
