import { expect, test } from "vitest";
import { recycleRows } from "../../../../components/panel/use-virtual-rows.ts";

const rowHeight = 22;

/** The keys of the rows from the first to the last that a view of 300 pixels can draw. */
function keysFrom(first: number, pinned?: number): (number | string)[] {
  const keyOf = recycleRows({ scrollRect: { width: 800, height: 300 } }, rowHeight, pinned);
  // 14 rows and a cut one in the view, and 12 beyond each edge.
  return Array.from({ length: 39 }, (_, place) => keyOf(first + place));
}

test("each drawn row has an element of its own, wherever the list is scrolled", () => {
  for (const first of [0, 1, 38, 39, 40, 5000]) {
    expect(new Set(keysFrom(first)).size, `from row ${first}`).toBe(39);
  }
});

test("the elements of rows that leave the view are used for those that enter it", () => {
  expect(new Set(keysFrom(5000))).toEqual(new Set(keysFrom(0)));
});

test("the pinned row keeps its element while all others change their rows", () => {
  expect(keysFrom(0, 3)[3]).toBe("pinned");
  expect(keysFrom(2, 3)[1]).toBe("pinned");
  expect(keysFrom(500, 3)).not.toContain("pinned");
});
