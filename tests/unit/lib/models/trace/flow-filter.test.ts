import { effect, signal } from "@preact/signals";
import { expect, test } from "vitest";
import { createFlowFilter } from "../../../../../lib/models/trace/flow-filter.ts";
import type { FlowChip } from "../../../../../lib/models/trace/flow-chips.ts";
import type { PatternRunnerPort } from "../../../../../lib/models/events/pattern-runner.ts";
import { traceOf, type EntryFacts } from "../../trace/entries.ts";
import { codeLogin, idp, script } from "../../trace/join/logins.ts";
import {
  createFakePatternWorkers,
  createHangingPatternWorkers,
  noPatternWorkers,
} from "../events/fake-pattern-worker.ts";

const shop = codeLogin({ at: 60_000, client: "shop", state: "s2", code: "c2" });
const logout: EntryFacts = {
  at: 120_000,
  url: `${idp}/v2/logout`,
  query: { client_id: "spa" },
  dest: "document",
  location: "https://app.example/",
};
const all = [...codeLogin({}), ...shop, logout];

/** No timer ends in these tests. */
const schedule = () => () => undefined;

async function open(
  entries: readonly EntryFacts[],
  workers: Pick<PatternRunnerPort, "startPatternWorker"> = noPatternWorkers,
  timer: PatternRunnerPort["schedule"] = schedule,
) {
  const flows = signal((await traceOf(entries)).flows);
  const filter = createFlowFilter({ ...workers, schedule: timer, flows });
  const rows = () => filter.rows.value.map(({ flow }) => `${flow.kind} ${flow.clientId}`);
  return { filter, flows, rows };
}

const noLog = () => Promise.reject(new Error("No log is read here."));
const openWithWorker = async (entries: readonly EntryFacts[]) => {
  const workers = createFakePatternWorkers(noLog);
  return { ...(await open(entries, workers)), count: workers.count };
};

test.each([
  ["shop", ["login shop"]],
  ["SHOP", ["login shop"]],
  ["-shop", ["logout spa", "login spa"]],
  ["login.example -logout", ["login shop", "login spa"]],
  ["no-such-word", []],
])("filters the flows by %s", async (query, wanted) => {
  const { filter, rows, flows } = await open(all);
  filter.setQuery(query);
  expect(rows()).toEqual(wanted);
  expect(filter.isFiltered.value).toBe(true);
  expect(flows.value).toHaveLength(3);
  filter.clear();
  expect(rows()).toHaveLength(3);
});

test.each([
  ["/client_id=s.op/", ["login shop"]],
  ["/CLIENT_ID=S.OP/i", ["login shop"]],
  ["-/client_id=s.op/", ["logout spa", "login spa"]],
  ["/client_id=s.op/ -shop", []],
  ["/logout|shop/ -/shop/", ["logout spa"]],
])("filters the flows by the pattern %s", async (query, wanted) => {
  const { filter, rows, count } = await openWithWorker(all);
  filter.setQuery(query);
  expect(rows(), "the list stays until the worker answers").toHaveLength(3);
  expect(filter.isMatching.value).toBe(true);
  await expect.poll(() => filter.isMatching.value).toBe(false);
  expect(rows()).toEqual(wanted);
  expect(count).toEqual({ started: 1, ended: 0 });
  filter.clear();
  expect(rows()).toHaveLength(3);
  expect(count.ended, "the worker is freed").toBe(1);
});

test("hides what has a word, beside the terms that are there", async () => {
  const { filter, rows } = await open(all);
  filter.setQuery("login.example");
  filter.hide("shop");
  expect(filter.query.value).toBe("login.example -shop");
  expect(rows()).toEqual(["logout spa", "login spa"]);
  filter.setQuery("");
  filter.hide("shop");
  expect(filter.query.value).toBe("-shop");
});

test("matches newer flows too, and those whose text changed", async () => {
  const { filter, rows, flows } = await openWithWorker(codeLogin({}));
  filter.setQuery("/v2.logout|shop/");
  await expect.poll(() => filter.isMatching.value).toBe(false);
  expect(rows()).toEqual([]);
  flows.value = (await traceOf(all)).flows;
  await expect.poll(rows).toEqual(["logout spa", "login shop"]);
});

test("the newest of several patterns wins", async () => {
  const { filter, rows } = await openWithWorker(all);
  filter.setQuery("/sh/");
  filter.setQuery("/sho/");
  filter.setQuery("/logout/");
  await expect.poll(rows).toEqual(["logout spa"]);
});

test("an invalid pattern says what is wrong, and the list stays", async () => {
  const { filter, rows } = await open(all);
  filter.setQuery("shop");
  filter.setQuery("/sho(/");
  expect(filter.problem.value).toBe(
    "The pattern is not a valid regular expression. Check its brackets and backslashes.",
  );
  expect(rows()).toEqual(["login shop"]);
});

test("a pattern that takes too long is stopped, says so, and is not tried again", async () => {
  const workers = createHangingPatternWorkers(() => {
    throw new Error("No task is left.");
  });
  const timers: (() => void)[] = [];
  const { filter, rows, flows } = await open(all, workers, (callback) => {
    timers.push(callback);
    return () => undefined;
  });
  filter.setQuery("/(a+)+$/");
  for (let step = 0; step < 4; step += 1) timers[step]?.();
  await expect
    .poll(() => filter.problem.value)
    .toBe(
      "The pattern was stopped because it took more than 2 seconds on one login. Avoid nested repetition such as (a+)+, or filter by words. The list did not change.",
    );
  expect(rows()).toHaveLength(3);
  expect(filter.isMatching.value).toBe(false);
  flows.value = (await traceOf(codeLogin({}))).flows;
  expect(workers.posted).toHaveLength(1);
  expect(rows()).toEqual(["login spa"]);
  filter.setQuery("");
  expect(filter.problem.value).toBeUndefined();
});

const calls: Record<FlowChip, EntryFacts[]> = {
  login: codeLogin({}),
  renewal: [
    {
      url: `${idp}/oauth/token`,
      ...script,
      form: { grant_type: "refresh_token", client_id: "spa", refresh_token: "r" },
      answer: { access_token: "a", token_type: "Bearer" },
    },
  ],
  logout: [logout],
  token: [
    {
      url: `${idp}/oauth/token`,
      ...script,
      form: { grant_type: "client_credentials", client_id: "m2m", client_secret: "x" },
      answer: { access_token: "a", token_type: "Bearer" },
    },
  ],
  manage: [
    {
      url: `${idp}/api/v2/users`,
      ...script,
      headers: { Authorization: "Bearer token" },
      answer: [],
    },
  ],
  other: [
    {
      url: `${idp}/dbconnections/signup`,
      ...script,
      json: { client_id: "spa", email: "ada@example.com", password: "p", connection: "db" },
      answer: { _id: "1" },
    },
  ],
};

test.each(Object.entries(calls))(
  "the chip %s shows such a flow, and no other chip does",
  async (chip, entries) => {
    const { filter, rows } = await open(entries);
    for (const one of ["login", "renewal", "logout", "token", "manage", "other"] as const) {
      filter.toggleChip(one);
      expect(rows().length, one).toBe(one === chip ? 1 : 0);
      filter.toggleChip(one);
    }
    expect(filter.isFiltered.value).toBe(false);
  },
);

test("shows the chosen kinds alone, and all kinds when none is chosen", async () => {
  const { filter, rows } = await open(all);
  filter.toggleChip("logout");
  expect(rows()).toEqual(["logout spa"]);
  filter.toggleChip("login");
  expect(rows()).toHaveLength(3);
  filter.clear();
  expect(filter.chips.value.size).toBe(0);
  expect(rows()).toHaveLength(3);
});

test("a change of the chips does not match the patterns again", async () => {
  const { filter, count } = await openWithWorker(all);
  filter.setQuery("/shop/");
  await expect.poll(() => filter.isMatching.value).toBe(false);
  let changes = 0;
  const stop = effect(() => {
    void filter.isMatching.value;
    changes += 1;
  });
  filter.toggleChip("login");
  stop();
  expect(changes).toBe(1);
  expect(count.started).toBe(1);
});
