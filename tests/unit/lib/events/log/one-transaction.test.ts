import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test, vi } from "vitest";

import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { makeUserEvent } from "../sample-events.ts";

test("writes the events, cursor and marks of a read in one transaction with relaxed durability", async () => {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  onTestFinished(() => log.close());
  const begin = vi.spyOn(IDBDatabase.prototype, "transaction");
  onTestFinished(() => begin.mockRestore());
  await log.append("a", {
    at: 1,
    events: ["1", "2", "3"].map((id) => parseTenantEvent(makeUserEvent(id), undefined, "f")),
    position: { cursor: "o3" },
    marks: [{ kind: "gap", to: "x" }],
  });
  const begun = begin.mock.calls.map(([stores, mode, options]) => ({ stores, mode, options }));
  expect(begun).toEqual([
    {
      stores: ["events", "texts", "tenants", "marks"],
      mode: "readwrite",
      options: { durability: "relaxed" },
    },
  ]);
});
