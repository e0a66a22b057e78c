import { expect, test } from "vitest";

import { countEventsSince } from "../../../../../lib/models/events/count-events-since.ts";

const events = (...times: number[]) => times.map((storedAt) => ({ storedAt }));

test.each([
  [[], undefined],
  [[4], undefined],
  [[4, 5], "1 event"],
  [[4, 5, 6], "2 events"],
  [Array.from({ length: 50 }, () => 5), "50 events or more"],
])("of events at %j, since 5: %s", (times, words) => {
  expect(countEventsSince(events(...times), 5)).toBe(words);
});
