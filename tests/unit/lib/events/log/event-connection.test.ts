import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";

import { createEventConnections } from "../../../../../lib/events/log/event-connection.ts";

test("returns a new connection after one was closed while it opened", async () => {
  const connections = createEventConnections(new IDBFactory(), "events");
  const opening = connections.connect();
  connections.close();
  await opening;
  const db = await connections.connect();
  expect(await db.count("events")).toBe(0);
  connections.close();
});
