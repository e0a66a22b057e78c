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

test("a list says the day of a time that is not today", async () => {
  const wordsOf = async (date: Date) =>
    words(await show(<Moment at={date.getTime()} style="time-or-day" />));
  const now = new Date();
  expect(await wordsOf(now)).toBe(now.toTimeString().slice(0, 8));
  expect(await wordsOf(new Date(2026, 0, 2, 14, 5, 9))).toBe("Jan 2 14:05");
});

test("reports a time beyond the range of dates as invalid", async () => {
  const place = await show(<Moment at={Number.MAX_VALUE} />);
  expect(words(place)).toBe("invalid time");
});
