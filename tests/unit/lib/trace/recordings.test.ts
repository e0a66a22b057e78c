import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contradictions } from "../../../../lib/trace/contradictions/contradictions.ts";
import { meanings } from "../../../../lib/trace/meanings/meanings.ts";
import type { JudgedFlow } from "../../../../lib/trace/read-trace.ts";
import type { Stop } from "../../../../lib/trace/stop/stop.ts";
import type { ExpectedStop } from "../../../trace-corpus/login-entry.ts";
import { blindLogins, logins, type Login } from "../../../trace-corpus/logins.ts";
import { listProven } from "./entries.ts";
import { captures, readFlows, readHarText } from "./read-recording.ts";

/** The smallest shares that are accepted. */
const floors = { place: 0.85, name: 0.75, quiet: 0.96, cause: 0.8 };

/** The number of possible causes that a reader looks at. */
const firstCauses = 3;

/** The stop that a reader of the list meets: the last failure, or the last silence. */
function findShownStop(flows: readonly JudgedFlow[]): JudgedFlow | undefined {
  const stopped = flows.filter(({ stop }) => stop !== undefined);
  return stopped.findLast(({ stop }) => stop?.by !== "nobody") ?? stopped.at(-1);
}

/** Lists the exchanges that show a stop: both exchanges of an authorization response do. */
function listPlaces({ at }: Stop, { flow }: JudgedFlow, { step }: ExpectedStop) {
  const others =
    step === "response" || step === "tokens"
      ? flow.messages.filter(
          ({ exchange, fromId }) => exchange.id === at.fromId || fromId === at.exchange.id,
        )
      : [];
  return [at, ...others].map(({ exchange }) => exchange);
}

function isPlaced(expected: ExpectedStop, shown: JudgedFlow | undefined): boolean {
  if (shown?.stop === undefined) return false;
  return listPlaces(shown.stop, shown, expected).some(
    ({ method, url }) => method === expected.method && URL.parse(url)?.pathname === expected.path,
  );
}

interface Figures {
  failing: number;
  /** The stop is at the right exchange. */
  placed: number;
  /** The stop has the right step and the right party. */
  named: number;
  /** An accepted cause is proven, or among the first possible ones. */
  explained: number;
  /** A cause or an error is proven. */
  proven: number;
  /** One of the proven statements is not true of the login. */
  wrong: string[];
  working: number;
  /** No flow has a stop, a cause or an error. */
  quiet: number;
}

/** Returns true if a page or a user stopped a login, which no message shows. */
const isUnseen = ({ stop }: Login) => stop?.who === "page" || stop?.who === "user";

/** Counts how often the stop of these logins is right. */
async function measure(measured: readonly Login[]): Promise<Figures> {
  const figures: Figures = {
    failing: 0,
    placed: 0,
    named: 0,
    explained: 0,
    proven: 0,
    wrong: [],
    working: 0,
    quiet: 0,
  };
  for (const { name, stop: expected, accepted = [] } of measured) {
    const flows = await readFlows(readHarText(name));
    const shown = findShownStop(flows);
    const { step, by } = shown?.stop ?? {};
    const proven = flows.flatMap(({ verdict }) => listProven(verdict));
    figures.proven += proven.length > 0 && accepted.length > 0 ? 1 : 0;
    figures.wrong.push(
      ...proven.filter((id) => !accepted.includes(id)).map((id) => `${name}: ${id}`),
    );
    if (expected === undefined) {
      figures.working += 1;
      figures.quiet += shown === undefined && proven.length === 0 ? 1 : 0;
    } else {
      figures.failing += 1;
      figures.placed += isPlaced(expected, shown) ? 1 : 0;
      figures.named += step === expected.step && by === expected.who ? 1 : 0;
      const possible = shown?.verdict.meaning?.causes.slice(0, firstCauses) ?? [];
      const said = [...proven, ...possible.map(({ cause }) => cause)];
      figures.explained += said.some((one) => accepted.includes(one)) ? 1 : 0;
    }
  }
  return figures;
}

/** The logins that work have no cause either. A weak parameter is a cause without a stop. */
const isMeasured = ({ stop, accepted }: Login) => stop !== undefined || accepted === undefined;

test("the stop of the captured logins is as often right as README.md says", async () => {
  const figures = await measure(logins.filter(isMeasured));
  const { failing, placed, named, explained, working, quiet } = figures;
  const blind = await measure(blindLogins);
  const text =
    `the right request in ${placed} of ${failing} failing logins, and names the right step and ` +
    `party in ${named}. A page or a user stopped ${logins.filter(isUnseen).length} of them, ` +
    `which requests show only by a contradiction. The cause is proven, or among the first ${firstCauses} possible ones, ` +
    `in ${explained}. ${quiet} of ${working} working logins have no stop and no error. ` +
    `For the ${blind.failing + blind.working} logins of authors who had not seen the code, the ` +
    `figures are ${blind.placed}, ${blind.named} and ${blind.explained} of ${blind.failing}, and ` +
    `${blind.quiet} of ${blind.working}.`;
  process.stdout.write(`${logins.length} captured logins: Trace points at ${text}\n`);
  expect(placed / failing).toBeGreaterThanOrEqual(floors.place);
  expect(named / failing).toBeGreaterThanOrEqual(floors.name);
  expect(explained / failing).toBeGreaterThanOrEqual(floors.cause);
  expect(quiet / working).toBeGreaterThanOrEqual(floors.quiet);
  const readme = readFileSync(join(captures, "../../../README.md"), "utf8").replaceAll(
    /\s+/gu,
    " ",
  );
  expect(readme).toContain(`Trace is measured with ${logins.length} captured logins`);
  expect(readme).toContain(text);
});

test("a proven cause is true of its login", async () => {
  const { proven, wrong } = await measure(logins);
  process.stdout.write(`${proven} logins have a proven cause or error\n`);
  expect(wrong).toEqual([]);
  expect(proven).toBeGreaterThan(60);
});

test("an accepted cause is a row of the tables", () => {
  const known = new Set([
    ...contradictions.map(({ id }) => id),
    ...meanings.flatMap(({ causes }) => causes.map(({ cause }) => cause)),
  ]);
  const unknown = logins.flatMap(({ accepted = [] }) => accepted.filter((one) => !known.has(one)));
  expect([...new Set(unknown)]).toEqual([]);
});

test("a login with a cause that did not stop it has at most that of a correct client", async () => {
  const unmeasured = logins.filter((login) => !isMeasured(login));
  const stops = await Promise.all(
    unmeasured.map(async ({ name }) =>
      (await readFlows(readHarText(name))).map(({ stop }) => stop),
    ),
  );
  expect(stops.flat().filter((stop) => stop !== undefined && stop.by !== "page")).toEqual([]);
});
