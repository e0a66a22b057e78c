import * as z from "zod/mini";
import type { SpecGroup } from "./rows.ts";

/** The part of Vitest's JSON report that lists the tests that ran and passed, with their tags. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ status: z.string(), tags: z.array(z.string()) })),
    }),
  ),
});

/**
 * Returns the tags of the tests that passed, including those of their suites. A test that was
 * skipped, marked as todo, failed or never collected proves nothing.
 *
 * @param report the parsed output of Vitest's JSON reporter
 * @throws a ZodError if the report has another shape
 */
export function findPassedTags(report: unknown): string[] {
  const tags = reportSchema
    .parse(report)
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed")
    .flatMap((result) => result.tags);
  return [...new Set(tags)];
}

/** Reports each row that is marked as covered but is not the tag of a passed test. */
export function findUnprovenRows(
  groups: readonly SpecGroup[],
  passedTags: Iterable<string>,
): string[] {
  const passed = new Set(passedTags);
  return groups
    .flatMap(({ rows }) => rows)
    .filter(([id, , state]) => state === "covered" && !passed.has(id))
    .map(([id]) => `The row ${id} is marked as covered, but no test with the tag ${id} passed.`);
}
