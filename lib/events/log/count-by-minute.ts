const MINUTE_MS = 60_000;
export const MINUTES = 60;

/**
 * How many events arrived in each minute of the last hour, the oldest minute first: 60 numbers.
 * The last minute ends now; what is older than the hour, or ahead of the clock, is not counted.
 *
 * @param arrivals milliseconds since the epoch, in any order
 * @param now milliseconds since the epoch
 */
export function countByMinute(arrivals: Iterable<number>, now: number): number[] {
  const counts = Array.from({ length: MINUTES }, () => 0);
  for (const at of arrivals) {
    const index = MINUTES - 1 - Math.floor((now - at) / MINUTE_MS);
    const count = counts[index];
    if (at <= now && count !== undefined) counts[index] = count + 1;
  }
  return counts;
}
