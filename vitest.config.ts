import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { waitTimeout } from "./tests/launch/wait-for.ts";
import { LongestFirst } from "./tests/e2e/longest-first.ts";
import { specGroups } from "./tests/repo/spec-rows/rows.ts";

/** The folder where `npm test` collects the results of its runs, one file for each run. */
const resultsFolder = process.env["TEST_RESULTS"];

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  test: {
    // Long, to end only a test that hangs: on a busy machine, a test takes many times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Vitest leaves one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    expect: { poll: { timeout: 15_000 } },
    // A test that proves a row of the interface description has the row's id as its tag. Vitest
    // rejects all other tags.
    tags: specGroups.flatMap(({ rows }) =>
      rows.map(([name, description]) => ({ name, description })),
    ),
    sequence: { sequencer: LongestFirst },
    reporters: resultsFolder === undefined ? ["default"] : ["default", "json"],
    ...(resultsFolder === undefined
      ? {}
      : { outputFile: { json: join(resultsFolder, `${process.pid}.json`) } }),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          exclude: ["tests/unit/components/**"],
          environment: "node",
          // Most of the time of a small test file is the import of the modules that all share.
          isolate: false,
          provide: { wayToTenant: "direct" },
        },
      },
      {
        extends: true,
        test: {
          // The tests of the tenant's routes once more, over the ports of the sandbox.
          name: "sandbox",
          include: ["tests/unit/tenant/{authentication,control,events,management}/**/*.test.ts"],
          environment: "node",
          isolate: false,
          provide: { wayToTenant: "sandbox" },
          setupFiles: ["tests/unit/tenant/use-open-response.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["tests/unit/components/**/*.test.tsx"],
          environment: "happy-dom",
        },
      },
      {
        extends: true,
        test: {
          name: "repo",
          include: ["tests/repo/**/*.test.ts"],
          environment: "node",
          testTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          // Not part of `npm test`: `npm run figures` prints what it measures.
          name: "figures",
          include: ["tests/figures/**/*.walk.tsx"],
          environment: "./tests/figures/environment.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          environment: "node",
          // Twice as many files as cores, because these tests mostly wait for a browser or a timeout.
          maxWorkers: availableParallelism() * 2,
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: waitTimeout } },
        },
      },
    ],
  },
});
