import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";
import { checkSpecRows } from "./check-spec-rows.ts";
import { findUnprovenInPanel, isPanelTest, listPanelRows, notFromPanel } from "./panel-rows.ts";
import { findPassedTags, findUnprovenRows } from "./proven-rows.ts";
import { specGroups } from "./rows.ts";
import type { SpecGroup } from "./rows.ts";

const root = resolve(import.meta.dirname, "../../..");

const makeGroup = (...ids: string[]): SpecGroup => ({
  heading: "Planted",
  kind: "table",
  rows: ids.map((id) => [id, "planted", "covered"] as const),
});

describe("the rows of the interface description", () => {
  test("have unique, well-formed IDs and a text", () => {
    expect(checkSpecRows(specGroups)).toEqual([]);
  });
});

describe("the check of the rows", () => {
  test("reports a repeated ID, a malformed ID and a row without text", () => {
    const rows = [
      ["made.up", "planted", "covered"],
      ["made.up", "planted", "covered"],
      ["Made Up", "planted", "covered"],
      ["said.nothing", " ", "covered"],
    ] as const;
    expect(checkSpecRows([{ heading: "Planted", kind: "table", rows }])).toEqual([
      'The id made.up names two rows (again under "Planted").',
      "The id Made Up is not lower-case words joined by dots and hyphens.",
      "The row said.nothing has no text.",
    ]);
  });

  test("reports nothing for a valid table", () => {
    expect(checkSpecRows([makeGroup("made.up", "made.up-2")])).toEqual([]);
  });

  test("requires no proof for a row that is not covered", () => {
    const rows = [["a.later", "planted", "not yet"]] as const;
    expect(findUnprovenRows([{ heading: "Planted", kind: "table", rows }], [])).toEqual([]);
  });
});

describe("the rows that the panel proves", () => {
  const groups = [{ ...makeGroup("a.user", "a.window"), heading: "login" }, makeGroup("b.other")];

  test("are those under the headings of its operations", () => {
    expect(listPanelRows(groups)).toEqual(["a.user", "a.window"]);
    expect(listPanelRows(specGroups)).toHaveLength(53);
  });

  test("leave out only rows of the description, each with a reason", () => {
    const ids = specGroups.flatMap(({ rows }) => rows.map(([id]) => id));
    for (const [id, reason] of Object.entries(notFromPanel)) {
      expect(ids).toContain(id);
      expect(reason).toMatch(/^[A-Z].*\.$/);
    }
  });

  test("are reported if only a test of the library or of the demo app has the tag", () => {
    const report = {
      testResults: [
        { name: "/repo/tests/unit/lib/auth/login.test.ts", tags: ["a.user"] },
        { name: "/repo/tests/e2e/chromium/demo-flows.test.ts", tags: ["a.user"] },
        { name: "/repo/tests/e2e/chromium/panel-logins.test.ts", tags: ["a.window"] },
      ].map(({ name, tags }) => ({ name, assertionResults: [{ status: "passed", tags }] })),
    };
    const inPanel = new Set(findPassedTags(report, isPanelTest));
    expect(findUnprovenInPanel(groups, inPanel)).toEqual([
      "The row a.user has no test of the panel with the tag a.user that passed.",
    ]);
    expect(findUnprovenInPanel(groups, new Set(findPassedTags(report)))).toEqual([]);
  });

  test("have their tests in files that exist", () => {
    const files = readdirSync(join(root, "tests/e2e/chromium"));
    const found = files.filter((name) => isPanelTest(`tests/e2e/chromium/${name}`));
    expect(found).toEqual([
      "panel-accounts.test.ts",
      "panel-logins.test.ts",
      "panel-sessions.test.ts",
      "run-operations.test.ts",
    ]);
  });
});

/**
 * Tests with tags equal to the ends of their names; tags that begin with `c.` belong to tests that
 * do not pass.
 */
const plantedTests = `
  describe("a suite", { tags: ["a.suite"] }, () => {
    test("passes", { tags: ["a.passed"] }, () => {});
  });
  for (const tag of ["b.first", "b.second"]) test("of a table", { tags: [tag] }, () => {});
  test.skip("skipped", { tags: ["c.skipped"] }, () => {});
  test.todo("left to do", { tags: ["c.todo"] });
  test.skipIf(true)("skipped on a condition", { tags: ["c.condition"] }, () => {});
  test("skips itself", { tags: ["c.itself"] }, ({ skip }) => skip());
  describe.skip("a skipped suite", { tags: ["c.suite"] }, () => {
    test("would pass", { tags: ["c.inner"] }, () => {});
  });
  if (Date.now() < 0) test("never registered", { tags: ["c.never"] }, () => {});
  test("fails", { tags: ["c.failed"] }, () => { throw new Error("planted"); });
  // test("a comment", { tags: ["c.comment"] }, () => {});
`;

/** Runs a planted test file and returns the report and all output of Vitest. */
async function runPlanted(
  text: string,
  tags: readonly string[],
): Promise<{ report: unknown; output: string }> {
  const folder = await makeTemporaryFolder("spec-rows");
  onTestFinished(() => folder.remove());
  const definitions = JSON.stringify(tags.map((name) => ({ name })));
  writeFileSync(
    join(folder.path, "vitest.config.mjs"),
    `export default { test: { globals: true, tags: ${definitions} } };`,
  );
  writeFileSync(join(folder.path, "planted.test.ts"), text);
  const reportPath = join(folder.path, "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--root", folder.path, "--reporter", "json"];
  // Vitest exits with 1 because one of the planted tests fails.
  const output = await promisify(execFile)(
    process.execPath,
    [...args, "--reporter", "default", "--outputFile.json", reportPath],
    { cwd: folder.path },
  ).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
  return { report: JSON.parse(readFileSync(reportPath, "utf8")), output };
}

describe("the proof of the rows", () => {
  const unproven = [...plantedTests.matchAll(/"(c\.\w+)"/gu)].map(([, tag]) => tag ?? "");
  const proven = ["a.passed", "a.suite", "b.first", "b.second"];

  test("uses only the tags of tests that ran and passed", async () => {
    const { report } = await runPlanted(plantedTests, [...proven, ...unproven]);
    const tags = findPassedTags(report);
    expect(tags.toSorted()).toEqual(proven);
    expect(unproven).toHaveLength(9);
    expect(findUnprovenRows([makeGroup("a.passed", ...unproven)], tags)).toEqual(
      unproven.map(
        (id) => `The row ${id} is marked as covered, but no test with the tag ${id} passed.`,
      ),
    );
  });

  test("rejects a tag that is not the ID of a row", async () => {
    const text = `test("has a typing error", { tags: ["a.pased"] }, () => {});`;
    const { report, output } = await runPlanted(text, proven);
    expect(output).toContain("a.pased");
    expect(findPassedTags(report)).toEqual([]);
  });
});
