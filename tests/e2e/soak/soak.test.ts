import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { builtExtension } from "../../launch/build-extension.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import {
  buildPlanted,
  withoutCursor,
  withoutDeduplication,
  type Plant,
} from "../../soak/build-planted.ts";
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
  { timeout: 300_000 },
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

  async function soakPlanted(plants: readonly Plant[], faultNames: readonly string[]) {
    const session = await openSession(await buildPlanted(plants, folder.path));
    const plan = { events: 400, faults: chooseFaults(faultNames) };
    return await runSoak(session, plan, { isPatient: false });
  }

  test("without deduplication events are stored twice", { timeout: 120_000 }, async () => {
    const report = await soakPlanted(withoutDeduplication, ["delivered twice", "out of order"]);
    expect(report.duplicated).toBeGreaterThan(0);
  });

  test("without the cursor events are lost", { timeout: 120_000 }, async () => {
    // What is behind the cut has been emitted by then, and only a cursor brings it.
    const report = await soakPlanted(withoutCursor, ["cut mid-frame", "cut mid-field"]);
    expect(report.lost).toBeGreaterThan(0);
  });
});
