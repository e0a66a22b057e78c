import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { builtExtension } from "../../launch/build-extension.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import {
  buildPlanted,
  withDeadBadge,
  withEmptiedEvents,
  withoutCursor,
  withoutDeduplication,
  withRenamedDuplicates,
  withReversedBatches,
  type Plant,
} from "../../soak/build-planted.ts";
import { describeReport, isSound } from "../../soak/compare-logs.ts";
import type { Fault } from "../../soak/faults.ts";
import { forceGaps } from "../../soak/force-gaps.ts";
import { openSoakSession } from "../../soak/open-soak-session.ts";
import { createRandom } from "../../soak/random.ts";
import { chooseFaults, planSoak, runSoak } from "../../soak/run-soak.ts";
import { openSoakChromium } from "../../soak/soak-browser.ts";
import type { SoakSession } from "../../soak/soak-session.ts";

/** Any seed works; `npm run soak -- --short --seed N` runs one alone. */
const seed = 20_261_121;

async function openSession(extensionDir: string): Promise<SoakSession> {
  const random = createRandom(seed);
  const session = await openSoakSession({ openBrowser: openSoakChromium, extensionDir, random });
  onTestFinished(() => session.close());
  return session;
}

test(
  "5,000 events under every kind of fault are stored once, unchanged, in order and shown, and each gap is marked",
  { timeout: 600_000 },
  async () => {
    const session = await openSession(builtExtension.chromium);
    const plan = planSoak("short", createRandom(seed));
    const { faults, ...report } = await runSoak(session, plan);
    expect(describeReport(report)).toBe(
      "planned 5000 emitted 5000 stored 5000 lost 0 duplicated 0 invented 0 altered 0 misplaced 0 gaps 0 badge right",
    );
    expect([...faults.values()]).toEqual(plan.faults.map(() => 1));
    expect(await forceGaps(session, 2)).toBe(2);
  },
);

describe("the soak of a faulty build", () => {
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await makeTemporaryFolder("planted");
  });
  afterAll(() => folder?.remove());

  /** No event gets through while the stream is silent: only a cursor recovers the events. */
  const emittedInSilence: Fault = {
    name: "emitted in silence",
    lane: "tenant",
    quota: 1,
    async happen({ control }, emit) {
      await control.freeze();
      await emit();
      await control.drop();
    },
  };

  async function soakPlanted(plants: readonly Plant[], faults: readonly Fault[]) {
    const session = await openSession(await buildPlanted(plants, folder.path));
    const plan = { events: 400, faults, hasClosedPage: false };
    return await runSoak(session, plan, { isPatient: false });
  }

  // tests/unit/tests/soak proves that each of these damages alone is not sound.
  test(
    "a build with emptied events, reversed batches, renamed duplicates and a dead badge shows each",
    { timeout: 300_000 },
    async () => {
      const plants = [
        ...withEmptiedEvents,
        ...withReversedBatches,
        ...withRenamedDuplicates,
        ...withDeadBadge,
      ];
      const { faults, ...report } = await soakPlanted(plants, chooseFaults(["delivered twice"]));
      const { altered, misplaced, invented } = report;
      for (const count of [altered, misplaced, invented])
        expect(count, describeReport(report)).toBeGreaterThan(0);
      expect(report.isBadgeRight).toBe(false);
      expect(isSound(report)).toBe(false);
      expect(faults.size).toBe(1);
    },
  );

  test(
    "reports events that are stored twice without deduplication",
    { timeout: 300_000 },
    async () => {
      const faults = chooseFaults(["delivered twice", "out of order"]);
      const report = await soakPlanted(withoutDeduplication, faults);
      expect(report.duplicated).toBeGreaterThan(0);
    },
  );

  test("reports events that are lost without the cursor", { timeout: 300_000 }, async () => {
    const report = await soakPlanted(withoutCursor, [emittedInSilence]);
    expect(report.lost).toBeGreaterThan(0);
  });
});
