import { computed, type ReadonlySignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { placeRows } from "../../../../components/panel/place-rows.ts";
import { useRowSlots } from "../../../../components/panel/use-row-slots.ts";
import { find, perform, show, words } from "../show.ts";

const rowHeight = 22;

/** Places the rows of a list whose view has 300 pixels and begins with this row. */
function placeFrom(first: number, given: { count?: number; pinned?: number } = {}) {
  const { count = 10_000, pinned } = given;
  const range = { startIndex: first, endIndex: first + 13 };
  return placeRows(
    { scrollRect: { width: 800, height: 300 }, calculateRange: () => range },
    { count, rowHeight, pinned },
  );
}

const keysFrom = (...given: Parameters<typeof placeFrom>) =>
  placeFrom(...given).map(({ key }) => key);
const indexesFrom = (...given: Parameters<typeof placeFrom>) =>
  placeFrom(...given).map(({ index }) => index);

describe("placeRows", () => {
  test("draws as many rows wherever the list is scrolled, each in a slot of its own", () => {
    // 14 rows and a cut one in the view, and 12 beyond each edge.
    for (const first of [0, 1, 38, 39, 40, 5000, 9986]) {
      expect(new Set(keysFrom(first)).size, `from row ${first}`).toBe(39);
      expect(indexesFrom(first), `from row ${first}`).toHaveLength(39);
    }
  });

  test("draws the rows in the view and those beyond its edges", () => {
    expect(indexesFrom(5000)[0]).toBe(4988);
    expect(indexesFrom(5000).at(-1)).toBe(5026);
    expect(indexesFrom(0)[0]).toBe(0);
    expect(indexesFrom(9986).at(-1)).toBe(9999);
  });

  test("draws each row of a short list", () => {
    expect(indexesFrom(0, { count: 3 })).toEqual([0, 1, 2]);
  });

  test("uses the slots of rows that leave the view for those that enter it", () => {
    expect(new Set(keysFrom(5000))).toEqual(new Set(keysFrom(0)));
  });

  test("the row that stays in the view keeps its slot", () => {
    const keyIn = (first: number) => placeFrom(first).find(({ index }) => index === 5000)?.key;
    expect(keyIn(5000)).toBe(keyIn(4990));
  });

  test("the pinned row keeps its slot, inside and outside the drawn rows", () => {
    expect(keysFrom(0, { pinned: 3 })[3]).toBe("pinned");
    expect(placeFrom(500, { pinned: 3 })[0]).toEqual({ key: "pinned", index: 3 });
    expect(placeFrom(500, { pinned: 900 }).at(-1)).toEqual({ key: "pinned", index: 900 });
    expect(indexesFrom(500, { pinned: 900 })).toHaveLength(40);
  });

  test("draws no pinned row that the list does not have", () => {
    expect(keysFrom(0, { count: 3, pinned: 3 })).toEqual([0, 1, 2]);
    expect(keysFrom(0, { count: 3, pinned: -1 })).toEqual([0, 1, 2]);
  });
});

describe("useRowSlots", () => {
  let redraws = 0;

  function Row({ index }: { index: ReadonlySignal<number> }) {
    const name = useMemo(() => computed(() => `row ${index.value}`), [index]);
    return <li>{name}</li>;
  }

  function List({ pinned }: { pinned?: number }) {
    const list = useRef<HTMLUListElement>(null);
    const { slots } = useRowSlots({ list, count: 10_000, rowHeight, pinned });
    redraws += 1;
    return (
      <ul ref={list}>
        {slots.map(({ key, index }) => (
          <Row key={key} index={index} />
        ))}
      </ul>
    );
  }

  const rowsOf = (place: ParentNode) => [...place.querySelectorAll("li")];
  const textsOf = (place: ParentNode) => rowsOf(place).map(words);
  const scroll = (place: ParentNode, row: number) =>
    perform(() => {
      const list = find(place, "ul");
      list.scrollTop = row * rowHeight;
      list.dispatchEvent(new Event("scroll"));
    });
  const rowsFrom = (first: number) =>
    Array.from({ length: 39 }, (_, offset) => `row ${first + offset}`);

  beforeEach(() => {
    for (const name of ["clientHeight", "offsetHeight"] as const)
      vi.spyOn(HTMLElement.prototype, name, "get").mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(10_000 * rowHeight);
  });
  afterEach(() => vi.restoreAllMocks());

  test("shows other rows in the same elements during a scroll, without a redraw", async () => {
    const place = await show(<List />);
    const elements = rowsOf(place);
    expect(textsOf(place)).toEqual(rowsFrom(0));
    // The first event tells that the list scrolls.
    await scroll(place, 20);
    const before = redraws;
    await scroll(place, 30);
    expect(new Set(textsOf(place))).toEqual(new Set(rowsFrom(18)));
    expect(new Set(rowsOf(place))).toEqual(new Set(elements));
    expect(redraws).toBe(before);
  });

  test("sorts the elements after the scroll", async () => {
    const place = await show(<List />);
    await scroll(place, 30);
    expect(textsOf(place)).not.toEqual(rowsFrom(18));
    await expect.poll(() => textsOf(place)).toEqual(rowsFrom(18));
  });

  test("draws the pinned row wherever the list is scrolled", async () => {
    const place = await show(<List pinned={3} />);
    const pinned = rowsOf(place)[3];
    await scroll(place, 500);
    expect(textsOf(place)).toContain("row 500");
    expect(pinned?.isConnected).toBe(true);
    expect(pinned?.textContent).toBe("row 3");
  });
});
