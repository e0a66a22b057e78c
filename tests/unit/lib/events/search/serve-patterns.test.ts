import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import type { EventLog } from "../../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import type { PatternReply } from "../../../../../lib/events/search/pattern-messages.ts";
import { servePatterns } from "../../../../../lib/events/search/serve-patterns.ts";
import { makeUserEvent } from "../sample-events.ts";

const pattern = (text: string) => [{ kind: "pattern", text, isBanned: false }];
const search = (id: number, text: string, after = 0, types: readonly string[] = []) => ({
  kind: "search",
  id,
  tenantId: "a",
  query: { terms: pattern(text), types },
  after,
});

/** Starts a worker over a log, and records its replies; `end` resolves to a task's last reply. */
async function open(count: number, readLog?: () => Promise<EventLog>) {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  onTestFinished(() => log.close());
  const events = Array.from({ length: count }, (_, index) =>
    parseTenantEvent(makeUserEvent(`e${index + 1}`), undefined, "f"),
  );
  await log.append("a", { at: 1, events });
  const said: PatternReply[] = [];
  const waiting = new Map<number, (reply: PatternReply) => void>();
  let time = 0;
  let onTurn = (): void => {};
  const receive = servePatterns({
    openLog: readLog ?? (() => Promise.resolve(log)),
    post(reply) {
      said.push(reply);
      if (["found", "marked", "matched", "failed"].includes(reply.kind))
        waiting.get(reply.id)?.(reply);
    },
    yieldToEventLoop: () => {
      onTurn();
      return Promise.resolve();
    },
    now: () => (time += 1),
  });
  return {
    said,
    receive,
    ask: (request: { id: number }) =>
      new Promise<PatternReply>((resolve) => {
        waiting.set(request.id, resolve);
        receive(request);
      }),
    atTurn: (deed: () => void) => {
      onTurn = deed;
    },
  };
}

test("finds a tenant's events that match a pattern, also of one type after a sequence", async () => {
  const { ask } = await open(12);
  expect(await ask(search(1, '"id":"e1\\d?"'))).toMatchObject({
    kind: "found",
    sequences: [12, 11, 10, 1],
    last: 12,
  });
  expect(await ask(search(2, "e1", 10, ["user.created"]))).toMatchObject({ sequences: [12, 11] });
  expect(await ask(search(3, "e1", 10, ["user.deleted"]))).toMatchObject({ sequences: [] });
});

test("reports the start of each slice, and the progress after it", async () => {
  const { ask, said } = await open(120);
  await ask(search(1, "e"));
  const kinds = said.map(({ kind }) => kind);
  expect(kinds.slice(0, 3)).toEqual(["running", "waiting", "progress"]);
  expect(kinds.filter((kind) => kind === "running")).toHaveLength(3);
  expect(said[2]).toMatchObject({ searched: 50, total: 120 });
});

test("aborts a search between two slices, and starts the next task", async () => {
  const { ask, receive, said, atTurn } = await open(120);
  atTurn(() => {
    receive({ kind: "cancel", id: 1 });
    atTurn(() => {});
  });
  receive(search(1, "e"));
  expect(await ask(search(2, '"id":"e7"'))).toMatchObject({ id: 2, sequences: [7] });
  expect(said.filter(({ id, kind }) => id === 1 && kind === "found")).toEqual([]);
});

test("finds the ranges of texts that match a pattern", async () => {
  const { ask } = await open(0);
  const texts = ["Ada", "bob"];
  expect(
    await ask({ kind: "mark", id: 1, terms: pattern("a|b"), texts } as { id: number }),
  ).toEqual({
    kind: "marked",
    id: 1,
    spans: [
      [
        [0, 1],
        [2, 3],
      ],
      [
        [0, 1],
        [2, 3],
      ],
    ],
  });
});

test("matches texts in turns of 50 ms, so that the time limit is for one text", async () => {
  const { said, ask } = await open(0);
  const texts = Array.from({ length: 120 }, (_, index) => `login ${index}`);
  const request = { kind: "match", id: 1, terms: pattern("login 11\\d"), texts };
  const reply = await ask(request);
  expect(reply).toEqual({ kind: "matched", id: 1, matches: texts.map((_, at) => at >= 110) });
  expect(said.filter(({ kind }) => kind === "running")).toHaveLength(3);
});

test("reports a log that cannot be read, and a pattern that the browser does not support", async () => {
  const { ask } = await open(1, () => Promise.reject(new EventLogError("blocked")));
  expect(await ask(search(1, "e"))).toEqual({ kind: "failed", id: 1, log: "blocked" });
  const { ask: askOther } = await open(1);
  expect(await askOther(search(1, "("))).toEqual({ kind: "failed", id: 1 });
});
