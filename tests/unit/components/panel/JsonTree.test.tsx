import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { JsonTree } from "../../../../components/panel/JsonTree.tsx";
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

describe("a branch of ten thousand values", () => {
  const many = { list: Array.from({ length: 10_000 }, (_, index) => index) };

  async function showMore(times: number) {
    const shown = await showTree({ value: many });
    for (let time = 0; time < times; time += 1) {
      await shown.press("End");
      await shown.press("Enter");
    }
    return shown;
  }

  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(320);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(320);
  });
  afterEach(() => vi.restoreAllMocks());

  test("is listed in pieces", async () => {
    const { lines, tree } = await showTree({ value: many });
    expect(lines()).toHaveLength(103);
    const more = lines().at(-1);
    expect(words(more ?? tree)).toBe("9900 more. Show the next 1000");
    await click(more ?? tree);
    const last = lines().at(-1);
    expect(last?.getAttribute("aria-setsize")).toBe("1101");
  });

  test("draws a bounded number of lines, whatever is listed", async () => {
    const { lines } = await showMore(10);
    expect(lines().length).toBeGreaterThan(0);
    expect(lines().length).toBeLessThan(100);
    expect(lines().at(-1)?.getAttribute("aria-setsize")).toBe("10000");
  });

  test("moves to the first of the values that it adds, also when it adds the last", async () => {
    const { active, press } = await showMore(1);
    expect(active()).toBe("100: 100");
    for (let time = 0; time < 9; time += 1) {
      await press("End");
      await press("Enter");
    }
    expect(active()).toBe("9100: 9100");
  });

  test("keeps the active line drawn on Home, End and the arrow keys", async () => {
    const { tree, active, press } = await showMore(2);
    await press("Home");
    expect(active()).toBe("▾{ 1 field }");
    await press("End");
    expect(active()).toBe("7900 more. Show the next 1000");
    await press("ArrowUp");
    expect(active()).toBe("2099: 2099");
    await press("ArrowLeft");
    expect(active()).toBe("▾list: [ 10000 items ]");
    await press("ArrowLeft");
    expect(tree.querySelectorAll("[role=treeitem]")).toHaveLength(2);
  });
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

describe("a secret value", () => {
  const secret = { token: "at-secret", other: 1 };
  const props = {
    value: secret,
    copied: { token: "[hidden]", other: 1 },
    isSecret: (path: readonly string[]) => path.at(-1) === "token",
  };

  test("is masked until the user reveals it, by button or by Enter", async () => {
    const { place, lines, press } = await showTree(props);
    expect(lines().map(words)).toContain("token: ••••••••");
    await press("ArrowDown");
    await press("ArrowRight");
    expect(lines().map(words)).toContain("token: ••••••••");
    await press("Enter");
    expect(lines().map(words)).toContain('token: "at-secret"');
    await click(findButton(place, "Hide token"));
    expect(lines().map(words)).toContain("token: ••••••••");
  });

  test("is copied only by itself, and not within more", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const { place, press } = await showTree(props);
    await press("ArrowDown");
    await click(findButton(place, "Copy token"));
    await click(findButton(place, "Copy everything"));
    expect(write.mock.calls.map(([text]) => text.includes("at-secret"))).toEqual([true, false]);
    write.mockRestore();
  });
});

test("opens only the first of many branches, so that three levels are not a million lines", async () => {
  const branch = Array.from({ length: 100 }, (_, at) => at);
  const { lines } = await showTree({ value: Array.from({ length: 100 }, () => branch) });
  expect(lines().length).toBeLessThan(500);
  expect(lines()[1]?.getAttribute("aria-expanded")).toBe("true");
  expect(lines().at(-1)?.getAttribute("aria-expanded")).toBe("false");
});
