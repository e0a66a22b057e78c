import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import type { Stop } from "../../../../../lib/trace/stop/stop.ts";
import type { ExpectedLogin } from "../../../../trace-corpus/expected-login.ts";
import { expectedLogins as eighth } from "../../../../trace-corpus/eighth/expected.ts";
import { expectedLogins as eleventh } from "../../../../trace-corpus/eleventh/expected.ts";
import { expectedLogins as fifth } from "../../../../trace-corpus/fifth/expected.ts";
import { expectedLogins as fourteenth } from "../../../../trace-corpus/fourteenth/expected.ts";
import { expectedLogins as fourth } from "../../../../trace-corpus/fourth/expected.ts";
import { expectedLogins as ninth } from "../../../../trace-corpus/ninth/expected.ts";
import { expectedLogins as second } from "../../../../trace-corpus/second/expected.ts";
import { expectedLogins as seventh } from "../../../../trace-corpus/seventh/expected.ts";
import { expectedLogins as sixth } from "../../../../trace-corpus/sixth/expected.ts";
import { expectedLogins as tenth } from "../../../../trace-corpus/tenth/expected.ts";
import { faultyLogins as third } from "../../../../trace-corpus/third/faulty.ts";
import { expectedLogins as thirteenth } from "../../../../trace-corpus/thirteenth/expected.ts";
import { expectedLogins as twelfth } from "../../../../trace-corpus/twelfth/expected.ts";

const sets: Readonly<Record<string, readonly ExpectedLogin[]>> = {
  second,
  third,
  fourth,
  fifth,
  sixth,
  seventh,
  eighth,
  ninth,
  tenth,
  eleventh,
  twelfth,
  thirteenth,
  fourteenth,
};
const corpus = join(import.meta.dirname, "../../../../trace-corpus");

/** Returns the stop that a reader of the list meets: the last failure, or the last silence. */
async function readStop(set: string, name: string): Promise<Stop | undefined> {
  const text = readFileSync(join(corpus, set, `${name}.har`), "utf8");
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(`${set}/${name}: ${file.message}`);
  const { flows } = await readTrace(file.exchanges);
  const stops = flows.flatMap(({ stop }) => stop ?? []);
  return stops.findLast(({ by }) => by !== "nobody") ?? stops.at(-1);
}

/** Returns whether a stop is where the table of recordings expects it. */
function isPlaced(login: ExpectedLogin, stop: Stop | undefined): boolean {
  if ("clean" in login) return stop === undefined;
  const { method, url } = stop?.at.exchange ?? {};
  return method === login.at.method && URL.parse(url ?? "")?.pathname === login.at.path;
}

test("the stop is at the request that shows the failure, and missing for a working login", async () => {
  const figures = { failing: 0, placed: 0, working: 0, quiet: 0 };
  for (const [set, logins] of Object.entries(sets))
    for (const login of logins) {
      const isRight = isPlaced(login, await readStop(set, login.name)) ? 1 : 0;
      const isWorking = "clean" in login;
      figures[isWorking ? "working" : "failing"] += 1;
      figures[isWorking ? "quiet" : "placed"] += isRight;
    }
  const { failing, placed, working, quiet } = figures;
  process.stdout.write(
    `stop at the right request: ${placed} of ${failing}; ` +
      `no stop in a working login: ${quiet} of ${working}\n`,
  );
  expect({ failing, working }).toEqual({ failing: 171, working: 156 });
  expect(placed).toBeGreaterThanOrEqual(113);
  expect(quiet).toBeGreaterThanOrEqual(149);
});
