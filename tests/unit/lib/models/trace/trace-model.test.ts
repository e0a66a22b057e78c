import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { TraceModel } from "../../../../../lib/models/trace/trace-model.ts";
import type { Exchange } from "../../../../../lib/trace/exchange.ts";
import type { Navigation } from "../../../../../lib/trace/capture-context.ts";
import { readTrace, type Trace } from "../../../../../lib/trace/read-trace.ts";
import { exchangesOf, type EntryFacts } from "../../trace/entries.ts";
import { noPatternWorkers } from "../events/fake-pattern-worker.ts";
import { codeLogin, idp } from "../../trace/join/logins.ts";

const later = { at: 60_000, client: "shop", state: "s2", code: "c2" };
const logout: EntryFacts = {
  at: 120_000,
  url: `${idp}/v2/logout`,
  query: { client_id: "spa" },
  dest: "document",
  location: "https://app.example/",
};
const twoLogins = [...codeLogin({}), ...codeLogin(later)];

/** The end of a login under way is read later: no test here waits for it. */
const schedule = () => () => undefined;
const runs = signal([]);

async function open(entries: readonly EntryFacts[] = []) {
  const exchanges = signal<readonly Exchange[]>(exchangesOf(entries));
  const navigations = signal<readonly Navigation[]>([]);
  const model = new TraceModel({
    exchanges,
    navigations,
    schedule,
    ...noPatternWorkers,
    runs,
    read: (all, loads) => readTrace(all, loads),
  });
  const capture = async (list: readonly EntryFacts[]) => {
    exchanges.value = exchangesOf(list);
    await expect.poll(() => countExchanges(model.trace.value)).toBe(list.length);
  };
  await capture(entries);
  const clients = () => model.rows.value.map(({ flow }) => `${flow.kind} ${flow.clientId}`);
  return { model, capture, clients };
}

function countExchanges({ flows }: Trace): number {
  return flows.reduce((sum, { flow }) => sum + flow.messages.length, 0);
}

test("lists the flows newest first", async () => {
  const { clients } = await open([...twoLogins, logout]);
  expect(clients()).toEqual(["logout spa", "login shop", "login spa"]);
});

test("keeps the opened flow while its messages and newer flows arrive", async () => {
  const { model, capture } = await open(twoLogins.slice(0, 2));
  const id = model.rows.value[0]?.flow.id ?? "";
  model.open(id);
  expect(model.opened.value?.flow.messages).toHaveLength(2);
  await capture(twoLogins);
  expect(model.opened.value?.flow).toMatchObject({ id, clientId: "spa" });
  expect(model.opened.value?.flow.messages).toHaveLength(5);
});

test("closes a flow that is removed or filtered out, and keeps the part that was shown", async () => {
  const { model, capture } = await open(twoLogins);
  model.open(model.rows.value[0]?.flow.id ?? "");
  model.show("messages");
  model.filter.setQuery("-shop");
  expect(model.opened.value).toBeUndefined();
  model.filter.clear();
  expect(model.opened.value?.flow.clientId).toBe("shop");
  await capture([]);
  expect(model.opened.value).toBeUndefined();
  expect(model.view.value).toBe("messages");
});

test("reads once more after a burst, and ends with the newest requests", async () => {
  const counts: number[] = [];
  const pending: (() => void)[] = [];
  const exchanges = signal<readonly Exchange[]>([]);
  const model = new TraceModel({
    exchanges,
    navigations: signal<readonly Navigation[]>([]),
    schedule,
    ...noPatternWorkers,
    runs,
    async read(given) {
      counts.push(given.length);
      await new Promise<void>((resolve) => pending.push(resolve));
      return readTrace(given);
    },
  });
  const all = exchangesOf(codeLogin({}));
  for (let end = 1; end <= all.length; end += 1) exchanges.value = all.slice(0, end);
  expect(counts).toEqual([0]);
  pending[0]?.();
  await expect.poll(() => counts).toEqual([0, 5]);
  pending[1]?.();
  await expect.poll(() => countExchanges(model.trace.value)).toBe(5);
  expect(counts).toEqual([0, 5]);
});

test("keeps the list when a reading fails, and recovers with the next one", async () => {
  const exchanges = signal<readonly Exchange[]>(exchangesOf(codeLogin({})));
  let fails = false;
  const model = new TraceModel({
    exchanges,
    navigations: signal<readonly Navigation[]>([]),
    schedule,
    ...noPatternWorkers,
    runs,
    read: (given) => (fails ? Promise.reject(new Error("a fault of the test")) : readTrace(given)),
  });
  await expect.poll(() => model.rows.value).toHaveLength(1);
  fails = true;
  exchanges.value = exchangesOf(twoLogins);
  await expect.poll(() => model.hasFailed.value).toBe(true);
  expect(model.rows.value).toHaveLength(1);
  fails = false;
  exchanges.value = exchangesOf([...twoLogins, logout]);
  await expect.poll(() => model.rows.value).toHaveLength(3);
  expect(model.hasFailed.value).toBe(false);
});

test("reads a login under way again, until what is missing counts as missing", async () => {
  // The page that made a challenge has to redeem the code; without one, a server can do it.
  const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "S256" };
  const byPage = codeLogin({}).map((each) =>
    each.query === undefined
      ? each
      : {
          ...each,
          query: { ...each.query, ...challenge },
          headers: { Referer: "https://app.example/" },
        },
  );
  const entries = exchangesOf(byPage.slice(0, -1));
  const start = entries[0]?.startedAt ?? 0;
  let now = start + 500;
  const scheduled: (() => void)[] = [];
  const model = new TraceModel({
    exchanges: signal(entries),
    navigations: signal<readonly Navigation[]>([]),
    ...noPatternWorkers,
    runs,
    schedule(callback) {
      scheduled.push(callback);
      return () => undefined;
    },
    read: (exchanges, navigations) => readTrace(exchanges, navigations, { now }),
  });
  const verdict = () => model.rows.value[0]?.verdict.state;
  await expect.poll(verdict).toBe("waiting");
  now += 6000;
  scheduled.at(-1)?.();
  await expect.poll(verdict).toBe("failed");
  expect(scheduled).toHaveLength(1);
});

test("interrupts a reading when new requests arrive, but not two in a row", async () => {
  const exchanges = signal<readonly Exchange[]>([]);
  const readings: { signal: AbortSignal; end: () => void }[] = [];
  const model = new TraceModel({
    exchanges,
    navigations: signal<readonly Navigation[]>([]),
    schedule,
    ...noPatternWorkers,
    runs,
    read: (given, loads, aborted) =>
      new Promise((resolve, reject) => {
        aborted.addEventListener("abort", () => reject(aborted.reason));
        readings.push({ signal: aborted, end: () => resolve(readTrace(given, loads)) });
      }),
  });
  const arrive = async (count: number) => {
    exchanges.value = exchangesOf(twoLogins.slice(0, count));
    await expect.poll(() => readings.filter(({ signal: { aborted } }) => !aborted).length).toBe(1);
  };
  await arrive(1);
  await expect.poll(() => readings.length).toBe(2);
  expect(readings[0]?.signal.aborted).toBe(true);
  exchanges.value = exchangesOf(twoLogins);
  expect(readings[1]?.signal.aborted).toBe(false);
  readings[1]?.end();
  await expect.poll(() => readings.length).toBe(3);
  expect(countExchanges(model.trace.value)).toBe(1);
  readings[2]?.end();
  await expect.poll(() => countExchanges(model.trace.value)).toBe(twoLogins.length);
  expect(model.hasFailed.value).toBe(false);
});
