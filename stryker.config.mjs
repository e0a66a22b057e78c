// `npm run mutants` changes one expression of these folders at a time and reports the changes that no
// test notices. The report is .cache/mutants.html; a second run repeats only what has changed since.
export default {
  mutate: ["lib/auth/**/*.ts", "lib/tokens/**/*.ts", "lib/events/stream/**/*.ts"],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "tests/mutants/vitest.config.ts" },
  ignorePatterns: [".cache", ".output", ".wxt"],
  // Stryker would rewrite the references of a tsconfig with the API of TypeScript 6, which version 7 lacks.
  tsconfigFile: "none",
  // Generous, because a slow run on a busy machine would count as noticed.
  timeoutMS: 30_000,
  concurrency: 2,
  incremental: true,
  incrementalFile: ".cache/mutants.json",
  tempDirName: ".cache/stryker",
  reporters: ["clear-text", "progress-append-only", "html"],
  htmlReporter: { fileName: ".cache/mutants.html" },
  clearTextReporter: { logTests: false, allowColor: false },
};
