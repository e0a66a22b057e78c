import { expect, test } from "vitest";

import type { StoredEvent } from "../../../../../lib/events/log/event-log.ts";
import { createEventCache } from "../../../../../lib/models/events/event-cache.ts";
import { openWrittenLog, tenantId } from "./event-log-harness.ts";

test("adds no events of one tenant to the list of another one", async () => {
  const { log, write } = await openWrittenLog();
  await write([{}]);
  const [event] = await log.pick(tenantId, [1]);
  if (event === undefined) throw new Error("There is no event.");
  const read = Promise.withResolvers<readonly StoredEvent[]>();
  const cache = createEventCache();
  const loading = cache.load({ pick: () => read.promise }, tenantId, [1]);
  cache.clear();
  read.resolve([event]);
  await loading;
  expect([...cache.state.value.held.keys()]).toEqual([]);
  await cache.load(log, tenantId, [1]);
  expect([...cache.state.value.held.keys()]).toEqual([1]);
});
