import { parseArgs } from "node:util";
import { builtExtension, buildForChromium, buildForFirefox } from "../launch/build-extension.ts";
import { describeReport, isSound } from "./compare-logs.ts";
import { forceGaps } from "./force-gaps.ts";
import { openSoakSession } from "./open-soak-session.ts";
import { createRandom } from "./random.ts";
import { planSoak, runSoak, type SoakSize } from "./run-soak.ts";
import { openSoakChromium, openSoakFirefox } from "./soak-browser.ts";

const usage = `npm run soak -- [--short] [--firefox] [--seed NUMBER]

Emits events at the local tenant under parallel faults, and compares the events that the built extension has
stored and shows with the tenant's log: each event once, unchanged, in order; no gap; the badge. In one part no page is open.

  --short    5,000 events and each kind of fault once, instead of 100,000 events and the full quota
  --firefox  in Firefox, with 20,000 events and a fifth of the quota (without --short)
  --seed     sets the order of the faults; random and printed by default`;

const forcedGaps = 3;

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    firefox: { type: "boolean", default: false },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

async function soak(size: SoakSize, isFirefox: boolean, seed: number): Promise<void> {
  const random = createRandom(seed);
  const plan = planSoak(size, random);
  console.log(`seed ${seed}: ${plan.events} events, ${plan.faults.length} faults`);
  await (isFirefox ? buildForFirefox() : buildForChromium());
  const session = await openSoakSession({
    openBrowser: isFirefox ? openSoakFirefox : openSoakChromium,
    extensionDir: isFirefox ? builtExtension.firefox : builtExtension.chromium,
    random,
  });
  try {
    const startedAt = performance.now();
    let count = 0;
    const { faults, ...report } = await runSoak(session, plan, {
      onFault(name) {
        count += 1;
        const seconds = Math.round((performance.now() - startedAt) / 1_000);
        console.log(`${String(seconds).padStart(4)} s  ${count}/${plan.faults.length}  ${name}`);
      },
    });
    for (const [name, times] of faults) console.log(`${String(times).padStart(4)} x  ${name}`);
    console.log(describeReport(report));
    const gaps = await forceGaps(session, forcedGaps);
    console.log(`forced ${forcedGaps} gaps ${gaps}`);
    process.exitCode = isSound(report) && gaps === forcedGaps ? 0 : 1;
  } finally {
    await session.close();
  }
}

if (values.help) {
  console.log(usage);
} else {
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
  const size = values.short ? "short" : values.firefox ? "medium" : "long";
  await soak(size, values.firefox, seed);
}
