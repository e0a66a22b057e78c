// `npm run mutants` changes one expression of these folders at a time, and reports the changes that
// no test notices. The report is .cache/mutants.html. A second run tests only the code that changed
// since the first run.
export default {
  mutate: ["lib/auth/**/*.ts", "lib/tokens/**/*.ts", "lib/events/stream/**/*.ts"],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "tests/mutants/vitest.config.ts" },
  ignorePatterns: [".cache", ".output", ".wxt"],
  // Without this, Stryker rewrites the references of tsconfig.json with an API that TypeScript 7
  // does not have.
  tsconfigFile: "none",
  // Long, because a run that times out counts as noticed, and a busy machine is slow.
  timeoutMS: 30_000,
  // A change of a module constant needs a new process and all 1,500 tests. These are a fifth of the
  // changes, and take three quarters of the time.
  ignoreStatic: true,
  // More than the cores: many mutants wait for a timeout.
  concurrency: 4,
  incremental: true,
  incrementalFile: ".cache/mutants.json",
  tempDirName: ".cache/stryker",
  reporters: ["clear-text", "progress-append-only", "html"],
  htmlReporter: { fileName: ".cache/mutants.html" },
  clearTextReporter: { logTests: false, allowColor: false },
};
