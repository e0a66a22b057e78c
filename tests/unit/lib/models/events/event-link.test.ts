import { expect, test } from "vitest";

import {
  readEventLink,
  writeEventLink,
  type EventLink,
} from "../../../../../lib/models/events/event-link.ts";

const tenantId = "http://localhost:4400";

test.each<[EventLink]>([
  [{ tenantId, eventId: "evt_1" }],
  [{ tenantId, eventId: "a & b=c#d" }],
  [{ tenantId, since: 1_795_251_600_000 }],
])("%j is read back from its address", (link) => {
  expect(readEventLink(writeEventLink(link))).toEqual(link);
});

test.each([
  [""],
  ["#"],
  ["#event=evt_1"],
  [`#tenant=${tenantId}`],
  [`#tenant=${tenantId}&event=`],
  [`#tenant=${tenantId}&event=${"e".repeat(1_001)}`],
  [`#tenant=${tenantId}&since=yesterday`],
  [`#tenant=${tenantId}&since=-1`],
])("%j names nothing", (hash) => {
  expect(readEventLink(hash)).toBeUndefined();
});
