/**
 * How often each size is measured. The minimum counts, because other work of the machine affects it
 * least.
 */
const roundCount = 5;
/** In microseconds, added on both sides: the processor's clock is not precise below it. */
const noise = 2_000;

/**
 * Returns the processor time of a text `factor` times as long, divided by that of `factor` texts of
 * the shorter length: 1 for linear work, `factor` for quadratic work. One run measures both.
 */
export function measureGrowth(
  work: (text: string) => void,
  makeText: (length: number) => string,
  { length, factor }: { length: number; factor: number },
): number {
  const [short, long] = [makeText(length), makeText(length * factor)];
  const time = (run: () => void): number => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const rounds = Array.from({ length: roundCount }, () => {
    const few = time(() => {
      for (let count = 0; count < factor; count += 1) work(short);
    });
    return [few, time(() => work(long))] as const;
  });
  const least = (place: 0 | 1) => Math.min(...rounds.map((round) => round[place]));
  return (least(1) + noise) / (least(0) + noise);
}
