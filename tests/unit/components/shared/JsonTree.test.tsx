import { describe, expect, test } from "vitest";
import { JsonTree } from "../../../../components/shared/JsonTree.tsx";
import { click, find, findButton, press, show, words } from "../show.ts";

const value = { id: "evt_1", data: { object: { email: "ada@example.com", tags: ["a", "b"] } } };

async function showTree(props: Partial<Parameters<typeof JsonTree>[0]> = {}) {
  const place = await show(<JsonTree label="Event" value={value} copied={value} {...props} />);
  const tree = find(place, "[role=tree]");
  const lines = () => [...tree.querySelectorAll<HTMLElement>("[role=treeitem]")];
  const active = () =>
    words(find(tree, `[id="${tree.getAttribute("aria-activedescendant") ?? ""}"]`));
  return { place, tree, lines, active, press: (key: string) => press(tree, key) };
}

test("shows each value on a line with its level and position, and opens only branches", async () => {
  const { lines } = await showTree();
  expect(lines().map(words)).toEqual([
    "▾{ 2 fields }",
    'id: "evt_1"',
    "▾data: { 1 field }",
    "▾object: { 2 fields }",
    'email: "ada@example.com"',
    "▸tags: [ 2 items ]",
  ]);
  const [, id, data] = lines();
  expect(id?.getAttribute("aria-expanded")).toBeNull();
  expect(data?.getAttribute("aria-expanded")).toBe("true");
  expect(data?.getAttribute("aria-level")).toBe("2");
  expect(data?.getAttribute("aria-posinset")).toBe("2");
});

test("moves, opens and closes with the arrow keys", async () => {
  const { press, active, lines } = await showTree();
  await press("ArrowDown");
  expect(active()).toBe('id: "evt_1"');
  await press("ArrowDown");
  await press("ArrowLeft");
  expect(lines()).toHaveLength(3);
  await press("ArrowRight");
  expect(lines()).toHaveLength(6);
  await press("ArrowRight");
  expect(active()).toBe("▾object: { 2 fields }");
  await press("ArrowDown");
  await press("ArrowLeft");
  expect(active()).toBe("▾object: { 2 fields }");
  await press("End");
  await press("Enter");
  expect(lines().map(words)).toContain('0: "a"');
  await press("Home");
  expect(active()).toBe("▾{ 2 fields }");
  expect(await press("Escape")).toBe(false);
});

test("opens and marks the changed values", async () => {
  const { lines, tree } = await showTree({
    changes: [
      { path: ["data", "object", "tags", "1"], before: "old", after: "b" },
      { path: ["data", "object", "email"], after: "ada@example.com" },
    ],
  });
  expect(lines().map(words)).toContain('1: "b" ≠ was "old"');
  expect(lines().map(words)).toContain('email: "ada@example.com" ＋ new');
  const data = lines().find((line) => words(line).includes("data:"));
  await click(data?.querySelector<HTMLElement>(".twist") ?? tree);
  expect(words(data ?? tree)).toContain("≠ 2 changed inside");
});

describe("a copy", () => {
  test("of everything, or of the selected value, omits the secrets", async () => {
    const { place, press } = await showTree({ copied: { id: "evt_1", data: "removed" } });
    expect(place.querySelectorAll("button")).toHaveLength(1);
    findButton(place, "Copy everything");
    await press("ArrowDown");
    findButton(place, "Copy id");
  });
});

test("lists a branch of ten thousand values in pieces", async () => {
  const { lines, tree } = await showTree({
    value: { list: Array.from({ length: 10_000 }, (_, index) => index) },
  });
  expect(lines()).toHaveLength(103);
  const more = lines().at(-1);
  expect(words(more ?? tree)).toBe("9900 more. Show the next 1000");
  await click(more ?? tree);
  expect(lines()).toHaveLength(1_103);
});

test("shows the beginning of a very long text, and the number of hidden characters", async () => {
  const { lines } = await showTree({ value: { text: "x".repeat(5_000) } });
  expect(words(lines()[1] ?? document.body)).toMatch(/… \(4002 more characters\)$/);
});

test("limits the depth of an endlessly nested value", async () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 5_000; level += 1) deep = { deep };
  const { lines } = await showTree({
    value: deep,
    changes: [{ path: Array.from({ length: 80 }, () => "deep"), after: 1 }],
  });
  expect(lines().length).toBeLessThan(70);
});

test("shows markup in a value as text", async () => {
  const { place } = await showTree({ value: { "<b>": "<img src=x>" } });
  expect(place.querySelector("img, b")).toBeNull();
});

test("escapes invisible and direction-changing characters in names and values", async () => {
  const backwards = { ["na\u202Eem"]: "evil \u202Eelif" };
  const { lines } = await showTree({ value: backwards, copied: backwards });
  expect(words(lines()[1] ?? document.body)).toBe('na\\u202eem: "evil \\u202eelif"');
});
