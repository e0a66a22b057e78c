import { expect, test } from "vitest";
import { measureSource } from "./measure-source.ts";

const wide = "x".repeat(101);
const files = [
  {
    path: "lib/one.ts",
    text: `import { two } from "./two.ts";
// ${wide}
/*
 * ${wide}
 */
const address = "${wide}";
export function one() {
  return two(() => {
    return address;
  });
}
export function unused() {}
`,
  },
  {
    path: "lib/two.ts",
    text: 'import type { Three } from "./three.ts";\nexport const two = (x: Three) => x;\n',
  },
  {
    path: "lib/three.ts",
    text: 'import { one } from "./one.ts";\nexport type Three = typeof one;\n',
  },
  { path: "lib/alone.ts", text: "export const late = 1;\nexport default 2;\n" },
  { path: "entrypoints/main.ts", text: 'await import("../lib/alone.ts");\nexport default 1;\n' },
  { path: "tests/one.ts", text: 'import { unused } from "../lib/one.ts";\nunused();\n' },
  { path: "lib/README.md", text: "a\nb\n" },
];
const measured = measureSource(files, ["lib"], ["lib", "entrypoints"]);
const [lib] = measured.folders;

test("counts the lines of a folder's files", () => {
  expect(lib).toMatchObject({ files: 4, lines: 18, medianFile: 2 });
  expect(lib?.longestFile).toEqual({ path: "lib/one.ts", lines: 12 });
});

test("lists each function with its length, longest first", () => {
  expect(lib?.functions.map(({ name, line, lines }) => `${name}:${line} ${lines}`)).toEqual([
    "one:7 5",
    "two:8 3",
    "unused:12 1",
    "two:2 1",
  ]);
});

test("counts comment lines that are too wide, and no strings", () => {
  expect(lib?.longCommentLines).toBe(2);
});

test("finds circles of files, also of type imports", () => {
  expect(measured.circles).toEqual([["lib/one.ts", "lib/three.ts", "lib/two.ts"]]);
});

test("finds exports that only tests import, and none that is imported dynamically", () => {
  expect(measured.uncalledExports).toEqual(["lib/one.ts: unused"]);
});

test("finds files with one importer in the product, however it imports them", () => {
  expect(measured.singleUses).toEqual([
    { path: "lib/one.ts", lines: 12, importer: "lib/three.ts" },
    { path: "lib/two.ts", lines: 2, importer: "lib/one.ts" },
    { path: "lib/three.ts", lines: 2, importer: "lib/two.ts" },
    { path: "lib/alone.ts", lines: 2, importer: "entrypoints/main.ts" },
  ]);
});
