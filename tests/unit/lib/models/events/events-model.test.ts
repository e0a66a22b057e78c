import { describe, expect, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import { EventsModel } from "../../../../../lib/models/events/events-model.ts";
import {
  now,
  openEvents,
  openWrittenLog,
  scheduleSoon,
  tenantId,
  until,
} from "./event-log-harness.ts";
import { createHangingPatternWorkers, noPatternWorkers } from "./fake-pattern-worker.ts";

const usual = (count: number) => Array.from({ length: count }, () => ({}));
const named = (name: string) => ({ data: { object: { user_id: name, name } } });

describe("the list", () => {
  test("contains the whole log, newest first, although the worker publishes only the newest events", async () => {
    const { write, model, lines, untilCount } = await openEvents();
    await write(usual(500));
    await untilCount(500);
    expect(lines().slice(0, 3)).toEqual([500, 499, 498]);
    expect(lines().at(-1)).toBe(1);
    expect(model.total.value).toBe(500);
  });

  test("grows at its top while events arrive", async () => {
    const { write, lines, untilCount } = await openEvents();
    await write(usual(2));
    await untilCount(2);
    await write(usual(1));
    await untilCount(3);
    expect(lines()).toEqual([3, 2, 1]);
  });

  test("loads an event when it comes into view, with its subject", async () => {
    const { write, model, untilCount } = await openEvents();
    await write(usual(300));
    await untilCount(300);
    expect(model.cached.value.held.has(5)).toBe(false);
    await model.loadEvents([5, 6]);
    expect(model.cached.value.held.get(5)?.subject).toBe("e5@example.com");
  });

  test("shows gaps between events, the start of the log, and the deletions", async () => {
    const { write, model, lines, untilCount } = await openEvents(2);
    await write(usual(2), { startedFrom: "2026-11-21T08:00:00Z" });
    await write([], { marks: [{ kind: "gap", to: "2026-11-21T08:30:00Z", reason: "expired" }] });
    await write(usual(1));
    await untilCount(2);
    await until(model.rows, ({ count }) => count === 5);
    expect(lines()).toEqual([3, "gap", 2, "retained", "start"]);
  });

  test("is replaced for another tenant, without a selection", async () => {
    const { write, activity, model, untilCount } = await openEvents();
    await write(usual(2));
    await untilCount(2);
    model.open("event-2");
    activity.tenant.value = { id: "https://other.example" };
    await until(model.isLoaded, (isLoaded) => isLoaded);
    expect(model.rows.value.count).toBe(0);
    expect(model.selectedKey.value).toBeUndefined();
    expect(model.isOpen.value).toBe(false);
  });

  test("caches the events in view and some screens around them, however many arrive", async () => {
    const { write, model, untilCount } = await openEvents();
    await write(usual(5));
    await untilCount(5);
    await model.loadEvents([1, 2, 3, 4, 5]);
    for (let written = 5; written < 2_505; written += 250) await write(usual(250));
    const { held } = model.cached.value;
    expect(held.size).toBeLessThanOrEqual(2_000);
    expect([1, 2, 3, 4, 5].filter((sequence) => !held.has(sequence))).toEqual([]);
  });

  test("starts again with a log that was deleted", async () => {
    const { write, log, activity, model, untilCount } = await openEvents();
    await write(usual(3));
    await untilCount(3);
    model.open("event-3");
    await log.forget(tenantId);
    activity.events.value = [];
    await untilCount(0);
    expect(model.cached.value.held.size).toBe(0);
    expect(model.isOpen.value).toBe(false);
  });

  test("loads the log of one tenant at a time, and once at a time", async () => {
    const { log, activity } = await openWrittenLog();
    const due: (() => void)[] = [];
    const gates: (() => void)[] = [];
    let reading = 0;
    const most: Record<string, number> = {};
    const model = new EventsModel({
      ...noPatternWorkers,
      openLog: () =>
        Promise.resolve({
          ...log,
          async summary(id: string) {
            reading += 1;
            most[id] = Math.max(most[id] ?? 0, reading);
            await new Promise<void>((resolve) => gates.push(resolve));
            reading -= 1;
            return await log.summary(id);
          },
        }),
      activity,
      schedule: (callback, delayMs) => {
        if (delayMs === 200) due.push(callback);
        return () => undefined;
      },
      now: () => now,
    });
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    await turn();
    gates.shift()?.();
    await until(model.isLoaded, (isLoaded) => isLoaded);
    await turn();
    activity.tenant.value = { id: "https://other.example" };
    await turn();
    // Ends the pause after the read of the previous tenant.
    due.shift()?.();
    activity.marks.value = [];
    await turn();
    expect(most).toEqual({ [tenantId]: 1, "https://other.example": 1 });
    for (const open of gates) open();
    model[Symbol.dispose]();
  });

  test("counts the events of each minute of the last hour", async () => {
    const { write, model } = await openEvents();
    await write(usual(3), { at: now });
    const minutes = await until(model.minutes, (all) => all.length === 60 && all[59] === 3);
    expect(minutes.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test("opens the log before the worker names the tenant", async () => {
    const { log, activity } = await openWrittenLog();
    activity.tenant.value = undefined;
    let opened = 0;
    const model = new EventsModel({
      ...noPatternWorkers,
      openLog: () => {
        opened += 1;
        return Promise.resolve(log);
      },
      activity,
      schedule: scheduleSoon,
      now: () => now,
    });
    expect(opened).toBe(1);
    model[Symbol.dispose]();
  });

  test("reports an unreadable log, and loads it again on demand", async () => {
    const { log, activity } = await openWrittenLog();
    let isBroken = true;
    const model = new EventsModel({
      ...noPatternWorkers,
      openLog: async () => {
        if (isBroken) throw new EventLogError("damaged");
        return log;
      },
      activity,
      schedule: scheduleSoon,
      now: () => now,
    });
    const failure = await until(model.failure, (told) => told !== undefined);
    expect(failure).toMatchObject({ code: "damaged" });
    isBroken = false;
    await model.retry();
    await until(model.failure, (told) => told === undefined);
    expect(model.isLoaded.value).toBe(true);
    model[Symbol.dispose]();
  });
});

describe("the filter", () => {
  test.each([
    ["ada", [3, 1]],
    ["-ada", [2]],
    ['/"name":"(ada|bob)"/', [3, 2, 1]],
    ["ada -grace", [1]],
  ])("%j hides other events in the whole log", async (query, sequences) => {
    const { write, model, lines } = await openEvents();
    await write([named("Ada"), named("Bob"), { ...named("ada"), subject: "grace" }]);
    model.filter.setQuery(query);
    await until(model.isFiltered, (isFiltered) => isFiltered);
    expect(lines()).toEqual(sequences);
    expect(await until(model.total, (total) => total > 0)).toBe(3);
  });

  test("applies to new events, and ends when it is cleared", async () => {
    const { write, model, lines, untilCount } = await openEvents();
    await write([named("ada"), named("bob")]);
    model.filter.setQuery("ada");
    await until(model.isFiltered, (isFiltered) => isFiltered);
    expect(lines()).toEqual([1]);
    await write([named("bob"), named("ada")]);
    await untilCount(2);
    expect(lines()).toEqual([4, 1]);
    model.filter.clear();
    await until(model.isFiltered, (isFiltered) => !isFiltered);
    expect(lines()).toEqual([4, 3, 2, 1]);
  });

  test("by type and by family shows only these types", async () => {
    const { write, model, lines } = await openEvents();
    await write([{ type: "user.created" }, { type: "group.created" }, { type: "user.deleted" }]);
    model.filter.toggleTypes(["user.deleted", "group.created"]);
    await until(model.isFiltered, (isFiltered) => isFiltered);
    expect(lines()).toEqual([3, 2]);
    model.filter.toggleTypes(["group.created"]);
    await until(model.rows, ({ eventCount }) => eventCount === 1);
    expect(lines()).toEqual([3]);
  });

  test("reports an invalid pattern, and keeps the previous filter", async () => {
    const { write, model, lines } = await openEvents();
    await write([named("ada"), named("bob")]);
    model.filter.setQuery("ada");
    await until(model.isFiltered, (isFiltered) => isFiltered);
    model.filter.setQuery("/(/");
    expect(model.filter.problem.value).toBeDefined();
    expect(lines()).toEqual([1]);
  });

  test("of types applies at once while the typed pattern is incomplete, with or without the previous text", async () => {
    const { write, model, lines, untilCount } = await openEvents();
    await write([
      { ...named("ada"), type: "user.created" },
      { ...named("ada"), type: "user.deleted" },
      { ...named("bob"), type: "user.deleted" },
    ]);
    model.filter.setQuery("/(/");
    model.filter.toggleTypes(["user.deleted"]);
    await untilCount(2);
    expect(lines()).toEqual([3, 2]);
    model.filter.setQuery("ada");
    await untilCount(1);
    model.filter.setQuery("/ada");
    expect(model.filter.problem.value).toContain("no closing slash");
    model.filter.toggleTypes(["user.deleted"]);
    await untilCount(2);
    expect(lines()).toEqual([2, 1]);
    model.filter.clear();
    await untilCount(3);
    expect(model.filter.problem.value).toBeUndefined();
  });

  test("since a time shows later events with their marks, and new ones", async () => {
    const { write, model, lines, untilCount } = await openEvents();
    await write(usual(2), {
      at: now - 10_000,
      marks: [{ kind: "gap", to: "2026-11-21T08:30:00Z" }],
      startedFrom: "2026-11-21T08:00:00Z",
    });
    await write(usual(1), { at: now });
    model.showSince(now - 1, "this run");
    await until(model.isFiltered, (isFiltered) => isFiltered);
    expect(lines()).toEqual([3]);
    expect(model.filter.since.value?.label).toBe("this run");
    expect(model.shown.value.after).toBe(2);
    await write(usual(1), { at: now + 5 });
    await untilCount(2);
    expect(lines()).toEqual([4, 3]);
  });

  test("searches again in a log that was deleted and filled again", async () => {
    const { write, log, activity, model, lines } = await openEvents();
    await write([named("ada"), named("bob"), named("ada")]);
    model.filter.setQuery("ada");
    await until(model.isFiltered, (isFiltered) => isFiltered);
    expect(lines()).toEqual([3, 1]);
    await log.forget(tenantId);
    activity.events.value = [];
    await write([named("bob"), named("ada")]);
    await until(model.rows, ({ eventCount }) => eventCount === 1);
    expect(lines()).toEqual([2]);
  });

  test("removes events that the log has deleted", async () => {
    const { write, model, lines } = await openEvents(3);
    await write([named("ada"), named("ada")]);
    model.filter.setQuery("ada");
    await until(model.isFiltered, (isFiltered) => isFiltered);
    await write([named("ada"), named("bob"), named("bob")]);
    await until(model.rows, (rows) => rows.at(0)?.key === "event-3");
    await until(model.rows, ({ eventCount }) => eventCount === 1);
    expect(lines()).toContain(3);
    expect(lines()).not.toContain(1);
  });

  test("searches once after fast typing", async () => {
    const { log, activity } = await openWrittenLog();
    const due: (() => void)[] = [];
    let counted = 0;
    const model = new EventsModel({
      ...noPatternWorkers,
      openLog: () => Promise.resolve(log),
      activity,
      schedule: (callback, delayMs) => {
        if (delayMs > 1_000) return () => undefined;
        due.push(callback);
        return () => {
          const at = due.indexOf(callback);
          if (at >= 0) due.splice(at, 1);
          counted += at >= 0 ? 1 : 0;
        };
      },
      now: () => now,
    });
    for (const query of ["a", "ad", "ada"]) model.filter.setQuery(query);
    expect(counted).toBe(2);
    expect(model.tenantId.value).toBe(tenantId);
    model[Symbol.dispose]();
  });
});

describe("a pattern", () => {
  test("starts the worker when it is typed, filters new events there, and ends the worker with the filter", async () => {
    const { write, model, lines, untilCount, patterns } = await openEvents();
    await write([named("ada"), named("bob")]);
    model.filter.setQuery("ada");
    await until(model.isFiltered, (isFiltered) => isFiltered);
    expect(patterns.started).toBe(0);
    model.filter.setQuery("/ad./");
    await until(model.terms, ([term]) => term?.kind === "pattern");
    await write([named("bob"), named("ada")]);
    await untilCount(2);
    expect(lines()).toEqual([4, 1]);
    expect(model.shown.value.sequences).toEqual([4, 1]);
    model.filter.clear();
    await until(model.isFiltered, (isFiltered) => !isFiltered);
    expect(patterns).toEqual({ started: 1, ended: 1 });
  });

  test("that hangs is stopped with a message, and the list does not change", async () => {
    const workers = createHangingPatternWorkers(() => ({}));
    const { write, model, lines } = await openEvents(undefined, workers);
    await write([named("ada"), named("bob")]);
    model.filter.setQuery("ada");
    await until(model.isFiltered, (isFiltered) => isFiltered);
    model.filter.setQuery("/(a+)+$/");
    const problem = await until(model.filterProblem, (words) => words !== undefined);
    expect(problem).toMatch(/^The pattern was stopped.*The list did not change\.$/);
    expect(model.isSearching.value).toBe(false);
    expect(lines()).toEqual([1]);
    expect(model.terms.value).toMatchObject([{ text: "ada" }]);
    model.filter.setQuery("bob");
    await until(model.rows, (rows) => rows.at(0)?.key === "event-2");
    expect(model.filterProblem.value).toBeUndefined();
  });

  test("that hangs on a new event is stopped, and new events are shown unfiltered", async () => {
    let isHanging = false;
    const { write, model, untilCount, lines } = await openEvents(undefined, {
      startPatternWorker: (on) => ({
        post(request) {
          if (request.kind !== "search") return;
          const { id } = request;
          on.reply(
            isHanging ? { kind: "running", id } : { kind: "found", id, sequences: [1], last: 2 },
          );
        },
        end() {},
      }),
    });
    await write([named("ada"), named("bob")]);
    model.filter.setQuery("/ada/");
    await until(model.isFiltered, (isFiltered) => isFiltered);
    isHanging = true;
    await write([named("bob")]);
    await untilCount(2);
    expect(lines()).toEqual([3, 1]);
    expect(model.filterProblem.value).toContain("Newer events are shown unfiltered");
    await write([named("eve")]);
    await untilCount(3);
  });

  test("that takes long shows its progress, and can be cancelled", async () => {
    const { write, model, lines } = await openEvents(undefined, {
      startPatternWorker: (on) => ({
        post({ kind, id }) {
          if (kind === "search") on.reply({ kind: "progress", id, searched: 1, total: 2 });
        },
        end() {},
      }),
    });
    await write([named("ada"), named("bob")]);
    model.filter.setQuery("/ada/");
    expect(await until(model.progress, (progress) => progress !== undefined)).toEqual({
      searched: 1,
      total: 2,
    });
    model.cancelSearch();
    expect(model.isSearching.value).toBe(false);
    expect(model.filterProblem.value).toContain("The search was cancelled.");
    expect(lines()).toEqual([2, 1]);
  });

  test("marks its matches in shown texts, and a word needs no worker", async () => {
    const { write, model, patterns } = await openEvents();
    await write([named("ada")]);
    model.filter.setQuery("ada -bob");
    await until(model.terms, ({ length }) => length > 0);
    expect(await model.mark(["Ada", "bob"])).toEqual([[[0, 3]], []]);
    expect(patterns.started).toBe(0);
    model.filter.setQuery("/d./");
    await until(model.terms, ([term]) => term?.kind === "pattern");
    expect(await model.mark(["Ada", "bob"])).toEqual([[[1, 3]], []]);
  });
});
