import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { EventList } from "../../../../../components/panel/events/EventList.tsx";
import type { ShownEvent } from "../../../../../lib/models/activity-model.ts";
import { click, find, press, show, words } from "../../show.ts";
import { makeEvent } from "../../fake-worker.ts";

function createChoice(first: number | undefined) {
  return signal(first);
}

async function showList(events: readonly ShownEvent[], first?: number) {
  const chosen = createChoice(first);
  function View() {
    return (
      <EventList
        events={events}
        selected={chosen.value}
        onSelect={(sequence) => {
          chosen.value = sequence;
        }}
      />
    );
  }
  const place = await show(<View />);
  return { place, chosen, list: find(place, "[role=listbox]") };
}

const newestFirst = (count: number) =>
  Array.from({ length: count }, (_, index) => makeEvent(count - index));

test("200 events are 200 rows, newest first, each with its type and whom it is about", async () => {
  const { place } = await showList(newestFirst(200));
  const rows = [...place.querySelectorAll("[role=option]")];
  expect(rows).toHaveLength(200);
  expect(words(rows[0] ?? place)).toMatch(/user\.createduser-200@example\.com$/);
  expect(words(rows[199] ?? place)).toMatch(/user\.createduser-1@example\.com$/);
});

test.each([
  [undefined, "ArrowDown", 3],
  [3, "ArrowDown", 2],
  [1, "ArrowDown", 1],
  [1, "ArrowUp", 2],
  [3, "ArrowUp", 3],
  [2, "Home", 3],
  [2, "End", 1],
])("from event %s the key %s selects event %s", async (from, key, to) => {
  const { chosen, list } = await showList(newestFirst(3), from);
  expect(await press(list, key)).toBe(true);
  expect(chosen.value).toBe(to);
  const selected = find(list, "[aria-selected=true]");
  expect(list.getAttribute("aria-activedescendant")).toBe(selected.id);
});

test("a click anywhere in a row selects it", async () => {
  const { place, chosen } = await showList(newestFirst(3));
  const [, middle] = place.querySelectorAll<HTMLElement>(".event-subject");
  await click(middle ?? place);
  expect(chosen.value).toBe(2);
});

test("an event that cannot be shown leaves its neighbours alone, and can still be selected", async () => {
  const broken = Object.defineProperty(makeEvent(2), "type", {
    get() {
      throw new Error("a planted mistake");
    },
  });
  const { place, chosen } = await showList([makeEvent(3), broken, makeEvent(1)]);
  const rows = [...place.querySelectorAll<HTMLElement>("[role=option]")];
  expect(rows.map(words)).toEqual([
    expect.stringContaining("user-3@example.com"),
    "an event that cannot be shown",
    expect.stringContaining("user-1@example.com"),
  ]);
  await click(rows[1] ?? place);
  expect(chosen.value).toBe(2);
});

test("what came from outside is text", async () => {
  const hostile = "<img src=x onerror=alert(1)>";
  const { place } = await showList([makeEvent(1, { type: hostile, subject: hostile })]);
  expect(place.querySelector("img")).toBeNull();
  expect(words(find(place, ".event-type"))).toBe(hostile);
});

test("an event that does not fit its schema says so in its row", async () => {
  const { place } = await showList([makeEvent(1, { malformed: true, problems: ["time: absent"] })]);
  expect(words(find(place, "[role=option]"))).toContain("does not fit its schema");
});
