// `npm run mutants` changes one expression of these folders at a time, and reports the changes that
// no test notices. The report is .cache/mutants.html. A second run tests only the code that changed
// since the first run. All of it takes hours: `SLICE=1/6 npm run mutants` takes the first of six
// parts, which have no order, so that one part stands for all.
import { createHash } from "node:crypto";
import { globSync } from "node:fs";

const folders = ["lib/auth/**/*.ts", "lib/tokens/**/*.ts", "lib/events/stream/**/*.ts"];

/** Lists the files of a part, such as "1/6". */
function listSlice(slice) {
  const [part, parts] = slice.split("/").map(Number);
  if (!(part >= 1 && part <= parts))
    throw new Error(`SLICE is "${slice}". Write the part and the number of parts, such as 1/6.`);
  const hashOf = (file) => createHash("sha256").update(file).digest().readUInt32BE();
  return globSync(folders).filter((file) => hashOf(file) % parts === part - 1);
}

const { SLICE } = process.env;

export default {
  mutate: SLICE === undefined ? folders : listSlice(SLICE),
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
