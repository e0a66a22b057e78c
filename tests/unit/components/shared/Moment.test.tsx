import { expect, test } from "vitest";
import { Moment } from "../../../../components/shared/Moment.tsx";
import { find, show, words } from "../show.ts";

test.each([
  [new Date(2026, 10, 21, 14, 5, 9), "14:05:09"],
  [new Date(2026, 10, 21, 0, 0, 0), "00:00:00"],
])("formats the time of %s on a 24-hour clock in the local time zone", async (date, clock) => {
  const place = await show(<Moment at={date.getTime()} style="time" />);
  const time = find(place, "time");
  expect(words(time)).toBe(clock);
  expect(time.title).toBe(date.toISOString());
  expect(time.getAttribute("datetime")).toBe(date.toISOString());
});

test("reports a time beyond the range of dates as invalid", async () => {
  const place = await show(<Moment at={Number.MAX_VALUE} />);
  expect(words(place)).toBe("invalid time");
});
