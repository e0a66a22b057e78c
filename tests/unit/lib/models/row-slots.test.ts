import { effect } from "@preact/signals";
import { expect, test } from "vitest";
import { createRowSlots } from "../../../../lib/models/row-slots.ts";

const first = [
  { key: 0, index: 0 },
  { key: 1, index: 1 },
];
const scrolled = [
  { key: 1, index: 1 },
  { key: 0, index: 2 },
];

test("shows other rows in the slots of the list", () => {
  const slots = createRowSlots();
  const [zero, one] = slots.arrange(first);
  expect(slots.show(scrolled)).toBe(true);
  expect(zero?.index.value).toBe(2);
  expect(one?.index.value).toBe(1);
});

test("does not notify the slot of a row that stays", () => {
  const slots = createRowSlots();
  const seen: number[] = [];
  const [, one] = slots.arrange(first);
  effect(() => void seen.push(one?.index.value ?? -1));
  slots.show(scrolled);
  expect(seen).toEqual([1]);
});

test("shows none of the rows if the list has other slots", () => {
  const slots = createRowSlots();
  const [zero] = slots.arrange(first);
  expect(slots.show([{ key: 0, index: 5 }])).toBe(false);
  expect(
    slots.show([
      { key: 0, index: 5 },
      { key: "pinned", index: 9 },
    ]),
  ).toBe(false);
  expect(zero?.index.value).toBe(0);
});

test("arranges the slots in the order of the rows, and keeps those that the list has", () => {
  const slots = createRowSlots();
  const before = slots.arrange(first);
  slots.show(scrolled);
  const after = slots.arrange([...scrolled, { key: "pinned", index: 9 }]);
  expect(after.map(({ key, index }) => [key, index.value])).toEqual([
    [1, 1],
    [0, 2],
    ["pinned", 9],
  ]);
  expect(after[1]?.index).toBe(before[0]?.index);
});
