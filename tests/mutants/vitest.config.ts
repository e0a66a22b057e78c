import { defineConfig } from "vitest/config";
import { specGroups } from "../repo/spec-rows/rows.ts";

/**
 * The tests that `npm run mutants` can run: Stryker cannot select from the projects of
 * vitest.config.ts.
 */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ["tests/unit/lib/{auth,events,runs,tokens}/**/*.test.ts"],
    tags: specGroups.flatMap(({ rows }) =>
      rows.map(([name, description]) => ({ name, description })),
    ),
    // A mutant that never settles fails here, sooner than in Stryker's own time limit.
    testTimeout: 10_000,
    // A mutant that survives a tenth of the inputs shows a gap in the other tests.
    env: { HOSTILE_INPUTS: "500" },
  },
});
