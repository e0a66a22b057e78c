import type { Page, PageOptions, RequestOptions } from "./page.ts";

/** Everything a list held; `isComplete` is false when it was given up before its last page. */
export interface WholeList<Item> {
  items: Item[];
  isComplete: boolean;
}

/** A tenant has a few dozen profiles; this bounds a service whose list never ends. */
const MAX_PAGES = 50;

/**
 * Reads a list page by page to its end, at most 50 pages. An item that moved to a later page while it was read counts
 * once. A cursor that comes twice leads in circles and ends the list, which is then incomplete.
 */
export async function listAll<Item extends { id: string }>(
  readPage: (page: PageOptions) => Promise<Page<Item>>,
  { take, signal }: RequestOptions & { take: number },
): Promise<WholeList<Item>> {
  const items = new Map<string, Item>();
  const cursors = new Set<string>();
  let from: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page = await readPage({
      take,
      ...(from === undefined ? {} : { from }),
      ...(signal === undefined ? {} : { signal }),
    });
    for (const item of page.items) if (!items.has(item.id)) items.set(item.id, item);
    if (page.next === undefined) return { items: [...items.values()], isComplete: true };
    if (cursors.has(page.next)) break;
    cursors.add(page.next);
    from = page.next;
  }
  return { items: [...items.values()], isComplete: false };
}
