import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { runTour, type TourFault } from "../../launch/tour.ts";

/** Returns the names of the steps that the tour reports as failed. */
function failedSteps(output: string): string[] {
  return [...output.matchAll(/^FAILED \d (\S+)/gm)].map(([, name = ""]) => name);
}

describe("the tour of the built extension", () => {
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await makeTemporaryFolder("tour");
  });
  afterAll(() => folder?.remove());

  // start.test.ts runs the whole command, without a fault and with hs256-accepted.
  test.each<[TourFault, string[]]>([
    [
      "tenant-down",
      ["login", "id-token", "hs256", "exchange-profile", "connection-profile", "event"],
    ],
    ["wrong-key", ["login", "id-token"]],
    ["create-refused", ["exchange-profile"]],
    ["patch-not-applied", ["connection-profile"]],
    ["stream-silent", ["event"]],
  ])("returns 1 for the planted fault %s and reports %j", async (fault, steps) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const code = await runTour({ fault, pictures: folder.path, print });
    const output = lines.join("\n");
    expect(failedSteps(output)).toEqual(steps);
    expect(output).toContain(`${6 - steps.length} passed, ${steps.length} failed`);
    expect(code).toBe(1);
  });
});
