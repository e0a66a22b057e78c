import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../launch/build-extension.ts";

interface Ended {
  code: number;
  output: string;
}

function runTour(...words: string[]): Promise<Ended> {
  const program = join(root, "tests", "launch", "start.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [program, "--tour", ...words], { cwd: root }, (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: `${out}${err}` });
    });
  });
}

/** Returns the names of the steps that the tour reports as failed. */
function failedSteps(output: string): string[] {
  return [...output.matchAll(/^FAILED \d (\S+)/gm)].map(([, name = ""]) => name);
}

describe("the tour", () => {
  test("runs all six steps with a picture each, and exits with code 0", async () => {
    const { code, output } = await runTour();
    expect(output).toContain("6 passed, 0 failed");
    expect(code).toBe(0);
    const pictures = [...output.matchAll(/^ok +(\d) (\S+)/gm)].map(
      ([, number, name]) => `${number}-${name}.png`,
    );
    expect(pictures).toHaveLength(6);
    for (const picture of pictures) {
      const { size } = await stat(join(root, ".output", "tour", picture));
      expect(size, picture).toBeGreaterThan(5_000);
    }
  });

  test.each([
    [
      "tenant-down",
      ["login", "id-token", "hs256", "exchange-profile", "connection-profile", "event"],
    ],
    ["hs256-accepted", ["hs256"]],
    ["wrong-key", ["login", "id-token"]],
    ["create-refused", ["exchange-profile"]],
    ["patch-not-applied", ["connection-profile"]],
    ["stream-silent", ["event"]],
  ])("exits with code 1 for the planted fault %s and reports %j", async (fault, steps) => {
    const { code, output } = await runTour("--fault", fault);
    expect(failedSteps(output)).toEqual(steps);
    expect(output).toContain(`${6 - steps.length} passed, ${steps.length} failed`);
    expect(code).toBe(1);
  });
});
