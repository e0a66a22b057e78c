import * as z from "zod/mini";
import type { SpecGroup } from "./rows.ts";

/** The part of Vitest's JSON report that lists the tests that ran and passed, with their tags. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), tags: z.array(z.string()) })),
    }),
  ),
});

/**
 * Returns the tags of the tests that passed, including those of their suites. A test that was
 * skipped, marked as todo, failed or never collected proves nothing.
 *
 * @param report the parsed output of Vitest's JSON reporter
 * @param isIncluded returns true for the path of a file to include; all files unless given
 * @throws a ZodError if the report has another shape
 */
export function findPassedTags(
  report: unknown,
  isIncluded: (path: string) => boolean = () => true,
): string[] {
  const tags = reportSchema
    .parse(report)
    .testResults.filter(({ name }) => isIncluded(name))
    .flatMap(({ assertionResults }) => assertionResults)
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
