import { expect, test } from "vitest";
import { Histogram } from "../../../../../components/panel/events/Histogram.tsx";
import { find, show, words } from "../../show.ts";

/** Returns an hour with a number of events in one minute. */
function makeHour(counts: Readonly<Record<number, number>>): number[] {
  return Array.from({ length: 60 }, (_, index) => counts[59 - index] ?? 0);
}

async function showHour(counts: Readonly<Record<number, number>>) {
  const place = await show(<Histogram minutes={makeHour(counts)} />);
  const heights = [...place.querySelectorAll("rect")].map((bar) =>
    Number(bar.getAttribute("height")),
  );
  return { place, heights };
}

test("shows each minute of the last hour as a bar, the newest at the right", async () => {
  const { place, heights } = await showHour({ 0: 2, 30: 4, 59: 1 });
  expect(heights).toHaveLength(60);
  expect([heights[59], heights[29], heights[0], heights[1]]).toEqual([7.5, 15, 3.75, 0.5]);
  expect(words(find(place, "figcaption"))).toBe(
    "7 in the last hour, peak 4 per minute (30 min ago)",
  );
});

test("keeps a minute with few events visible beside one with many", async () => {
  const { heights } = await showHour({ 0: 10_000, 1: 1 });
  expect(heights.slice(-2)).toEqual([1.5, 15]);
});

test("reports an hour without events", async () => {
  const { place, heights } = await showHour({});
  expect(new Set(heights)).toEqual(new Set([0.5]));
  expect(words(place)).toBe("No events in the last hour");
});
