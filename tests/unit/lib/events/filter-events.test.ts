import * as fc from "fast-check";
import { expect, test } from "vitest";

import { filterEvents, parseFilter } from "../../../../lib/events/filter-events.ts";

const events = [
  { type: "user.created", envelope: { id: "evt_1", email: "ada@example.com" } },
  { type: "user.deleted", envelope: { id: "evt_2", email: "Grace@example.com" } },
  { type: "group.created", envelope: { id: "evt_3", name: "Engineers" } },
];

function show(query: string, types?: readonly string[]): unknown[] {
  const filter = parseFilter(query, types);
  if (!filter.ok) throw new Error(filter.message);
  return filterEvents(events, filter.matches).map(({ envelope }) => envelope.id);
}

test.each([
  ["", ["evt_1", "evt_2", "evt_3"]],
  ["  grace ", ["evt_2"]],
  ["example created", ["evt_1"]],
  ["created -ADA", ["evt_3"]],
  ["-example", ["evt_3"]],
  ["-", []],
  ["/^user\\.(created|deleted)/", ["evt_1", "evt_2"]],
  ["/GRACE@/", ["evt_2"]],
  ["nobody", []],
])("the query %j shows %j", (query, ids) => {
  expect(show(query)).toEqual(ids);
});

test("types narrow what the words leave, and none means every type", () => {
  expect(show("created", ["group.created", "user.deleted"])).toEqual(["evt_3"]);
  expect(show("", ["group.created"])).toEqual(["evt_3"]);
});

test.each([
  ["/open", /not closed.*second slash/u],
  ["/(/", /not a regular expression/u],
  ["/(a+)+$/", /take for ever/u],
  ["/(a|a)*b/", /take for ever/u],
  [`/${"a".repeat(201)}/`, /longer than 200/u],
  ["a".repeat(1_001), /longer than 1000/u],
])("the query %.20s is refused with a sentence", (query, message) => {
  expect(parseFilter(query)).toMatchObject({ ok: false, message: expect.stringMatching(message) });
});

test("a filter hides: what it shows and what it hides are all the events, in order", () => {
  const event = fc.record({
    type: fc.constantFrom("user.created", "group.created"),
    envelope: fc.dictionary(fc.string(), fc.jsonValue()),
  });
  fc.assert(
    fc.property(fc.array(event), fc.string(), (all, query) => {
      const filter = parseFilter(query);
      fc.pre(filter.ok);
      const shown = filterEvents(all, filter.matches);
      const hidden = filterEvents(all, (one) => !filter.matches(one));
      expect(shown.length + hidden.length).toBe(all.length);
      const places = shown.map((one) => all.indexOf(one));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places).not.toContain(-1);
    }),
  );
});
