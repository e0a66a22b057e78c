import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { makeOverlay, root } from "./overlay.ts";
import type { Overlay } from "./overlay.ts";
import { readFiles } from "./read-files.ts";

const solution = "tsconfig.projects.json";
const SolutionFile = z.object({ references: z.array(z.object({ path: z.string() })) });
const PackageFile = z.object({ scripts: z.record(z.string(), z.string()) });

/**
 * The globals and imports that each folder's compiler settings must reject, with the compiler's
 * error codes.
 */
const globalFaults: readonly (readonly [name: string, text: string, code: string])[] = [
  ["document", "export const title: unknown = document.title;", "TS2584"],
  ["window", "export const title: unknown = window.name;", "TS2304"],
  ["chrome", "export const id: unknown = chrome.runtime.id;", "TS2304"],
  ["browser", "export const id: unknown = browser.runtime.id;", "TS2304"],
  ["localStorage", "export const store: unknown = localStorage;", "TS2304"],
  ["process", "export const env: unknown = process.env;", "TS2591"],
  ["Buffer", "export const made: unknown = Buffer.from([1]);", "TS2591"],
  ["node:fs", 'export { readFileSync } from "node:fs";', "TS2591"],
];

interface PureFolder {
  readonly folder: string;
  readonly project: string;
  /**
   * A file outside the folder that an import must not reach; absent if the linter checks imports of
   * siblings.
   */
  readonly outside?: string;
}

const pureFolders: readonly PureFolder[] = [
  { folder: "lib/auth", project: "lib/auth/tsconfig.json", outside: "../tokens/planted-target.ts" },
  {
    folder: "lib/encoding",
    project: "lib/encoding/tsconfig.json",
    outside: "../auth/planted-target.ts",
  },
  { folder: "lib/http", project: "lib/http/tsconfig.json", outside: "../auth/planted-target.ts" },
  {
    folder: "lib/redaction",
    project: "lib/redaction/tsconfig.json",
    outside: "../auth/planted-target.ts",
  },
  { folder: "lib/tokens", project: "lib/tokens/tsconfig.json" },
  { folder: "lib/management", project: "lib/management/tsconfig.json" },
  { folder: "lib/events", project: "lib/events/tsconfig.json" },
  { folder: "lib/messages", project: "lib/messages/tsconfig.json" },
  { folder: "lib/runs", project: "lib/runs/tsconfig.json" },
  { folder: "lib/sandbox", project: "lib/sandbox/tsconfig.json" },
  { folder: "lib/models", project: "lib/models/tsconfig.json" },
  { folder: "lib/worker", project: "lib/worker/tsconfig.json" },
];

describe("the compiler", () => {
  let overlay: Overlay;

  beforeAll(() => {
    overlay = makeOverlay();
    for (const folder of ["lib/auth", "lib/tokens"])
      overlay.write(`${folder}/planted-target.ts`, "export const value = 1;\n");
  });

  afterAll(() => overlay[Symbol.dispose]());

  test.each(pureFolders)(
    "rejects globals of the page, the extension and Node, and imports of siblings, in $folder",
    ({ folder, project, outside }) => {
      overlay.write(
        `${folder}/control.ts`,
        "export const digest: unknown = crypto.subtle;\nexport const get: unknown = fetch;\n",
      );
      for (const [name, text] of globalFaults)
        overlay.write(`${folder}/use-${name.replace(":", "-")}.ts`, `${text}\n`);
      if (outside !== undefined)
        overlay.write(`${folder}/use-outside.ts`, `export { value } from "${outside}";\n`);
      const { output } = overlay.run("tsc", ["-p", project, "--pretty", "false"]);
      const faults = output
        .split("\n")
        .map((line) => /(?:^|\/)([\w-]+)\.ts\(\d+,\d+\): error (TS\d+)/.exec(line))
        .flatMap((match) => (match === null ? [] : [`${match[1]} ${match[2]}`]));
      const expected = globalFaults.map(
        ([name, , code]) => `use-${name.replace(":", "-")} ${code}`,
      );
      const escape = outside === undefined ? [] : ["use-outside TS6059"];
      expect(faults.toSorted(), output).toEqual([...expected, ...escape].toSorted());
    },
  );

  test("rejects Node and the extension in imports of the tenant's app, and allows Node in its server", () => {
    overlay.write("tenant/app.ts", 'export * from "./planted-route.ts";\n');
    overlay.write(
      "tenant/planted-route.ts",
      'export { readFileSync } from "node:fs";\nexport const id: unknown = chrome;\n',
    );
    overlay.write("tenant/planted-server.ts", 'export { readFileSync } from "node:fs";\n');
    const app = overlay.run("tsc", ["-p", "tenant/tsconfig.json", "--pretty", "false"]).output;
    expect(app.match(/error TS\d+/g)).toEqual(["error TS2591", "error TS2304"]);
    overlay.write("tenant/planted-route.ts", "export const fine = true;\n");
    expect(overlay.run("tsc", ["-p", "tenant/tsconfig.node.json", "--pretty", "false"])).toEqual({
      status: 0,
      output: "",
    });
  });

  test("rejects imports of the library in the tenant's app", () => {
    overlay.write("tenant/app.ts", 'export { value } from "../lib/tokens/planted-target.ts";\n');
    expect(
      overlay.run("tsc", ["-p", "tenant/tsconfig.json", "--pretty", "false"]).output,
    ).toContain("error TS6059");
  });

  test.each([
    ["an enum", "export enum Color {\n  Red,\n}\n", "TS1294"],
    [
      "a parameter property",
      "export class A {\n  constructor(readonly a: number) {}\n}\n",
      "TS1294",
    ],
    ["an element that may be absent", "export const first: string = ['a'][0];\n", "TS2322"],
    [
      "undefined for an optional property",
      "export const a: { b?: number } = { b: undefined };\n",
      "TS2375",
    ],
    ["an implicit any", "export function f(a) {\n  return a;\n}\n", "TS7006"],
  ])("rejects %s", (_name, text, code) => {
    overlay.write("lib/platform/strict.ts", text);
    overlay.write("wxt.config.ts", "export {};\n");
    expect(overlay.run("tsc", ["-p", "tsconfig.json", "--pretty", "false"]).output).toContain(
      `error ${code}`,
    );
  });

  test("compiles every folder of lib except the platform with its own settings", () => {
    const folders = readdirSync(join(root, "lib"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const own = folders
      .map(({ name }) => `lib/${name}`)
      .filter((folder) => folder !== "lib/platform");
    for (const folder of own) {
      expect(
        existsSync(join(root, folder, "tsconfig.json")),
        `${folder} has no tsconfig.json.`,
      ).toBe(true);
      expect(readFileSync(join(root, "tsconfig.json"), "utf8")).toContain(`"${folder}"`);
    }
  });

  test("is run by `npm run types` on every project", () => {
    const { scripts } = PackageFile.parse(
      JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
    );
    expect(scripts["types"]).toBe(`tsc -b ${solution}`);
    const { references } = SolutionFile.parse(
      JSON.parse(readFileSync(join(root, solution), "utf8")),
    );
    const projects = readFiles()
      .map(({ path }) => path)
      .filter((path) => /(?:^|\/)tsconfig[\w.]*\.json$/.test(path) && path !== solution);
    expect(projects.length).toBeGreaterThan(10);
    expect(references.map(({ path }) => path).toSorted()).toEqual(
      projects.map((path) => `./${path}`).toSorted(),
    );
  });
});
