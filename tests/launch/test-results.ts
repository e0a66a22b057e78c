import * as z from "zod/mini";
import { isPanelTest } from "../repo/spec-rows/panel-rows.ts";
import { findPassedTags } from "../repo/spec-rows/proven-rows.ts";

/** The part of Vitest's JSON report that is read here. A file that does not load has no tests. */
const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** The totals of all vitest runs. */
export interface TestTotal {
  passed: number;
  failed: number;
  skipped: number;
  /** The tags of the tests that passed: ids of rows. */
  passedTags: Set<string>;
  /** The tags of the tests of the panel that passed. */
  panelTags: Set<string>;
  /** A line for each failed test, and for each file that failed without a failed test. */
  failures: string[];
}

/**
 * Adds up the results of vitest runs.
 *
 * @param reports the parsed outputs of Vitest's JSON reporter, one for each run
 * @param root the folder that the lines of `failures` leave out of paths
 * @throws a ZodError if a report has another shape
 */
export function addUpTests(reports: readonly unknown[], root: string): TestTotal {
  const total: TestTotal = {
    passed: 0,
    failed: 0,
    skipped: 0,
    passedTags: new Set(),
    panelTags: new Set(),
    failures: [],
  };
  for (const report of reports) {
    const found = reportSchema.parse(report);
    for (const tag of findPassedTags(report)) total.passedTags.add(tag);
    for (const tag of findPassedTags(report, isPanelTest)) total.panelTags.add(tag);
    total.passed += found.numPassedTests;
    total.failed += found.numFailedTests;
    total.skipped += found.numPendingTests;
    for (const { name, status, assertionResults } of found.testResults) {
      const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
      const failed = assertionResults.filter((result) => result.status === "failed");
      for (const { fullName } of failed) total.failures.push(`${file}: ${fullName}`);
      if (failed.length === 0 && status === "failed") {
        total.failures.push(`${file}: the file could not run, or its set-up failed`);
      }
    }
  }
  return total;
}
