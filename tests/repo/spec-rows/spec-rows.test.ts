import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";
import { checkSpecRows, countRows, findTaggedIds } from "./check-spec-rows.ts";
import { findPassedIds, findUnprovenRows } from "./proven-rows.ts";
import type { TestText } from "./check-spec-rows.ts";
import { expectedCounts } from "./expected-counts.ts";
import { specGroups } from "./rows.ts";
import type { SpecGroup } from "./rows.ts";

const root = resolve(import.meta.dirname, "../../..");

function readTests(): TestText[] {
  return ["tests/unit", "tests/e2e"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") })),
  );
}

describe("the rows of the interface description", () => {
  it("are as many under each heading as the description has", () => {
    expect(countRows(specGroups)).toEqual(expectedCounts);
  });

  it("have unique ids, each covered one named by a test title, and no title names an unknown one", () => {
    const tests = readTests();
    expect(tests.length, "No test file was found, so nothing was checked.").toBeGreaterThan(0);
    expect(checkSpecRows(specGroups, tests)).toEqual([]);
    const rows = specGroups.flatMap((group) => group.rows);
    const covered = rows.filter(([, , state]) => state === "covered").length;
    process.stdout.write(`spec rows: ${covered} of ${rows.length} covered\n`);
  });
});

describe("the check of the rows", () => {
  const planted: SpecGroup[] = [
    { heading: "Planted", kind: "table", rows: [["made.up.row", "planted", "covered"]] },
  ];
  const good: TestText = { path: "good.test.ts", text: `it("holds [made.up.row]", () => {});` };

  it("is content when a covered row's id stands in a title", () => {
    expect(checkSpecRows(planted, [good])).toEqual([]);
  });

  it("reports a covered row without a test", () => {
    expect(checkSpecRows(planted, [])).toEqual([
      "The row made.up.row is called covered, but no test title carries [made.up.row].",
    ]);
  });

  it("does not take an id in a comment or in the body of a test for a title", () => {
    const text = `// [made.up.row]\nit("holds", () => { expect("of [made.up.row]").toBe(1); });`;
    expect(checkSpecRows(planted, [{ path: "comment.test.ts", text }])).toHaveLength(1);
  });

  it("reports a title with an id that no row has", () => {
    const text = `it("holds [made.up.row]", () => {}); test('also [no.such.row]', () => {});`;
    expect(checkSpecRows(planted, [{ path: "typo.test.ts", text }])).toEqual([
      "typo.test.ts has a title with [no.such.row], which is the id of no row.",
    ]);
  });

  it("reports an id given twice", () => {
    expect(checkSpecRows([...planted, ...planted], [good])).toEqual([
      'The id made.up.row is given to two rows (again under "Planted").',
    ]);
  });

  it("finds ids in plain, templated, suite and table titles", () => {
    const text = [
      "it(`one ${n} [a.one]`, f);",
      'describe("two [a.two]", f);',
      'it.each(table)("three [a.three] [a.four]", f);',
      'it.each([{ id: "[a.five]" }, f(1)])("$id", f);',
      "it(\n  'six [a.six]',\n  f);",
      'it("index [0] is no id [sic]", f);',
      'it.each(["a)", [1, f("(")], true])(\n  "seven [a.seven]", f);',
      'expect(it.skipped).toBe("eight [a.eight]");',
    ].join("\n");
    expect(findTaggedIds(text).toSorted()).toEqual([
      "a.five",
      "a.four",
      "a.one",
      "a.seven",
      "a.six",
      "a.three",
      "a.two",
    ]);
  });
});

describe("the proof of the rows", () => {
  const tests = `
    describe("a suite [a.suite]", () => { it("passes [a.passed]", () => {}); });
    it.each([["b.first"], ["b.second"]])("comes from a table [%s]", () => {});
    it.skip("is skipped [c.skipped]", () => {});
    it.todo("is left to do [c.todo]");
    it.skipIf(true)("is skipped on a condition [c.condition]", () => {});
    it("skips itself [c.itself]", ({ skip }) => skip());
    describe.skip("a skipped suite [c.suite]", () => { it("would pass [c.inner]", () => {}); });
    if (Date.now() < 0) it("is never registered [c.never]", () => {});
    it("fails [c.failed]", () => { throw new Error("planted"); });
    // it("is a comment [c.comment]", () => {});
  `;
  const group = (...ids: string[]): SpecGroup => ({
    heading: "Planted",
    kind: "table",
    rows: ids.map((id) => [id, "planted", "covered"] as const),
  });

  it("takes the ids of tests that ran and passed, and of no other", async () => {
    const folder = await makeTemporaryFolder("spec-rows");
    mkdirSync(join(folder.path, "uncollected"));
    writeFileSync(join(folder.path, "planted.test.ts"), tests);
    writeFileSync(
      join(folder.path, "uncollected", "file.ts"),
      'it("lies here [c.file]", () => {});',
    );
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const output = join(folder.path, "report.json");
    const args = ["run", "--globals", "--root", folder.path];
    // Ends with 1, because of the test that fails.
    await promisify(execFile)(
      process.execPath,
      [vitest, ...args, "--reporter", "json", "--outputFile", output],
      { cwd: folder.path },
    ).catch(() => undefined);
    const ids = findPassedIds(JSON.parse(readFileSync(output, "utf8")));
    await folder.remove();
    expect(ids.toSorted()).toEqual(["a.passed", "a.suite", "b.first", "b.second"]);
    const planted = [...tests.matchAll(/\[(c\.\w+)\]/gu)].map(([, id]) => id ?? "");
    expect(planted).toHaveLength(9);
    expect(findUnprovenRows([group("a.passed", ...planted, "c.file")], ids)).toEqual(
      [...planted, "c.file"].map(
        (id) => `The row ${id} is called covered, but no test with [${id}] in its title passed.`,
      ),
    );
  });

  it("asks nothing of a row that is not covered yet", () => {
    const rows = [["a.later", "planted", "not yet"]] as const;
    expect(findUnprovenRows([{ heading: "Planted", kind: "table", rows }], [])).toEqual([]);
  });
});
