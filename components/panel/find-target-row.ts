/** The place of the focus or the selection in a list. */
interface Place {
  /** The index of the current row; -1 for none. */
  at: number;
  count: number;
  /** Returns the number of rows that a page key moves. Default: page keys do not move. */
  page?: (() => number) | undefined;
}

/**
 * Returns the index of the row that a key moves to (ARIA Authoring Practices, listbox pattern); at
 * an end, that of the current row. Returns undefined for another key, and without rows.
 */
export function findTargetRow(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { at, count, page }: Place,
): number | undefined {
  if (count === 0 || ctrlKey || metaKey || altKey) return undefined;
  const targets: Record<string, (() => number) | undefined> = {
    ArrowDown: () => at + 1,
    ArrowUp: () => at - 1,
    PageDown: page && (() => at + page()),
    PageUp: page && (() => at - page()),
    Home: () => 0,
    End: () => count - 1,
  };
  const target = targets[key]?.();
  return target === undefined ? undefined : Math.max(0, Math.min(target, count - 1));
}
