import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { importEdges } from "./lint-rules/import-edges.ts";
import { makeOverlay, root } from "./overlay.ts";
import type { Overlay } from "./overlay.ts";
import { readFiles } from "./read-files.ts";
import { countLinted, lintOverlay } from "./run-linter.ts";
import type { LintResult } from "./run-linter.ts";

const PackageFile = z.object({ scripts: z.record(z.string(), z.string()) });
const PackageExports = z.object({ exports: z.record(z.string(), z.string()) });

/**
 * The import table of the design, written independently of the lint rule: `+` code, `t` types only.
 */
const allowed: Readonly<Record<string, string>> = {
  entrypoints:
    "+components/shared +components/panel +components/popup +components/options +components/sandbox +lib/auth +lib/encoding +lib/events +lib/http +lib/management +lib/messages +lib/models +lib/platform +lib/redaction +lib/runs +lib/sandbox +lib/tokens +lib/trace +lib/worker",
  "components/shared":
    "+lib/encoding +lib/models tlib/auth tlib/events tlib/http tlib/management tlib/messages tlib/platform tlib/redaction tlib/runs tlib/sandbox tlib/tokens tlib/trace tlib/worker",
  "components/panel":
    "+components/shared +lib/encoding +lib/models tlib/auth tlib/events tlib/http tlib/management tlib/messages tlib/platform tlib/redaction tlib/runs tlib/sandbox tlib/tokens tlib/trace tlib/worker",
  "components/popup":
    "+components/shared +lib/encoding +lib/models tlib/auth tlib/events tlib/http tlib/management tlib/messages tlib/platform tlib/redaction tlib/runs tlib/sandbox tlib/tokens tlib/trace tlib/worker",
  "components/options":
    "+components/shared +lib/encoding +lib/models tlib/auth tlib/events tlib/http tlib/management tlib/messages tlib/platform tlib/redaction tlib/runs tlib/sandbox tlib/tokens tlib/trace tlib/worker",
  "components/sandbox":
    "+components/shared +lib/encoding +lib/models tlib/auth tlib/events tlib/http tlib/management tlib/messages tlib/platform tlib/redaction tlib/runs tlib/sandbox tlib/tokens tlib/trace tlib/worker",
  "lib/models":
    "+lib/encoding +lib/redaction +lib/messages +lib/tokens +lib/trace +lib/runs +lib/management +lib/events tlib/auth tlib/http tlib/platform tlib/sandbox tlib/worker",
  "lib/platform":
    "+lib/messages tlib/auth tlib/encoding tlib/events tlib/http tlib/management tlib/models tlib/redaction tlib/runs tlib/sandbox tlib/tokens tlib/trace tlib/worker",
  "lib/worker": "+lib/encoding +lib/events +lib/http +lib/management +lib/messages",
  "lib/messages": "+lib/http +lib/management +lib/events",
  "lib/runs": "+lib/auth +lib/encoding +lib/http +lib/redaction +lib/tokens",
  "lib/trace": "+lib/encoding +lib/http +lib/redaction +lib/tokens",
  "lib/auth": "",
  "lib/encoding": "",
  "lib/http": "",
  "lib/redaction": "",
  "lib/sandbox": "+lib/encoding tlib/auth tlib/http",
  "lib/tokens": "+lib/encoding +lib/http",
  "lib/management": "+lib/encoding +lib/http",
  "lib/events": "+lib/encoding +lib/http",
  tenant: "",
};

const areas = Object.keys(allowed);
const targets = [...areas, "tests"];

/** One statement per line, each with another syntax that imports a module. */
const waysToImport: readonly {
  readonly text: (specifier: string) => string;
  readonly isType: boolean;
}[] = [
  { text: (specifier) => `import { value } from "${specifier}";`, isType: false },
  { text: (specifier) => `export { other } from "${specifier}";`, isType: false },
  { text: (specifier) => `export * as all from "${specifier}";`, isType: false },
  { text: (specifier) => `export const loading: unknown = import("${specifier}");`, isType: false },
  { text: (specifier) => `export type { Thing } from "${specifier}";`, isType: true },
  { text: (specifier) => `import type { Other } from "${specifier}";`, isType: true },
];

interface PlantedEdge {
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly specifier: string;
  readonly expected: readonly string[];
}

/** A file of a folder that other folders can import. */
function entryOf(area: string): string {
  return `${area}/${importEdges[area]?.exports?.[0] ?? "planted-target.ts"}`;
}

function plantEdges(depth: "" | "deep/er/"): PlantedEdge[] {
  return areas.flatMap((from) =>
    targets
      .filter((to) => to !== from)
      .map((to) => {
        const file = `${from}/${depth}edge-to-${to.replace("/", "-")}.ts`;
        const specifier = posix.relative(posix.dirname(file), entryOf(to));
        const words = (allowed[from] ?? "").split(" ");
        const expected = waysToImport.flatMap(({ isType }, index) => {
          const isAllowed = words.includes(`+${to}`) || (isType && words.includes(`t${to}`));
          return isAllowed ? [] : [`repo(import-edges)@${index + 1}`];
        });
        return { from, to, file, specifier, expected };
      }),
  );
}

const plantedPackages: readonly (readonly [file: string, specifier: string, isAllowed: boolean])[] =
  [
    ["lib/platform/p1.ts", "webextension-polyfill", true],
    ["lib/auth/p2.ts", "webextension-polyfill", false],
    ["lib/models/p3.ts", "webextension-polyfill", false],
    ["components/panel/p4.ts", "webextension-polyfill", false],
    ["entrypoints/p5.ts", "webextension-polyfill", false],
    ["entrypoints/p6.ts", "wxt/utils/define-background", true],
    ["lib/platform/p7.ts", "wxt/browser", false],
    ["lib/auth/p8.ts", "#imports", false],
    ["lib/auth/p9.ts", "@/lib/events/planted-target.ts", false],
    ["lib/auth/p10.ts", "preact", false],
    ["lib/auth/p11.ts", "jose", false],
    ["lib/tokens/p12.ts", "jose", true],
    ["lib/tokens/p13.ts", "zod", false],
    ["lib/tokens/p14.ts", "zod/mini", true],
    ["lib/events/p15.ts", "eventsource-parser/stream", true],
    ["lib/events/p16.ts", "hono", false],
    ["lib/events/p17.ts", "node:fs", false],
    ["lib/models/p18.ts", "preact/hooks", false],
    ["tenant/p19.ts", "hono/cookie", true],
    ["tenant/p20.ts", "preact", false],
    ["tenant/p21.ts", "../../elsewhere/x.ts", false],
    ["components/shared/p22.ts", "preact/hooks", true],
    ["components/panel/p23.ts", "@tanstack/virtual-core", true],
    ["components/popup/p24.ts", "@tanstack/virtual-core", false],
  ];

/**
 * Planted faults other than imports: the file, its text, and the expected report of the linter,
 * line by line.
 */
const plantedFaults: readonly (readonly [
  name: string,
  file: string,
  text: string,
  expected: readonly string[],
])[] = [
  [
    "a constant in upper case",
    "lib/events/f0.ts",
    `export const MAX_LENGTH = 5;\nexport function read(): number {\n  const LIMIT = MAX_LENGTH;\n  return LIMIT;\n}`,
    ["repo(camel-case-constants)@1", "repo(camel-case-constants)@3"],
  ],
  [
    "chrome in a pure folder",
    "lib/events/f1.ts",
    `export const id: unknown = chrome;`,
    ["eslint(no-restricted-globals)@1"],
  ],
  [
    "document in a pure folder",
    "lib/auth/f2.ts",
    `export const title: unknown = document.title;`,
    ["eslint(no-restricted-globals)@1"],
  ],
  [
    "window in a model",
    "lib/models/f3.ts",
    `export const title: unknown = window.name;`,
    ["eslint(no-restricted-globals)@1"],
  ],
  [
    "a global reached through globalThis",
    "lib/auth/f4.ts",
    `export const page: unknown = Reflect.get(globalThis, "document");`,
    ["eslint(no-restricted-globals)@1"],
  ],
  [
    "a cast of globalThis",
    "lib/auth/f5.ts",
    `export const page = (globalThis as unknown as { document: { title: string } }).document.title;`,
    ["eslint(no-restricted-globals)@1", "typescript(no-unsafe-type-assertion)@1"],
  ],
  [
    "a global reached through self",
    "lib/worker/f6.ts",
    `export const scope: unknown = self.registration;`,
    ["eslint(no-restricted-globals)@1"],
  ],
  [
    "chrome in a view",
    "components/panel/f7.ts",
    `export const id: unknown = chrome.runtime.id;`,
    ["eslint(no-restricted-globals)@1"],
  ],
  [
    "chrome in an entry point",
    "entrypoints/f8.ts",
    `export const id: unknown = chrome.runtime.id;`,
    ["eslint(no-restricted-globals)@1"],
  ],
  [
    "chrome in the platform folder, where it is allowed",
    "lib/platform/f9.ts",
    `export const id: unknown = chrome.runtime.id;`,
    [],
  ],
  [
    "document in the page's own ports, where it is allowed",
    "lib/auth/page-ports.ts",
    `export const title: unknown = document.title;`,
    [],
  ],
  [
    "the tenant in the entry of the sandbox, where it is allowed",
    "entrypoints/sandbox-worker.ts",
    `export { value } from "../tenant/app.ts";`,
    [],
  ],
  [
    "innerHTML",
    "components/panel/f10.ts",
    `export function fill(element: Element, text: string): void {\n  element.innerHTML = text;\n}`,
    ["repo(no-html-sink)@2"],
  ],
  [
    "innerHTML by its quoted name",
    "components/panel/f11.ts",
    `export function fill(element: Element, text: string): void {\n  element["innerHTML"] = text;\n}`,
    ["repo(no-html-sink)@2"],
  ],
  [
    "dangerouslySetInnerHTML",
    "components/panel/F12.tsx",
    `export const Raw = (props: { text: string }) => <b dangerouslySetInnerHTML={{ __html: props.text }} />;`,
    ["repo(no-html-sink)@1"],
  ],
  [
    "as any",
    "lib/tokens/f13.ts",
    `export function measure(input: unknown): unknown {\n  return (input as any).length;\n}`,
    [
      "typescript(no-explicit-any)@2",
      "typescript(no-unsafe-member-access)@2",
      "typescript(no-unsafe-type-assertion)@2",
    ],
  ],
  [
    "a floating promise",
    "lib/tokens/f14.ts",
    `export function start(): void {\n  Promise.resolve(1);\n}`,
    ["typescript(no-floating-promises)@2"],
  ],
  [
    "a signal written by a view",
    "components/popup/f15.ts",
    `export function write(count: { value: number }): void {\n  count.value = 1;\n  count.value += 1;\n  count.value++;\n}`,
    ["repo(no-signal-write)@2", "repo(no-signal-write)@3", "repo(no-signal-write)@4"],
  ],
  [
    "a signal written by a model, where it is allowed",
    "lib/models/f16.ts",
    `export function write(count: { value: number }): void {\n  count.value = 1;\n}`,
    [],
  ],
  ["a default export", "lib/runs/f17.ts", `export default 1;`, ["import(no-default-export)@1"]],
  [
    "a default export of an entry point, which needs one",
    "entrypoints/f18.ts",
    `export default 1;`,
    [],
  ],
  [
    "console.log",
    "lib/runs/f19.ts",
    `export function say(): void {\n  console.log("x");\n}`,
    ["eslint(no-console)@2"],
  ],
  ["eval", "lib/runs/f20.ts", `export const two: unknown = eval("1 + 1");`, ["eslint(no-eval)@1"]],
  [
    "a ts-ignore",
    "lib/runs/f21.ts",
    `// @ts-ignore\nexport const two: unknown = 2;`,
    ["typescript(ban-ts-comment)@1"],
  ],
  [
    "an import whose target is computed",
    "lib/runs/f24.ts",
    `export const load = (name: string): Promise<unknown> => import(name);`,
    ["repo(import-edges)@1"],
  ],
  [
    "an import of a file that a package does not export",
    "lib/runs/f27.ts",
    `export { value } from "../auth/planted-target.ts";\nexport { other } from "../auth/index.ts";`,
    ["repo(import-edges)@1"],
  ],
  [
    "a module that imports itself in a circle",
    "lib/runs/f23.ts",
    `import { two } from "./f23b.ts";\nexport const one: number = two;`,
    ["import(no-cycle)@1"],
  ],
  [
    "a circle of files with only type imports",
    "tenant/core/f26.ts",
    `import type { Two } from "../http/f26b.ts";\nexport type One = readonly Two[];`,
    ["import(no-cycle)@1"],
  ],
  [
    "a test that is called `it`",
    "tests/unit/f25.test.ts",
    `import { expect, it } from "vitest";\nit("adds", () => expect(1 + 1).toBe(2));`,
    ["vitest(consistent-test-it)@2"],
  ],
  [
    "a title of 121 characters",
    "tests/unit/f26.test.ts",
    `import { expect, test } from "vitest";\ntest("${"a".repeat(121)}", () => expect(1 + 1).toBe(2));`,
    ["vitest(valid-title)@2"],
  ],
];

/** The folders that contain planted files. */
const plantedFolders = ["lib", "components", "entrypoints", "tenant", "tests/unit"];

describe("the linter", () => {
  let overlay: Overlay;
  let result: LintResult;
  const edges = [...plantEdges(""), ...plantEdges("deep/er/")];

  beforeAll(() => {
    overlay = makeOverlay();
    for (const path of targets.flatMap((area) => [entryOf(area), `${area}/planted-target.ts`])) {
      overlay.write(
        path,
        "export const value = 1;\nexport const other = 2;\nexport interface Thing {\n  readonly a: number;\n}\nexport type Other = Thing;\n",
      );
    }
    for (const { file, specifier } of edges) {
      const lines = waysToImport.map(({ text }) => text(specifier));
      overlay.write(file, `${lines.join("\n")}\nexport const used: Other = { a: value };\n`);
    }
    for (const [file, specifier] of plantedPackages)
      overlay.write(file, `export * as all from "${specifier}";\n`);
    for (const [, file, text] of plantedFaults) overlay.write(file, `${text}\n`);
    overlay.write(
      "lib/runs/f23b.ts",
      'import { one } from "./f23.ts";\nexport const two: number = one;\n',
    );
    overlay.write(
      "tenant/http/f26b.ts",
      'import type { One } from "../core/f26.ts";\nexport type Two = One | string;\n',
    );
    result = lintOverlay(overlay, plantedFolders);
  }, 120_000);

  afterAll(() => overlay[Symbol.dispose]());

  test("reads every planted file", () => {
    const written = plantedFolders.flatMap((folder) =>
      readdirSync(join(overlay.folder, folder), { recursive: true, encoding: "utf8" }).filter(
        (path) => /\.tsx?$/.test(path),
      ),
    );
    expect(written.length).toBeGreaterThan(500);
    expect(result.fileCount).toBe(written.length);
  });

  test.each(edges)(
    "allows the imports from $file to $to that the design allows, and no others",
    ({ file, expected }) => {
      expect(result.findings.get(file) ?? []).toEqual(expected);
    },
  );

  test.each(plantedPackages)(
    "checks the import in %s of the package %s (allowed: %s)",
    (file, _specifier, isAllowed) => {
      expect(result.findings.get(file) ?? []).toEqual(isAllowed ? [] : ["repo(import-edges)@1"]);
    },
  );

  test.each(plantedFaults)("checks %s (%s)", (_name, file, _text, expected) => {
    expect(result.findings.get(file) ?? []).toEqual(expected);
  });

  test("reads every source file when it runs as in package.json", () => {
    const { scripts } = PackageFile.parse(
      JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
    );
    const [tool, ...args] = (scripts["lint"] ?? "").split(" ");
    expect(tool).toBe("oxlint");
    const sources = readFiles().filter(({ path }) => /\.[cm]?[jt]sx?$/.test(path));
    expect(sources.length).toBeGreaterThan(100);
    expect(countLinted(root, args)).toBe(sources.length);
  });

  test("counts no files in an empty tree, so that a lint of no file does not pass", () => {
    using empty = makeOverlay();
    empty.write("lib/only.txt", "no source");
    expect(lintOverlay(empty, ["lib"]).fileCount).toBe(0);
  });

  test.each(["lib/auth", "tenant"])("allows the imports of what %s exports", (folder) => {
    const { exports } = PackageExports.parse(
      JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")),
    );
    expect(importEdges[folder]?.exports?.map((path) => `./${path}`)).toEqual(
      Object.values(exports),
    );
  });

  test("has a rule for every folder of the tree", () => {
    const folders = ["lib", "components"].flatMap((parent) =>
      readdirSync(join(root, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${parent}/${entry.name}`),
    );
    expect(folders.length).toBeGreaterThan(5);
    for (const folder of folders) expect(Object.keys(importEdges)).toContain(folder);
    expect(Object.keys(importEdges).filter((area) => !["", "tests"].includes(area))).toEqual(
      expect.arrayContaining(areas),
    );
  });
});
