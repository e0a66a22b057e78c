import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { builtExtension } from "../../launch/build-extension.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import {
  buildPlanted,
  withoutCursor,
  withoutDeduplication,
  type Plant,
} from "../../soak/build-planted.ts";
import type { Fault } from "../../soak/faults.ts";
import { forceGaps } from "../../soak/force-gaps.ts";
import { openSoakSession } from "../../soak/open-soak-session.ts";
import { createRandom } from "../../soak/random.ts";
import { chooseFaults, describeReport, planSoak, runSoak } from "../../soak/run-soak.ts";
import { openSoakChromium } from "../../soak/soak-browser.ts";
import type { SoakSession } from "../../soak/soak-session.ts";

/** Any other does as well; `npm run soak -- --short --seed N` runs it by itself. */
const seed = 20_261_121;

async function openSession(extensionDir: string): Promise<SoakSession> {
  const random = createRandom(seed);
  const session = await openSoakSession({ openBrowser: openSoakChromium, extensionDir, random });
  onTestFinished(() => session.close());
  return session;
}

test(
  "5,000 events through every kind of fault are each stored once, with no gap; and each forced gap is told",
  { timeout: 600_000 },
  async () => {
    const session = await openSession(builtExtension.chromium);
    const plan = planSoak("short", createRandom(seed));
    const report = await runSoak(session, plan);
    expect(describeReport(report)).toBe("emitted 5000 stored 5000 lost 0 duplicated 0 gaps 0");
    expect([...report.faults.values()]).toEqual(plan.faults.map(() => 1));
    expect(await forceGaps(session, 2)).toBe(2);
  },
);

describe("the soak can fail", () => {
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await makeTemporaryFolder("planted");
  });
  afterAll(() => folder?.remove());

  /** None of what is emitted meanwhile gets through: only a cursor brings it. */
  const emittedInSilence: Fault = {
    name: "emitted in silence",
    quota: 1,
    async happen({ control }, emit) {
      await control.freeze();
      await emit();
      await control.drop();
    },
  };

  async function soakPlanted(plants: readonly Plant[], faults: readonly Fault[]) {
    const session = await openSession(await buildPlanted(plants, folder.path));
    return await runSoak(session, { events: 400, faults }, { isPatient: false });
  }

  test("without deduplication events are stored twice", { timeout: 300_000 }, async () => {
    const faults = chooseFaults(["delivered twice", "out of order"]);
    const report = await soakPlanted(withoutDeduplication, faults);
    expect(report.duplicated).toBeGreaterThan(0);
  });

  test("without the cursor events are lost", { timeout: 300_000 }, async () => {
    const report = await soakPlanted(withoutCursor, [emittedInSilence]);
    expect(report.lost).toBeGreaterThan(0);
  });
});
