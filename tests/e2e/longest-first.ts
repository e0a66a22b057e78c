import { relative, sep } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The tests that take longest: of the repository, then end to end, where most wait for an alarm or
 * a timeout. The longest is first.
 */
export const longestFiles: readonly string[] = [
  "tests/repo/patterns/redaction.test.ts",
  "tests/repo/patterns/patterns.test.ts",
  "tests/repo/bundle/node-env.test.ts",
  "tests/e2e/firefox/forgetting.test.ts",
  "tests/e2e/firefox/worker.test.ts",
  "tests/e2e/launch/start.test.ts",
  "tests/e2e/launch/tour.test.ts",
  "tests/e2e/chromium/worker.test.ts",
  "tests/e2e/soak/soak.test.ts",
  "tests/e2e/chromium/sandbox.test.ts",
  "tests/e2e/firefox/sandbox.test.ts",
  "tests/e2e/chromium/event-log.test.ts",
  "tests/e2e/chromium/run-catalogue.test.ts",
  "tests/e2e/chromium/stream-waits.test.ts",
  "tests/e2e/chromium/popup-connections.test.ts",
  "tests/e2e/chromium/surfaces.test.ts",
  "tests/e2e/firefox/trace.test.ts",
  "tests/e2e/firefox/panel.test.ts",
  "tests/e2e/firefox/run-entries.test.ts",
  "tests/e2e/chromium/popup-exchange.test.ts",
  "tests/e2e/chromium/presets.test.ts",
];

/**
 * Starts the longest files first, so that parallel runs end at about the same time. Vitest does
 * this only from the second run on, and a large file is not always a slow one.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const path = relative(project.config.root, moduleId).split(sep).join("/");
      const place = longestFiles.indexOf(path);
      return place < 0 ? longestFiles.length : place;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
