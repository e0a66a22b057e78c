import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test, vi } from "vitest";

import {
  createEventSearch,
  type EventSearchOptions,
} from "../../../../../lib/events/search/event-search.ts";
import {
  createEventPredicate,
  type TextPredicate,
} from "../../../../../lib/events/search/event-query.ts";
import { parseTerms } from "../../../../../lib/events/search/parse-terms.ts";
import { createWordMatcher } from "../../../../../lib/events/search/text-matcher.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { makeUserEvent } from "../sample-events.ts";

function filter(query: string, types: readonly string[] = []): TextPredicate {
  const parsed = parseTerms(query);
  if (!parsed.ok) throw new Error(parsed.message);
  const { terms } = parsed;
  return createEventPredicate({ terms, types }, createWordMatcher(terms));
}

/** Creates a log: batches of 100 events, then single events. Every tenth event is rare. */
async function fill(
  count: number,
  over: Partial<EventSearchOptions> & { maxEvents?: number } = {},
) {
  const { maxEvents = 50_000, ...options } = over;
  const log = await openEventLog({
    indexedDB: new IDBFactory(),
    retentionOf: () => ({ maxEvents }),
  });
  onTestFinished(() => log.close());
  let stored = 0;
  const add = async (more: number): Promise<void> => {
    for (let left = more; left > 0;) {
      const size = left > 5 ? Math.min(100, left) : 1;
      const events = Array.from({ length: size }, (_, index) => {
        const at = stored + index + 1;
        return parseTenantEvent(
          makeUserEvent(`e${at}`, { note: at % 10 === 0 ? "RARE" : "" }),
          undefined,
          "f",
        );
      });
      await log.append("a", { at: stored, events });
      stored += size;
      left -= size;
    }
  };
  await add(count);
  return { log, add, search: createEventSearch({ log, tenantId: "a", ...options }) };
}

const tens = (from: number, to: number) =>
  Array.from(
    { length: Math.max(0, Math.floor(from / 10) - Math.ceil(to / 10) + 1) },
    (_, index) => (Math.floor(from / 10) - index) * 10,
  );

test("finds all matches, newest first, including those that arrived since", async () => {
  const { search, add } = await fill(304);
  expect(await search.find(filter("rare"))).toEqual({
    sequences: tens(304, 1),
    last: 304,
  });
  await add(26);
  expect((await search.find(filter("rare"))).sequences).toEqual(tens(330, 1));
  expect((await search.find(filter("-rare", ["user.deleted"]))).sequences).toEqual([]);
  expect((await search.find(filter(""))).sequences).toHaveLength(330);
});

test.each([[134_217_728], [60_000], [1]])(
  "checks each event once in every search, with %i cached characters",
  async (maxHeld) => {
    const { search } = await fill(1_000, { maxHeld });
    const rare = filter("rare");
    for (const _ of ["first", "second"]) {
      let searched = 0;
      const matches: TextPredicate = (event) => {
        searched += 1;
        return rare(event);
      };
      expect(await search.find(matches)).toEqual({ sequences: tens(1_000, 1), last: 1_000 });
      expect(searched).toBe(1_000);
    }
  },
);

test("reads only the bounds of the log, once, for a search in cached texts", async () => {
  const { search, log } = await fill(304);
  await search.find(filter("rare"));
  const summary = vi.spyOn(log, "summary");
  const texts = vi.spyOn(log, "texts");
  await search.find(filter("-rare"));
  expect(summary).toHaveBeenCalledTimes(1);
  expect(texts).not.toHaveBeenCalled();
});

test("does not find deleted events, and starts again after a tenant was forgotten", async () => {
  const { search, add, log } = await fill(100, { maxEvents: 50 });
  expect((await search.find(filter("rare"))).sequences).toEqual(tens(100, 51));
  await add(30);
  expect((await search.find(filter("rare"))).sequences).toEqual(tens(130, 81));
  await log.forget("a");
  expect(await search.find(filter(""))).toEqual({ sequences: [], last: 0 });
  const again = makeUserEvent("again");
  await log.append("a", { at: 1, events: [parseTenantEvent(again, undefined, "f")] });
  expect((await search.find(filter("again"))).sequences).toEqual([1]);
});

test("can be aborted, and yields to other tasks", async () => {
  let pauses = 0;
  const controller = new AbortController();
  let time = 0;
  const { search } = await fill(4_100, {
    // The clock advances by a millisecond at each reading, as with a slow filter.
    now: () => (time += 1),
    pause: async () => {
      pauses += 1;
      if (pauses === 2) controller.abort();
    },
  });
  const { signal } = controller;
  await expect(search.find(filter("rare"), { signal })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(pauses).toBe(2);
  search.release();
  expect((await search.find(filter("rare"))).sequences).toHaveLength(410);
});

test("does not yield if the search takes less than a frame", async () => {
  const { search } = await fill(4_100, {
    now: () => 0,
    pause: () => Promise.reject(new Error("It paused.")),
  });
  expect((await search.find(filter("rare"))).sequences).toHaveLength(410);
});

test.each([[134_217_728], [1]])(
  "checks no event before a given sequence, with %i cached characters",
  async (maxHeld) => {
    const { search, add } = await fill(304, { maxHeld });
    await search.find(filter("rare"));
    await add(26);
    let searched = 0;
    const matches: TextPredicate = (event) => {
      searched += 1;
      return filter("rare")(event);
    };
    expect(await search.find(matches, { after: 304 })).toEqual({
      sequences: [330, 320, 310],
      last: 330,
    });
    expect(searched).toBe(26);
    expect(await search.find(matches, { after: 330 })).toEqual({ sequences: [], last: 330 });
  },
);
