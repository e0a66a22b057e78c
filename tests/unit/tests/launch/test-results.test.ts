import { expect, test } from "vitest";
import { addUpTests } from "../../../launch/test-results.ts";

function report(files: readonly { name: string; status: string; tests: string[][] }[]) {
  const count = (status: string) =>
    files.flatMap(({ tests }) => tests).filter(([found]) => found === status).length;
  return {
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("skipped"),
    testResults: files.map(({ name, status, tests }) => ({
      name,
      status,
      assertionResults: tests.map(([found = "", fullName = "", ...tags]) => ({
        status: found,
        fullName,
        tags,
      })),
    })),
  };
}

test("the results of several runs are added up, with the tags of passed tests", () => {
  const unit = report([
    { name: "/repo/tests/a.test.ts", status: "passed", tests: [["passed", "adds", "row-1"]] },
  ]);
  const browser = report([
    {
      name: "/repo/tests/b.test.ts",
      status: "failed",
      tests: [
        ["passed", "opens", "row-2"],
        ["failed", "the popup opens", "row-3"],
        ["skipped", "closes"],
      ],
    },
  ]);

  expect(addUpTests([unit, browser], "/repo")).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    passedTags: new Set(["row-1", "row-2"]),
    panelTags: new Set(),
    failures: ["tests/b.test.ts: the popup opens"],
  });
});

test("the tags of the panel are those of passed tests in the files of the panel", () => {
  const proof = (name: string, ...tests: string[][]) => ({ name, status: "passed", tests });
  const browser = report([
    proof("/repo/tests/e2e/chromium/panel-logins.test.ts", ["passed", "logs in", "row-1"]),
    proof("/repo/tests/e2e/chromium/run-operations.test.ts", ["skipped", "signs up", "row-2"]),
    proof("/repo/tests/e2e/chromium/demo-flows.test.ts", ["passed", "logs in", "row-3"]),
    proof("/repo/tests/unit/lib/auth/login.test.ts", ["passed", "logs in", "row-4"]),
  ]);

  expect(addUpTests([browser], "/repo").panelTags).toEqual(new Set(["row-1"]));
});

test("a file that failed without a failed test is named", () => {
  const run = report([
    { name: "/repo/tests/c.test.ts", status: "failed", tests: [["skipped", "opens"]] },
    { name: "/repo/tests/d.test.ts", status: "failed", tests: [] },
  ]);

  expect(addUpTests([run], "/repo").failures).toEqual([
    "tests/c.test.ts: the file could not run, or its set-up failed",
    "tests/d.test.ts: the file could not run, or its set-up failed",
  ]);
});

test("a report of another shape is rejected", () => {
  expect(() => addUpTests([{ numPassedTests: 1 }], "/repo")).toThrow("numFailedTests");
});
