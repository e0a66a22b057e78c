import type { Page, PageOptions, RequestOptions } from "./page.ts";

/** The items of a list. `isComplete` is false if the last page was not reached. */
export interface WholeList<Item> {
  items: Item[];
  isComplete: boolean;
}

/**
 * More than a tenant needs, which has a few dozen profiles. The limit stops a list that never ends.
 */
const maxPages = 50;

/**
 * Reads a list page by page. If an item moves to a later page meanwhile, the result contains it
 * once. Stops at a repeated cursor or at the page limit; the result is then incomplete.
 */
export async function listAll<Item extends { id: string }>(
  readPage: (page: PageOptions) => Promise<Page<Item>>,
  { take, signal }: RequestOptions & { take: number },
): Promise<WholeList<Item>> {
  const items = new Map<string, Item>();
  const cursors = new Set<string>();
  let from: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
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
