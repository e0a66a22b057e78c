import * as z from "zod/mini";
import { taggedPattern } from "./check-spec-rows.ts";
import type { SpecGroup } from "./rows.ts";

/** The part of Vitest's JSON report that tells which tests ran and passed. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/**
 * Finds the ids in the titles of the tests that passed, suites included. A test that was skipped, left to do, failed
 * or never collected proves nothing, whatever its text says.
 *
 * @param report what Vitest's JSON reporter wrote, not yet trusted to be anything
 */
export function findPassedIds(report: unknown): string[] {
  const titles = reportSchema
    .parse(report)
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed")
    .map(({ fullName }) => fullName);
  const ids = titles.flatMap((title) => [...title.matchAll(taggedPattern)].map(([, id]) => id));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** Finds the rows that are called covered and that no test proved which ran, as sentences. */
export function findUnprovenRows(
  groups: readonly SpecGroup[],
  passedIds: Iterable<string>,
): string[] {
  const passed = new Set(passedIds);
  return groups
    .flatMap(({ rows }) => rows)
    .filter(([id, , state]) => state === "covered" && !passed.has(id))
    .map(
      ([id]) => `The row ${id} is called covered, but no test with [${id}] in its title passed.`,
    );
}
