import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";

import { createEventConnections } from "../../../../../lib/events/log/event-connection.ts";

test("a connection that was closed while it was being opened is not the one that is given next", async () => {
  const connections = createEventConnections(new IDBFactory(), "events");
  const opening = connections.connect();
  connections.close();
  await opening;
  const db = await connections.connect();
  expect(await db.count("events")).toBe(0);
  connections.close();
});
