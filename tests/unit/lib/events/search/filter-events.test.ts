import { expect, test } from "vitest";

import { writeEventText } from "../../../../../lib/events/log/event-text.ts";
import { parseFilter } from "../../../../../lib/events/search/filter-events.ts";

const events = [
  { type: "user.created", envelope: { id: "evt_1", email: "ada@example.com" } },
  { type: "user.deleted", envelope: { id: "evt_2", email: "Grace@example.com" } },
  { type: "group.created", envelope: { id: "evt_3", name: "Engineers" } },
];

function show(query: string, types?: readonly string[]): unknown[] {
  const filter = parseFilter(query, types);
  if (!filter.ok) throw new Error(filter.message);
  return events.filter(filter.matches).map(({ envelope }) => envelope.id);
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
  ["/GRACE@/i -ada", ["evt_2"]],
  ["created /evt_[12]/ -/grace|ADA/", []],
  ["/evt_[12]/ -/grace/ example", ["evt_1"]],
  ["/name.*[/]?/ engineers", ["evt_3"]],
  ["/ -/x/", []],
  ["- -ada", []],
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
  ["created -/open", /not closed.*second slash/u],
  ["/a/gi", /flag but i.*“g”/u],
  ["/api/v2/users", /not closed.*second slash/u],
  ["/a(?=b)/", /looks ahead or behind/u],
  ["/(a)\\1/", /refers back/u],
  ["/((a{90}){90}){90}/", /repeats too much/u],
  [`/${"a".repeat(201)}/`, /longer than 200/u],
  ["a".repeat(1_001), /longer than 1000/u],
])("the query %.20s is refused with a sentence", (query, message) => {
  expect(parseFilter(query)).toMatchObject({ ok: false, message: expect.stringMatching(message) });
});

test("the log's own text of an event gives the same answer as the event itself", () => {
  for (const query of ["grace", "-ada created", "/evt_\\d/ -/3/"]) {
    const filter = parseFilter(query, ["user.created", "user.deleted"]);
    if (!filter.ok) throw new Error(filter.message);
    for (const event of events) {
      const text = { type: event.type, text: writeEventText(event) };
      expect(filter.matchesText(text)).toBe(filter.matches(event));
    }
  }
});

test("an empty query with no types is told as such", () => {
  expect(parseFilter("  ")).toMatchObject({ ok: true, isEmpty: true });
  expect(parseFilter("", ["user.created"])).toMatchObject({ ok: true, isEmpty: false });
});
