/**
 * Returns the number of exchanges, or of flows, that began until then. A search by halves: a capture
 * can have thousands, in order of `startedAt`.
 */
export function findEnd(list: readonly { startedAt: number }[], time: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.startedAt ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
