/** Measures how long inputs take, as multiples of ordinary texts of the same length. */
export interface Pace<Outcome = unknown> {
  /** Processes a text, and returns its outcome. */
  time(text: string): Promise<Outcome>;
  /** Returns the largest multiple so far, and the text that took it. */
  worst(): { multiple: number; text: string };
}

type Process<Outcome> = (text: string) => Promise<Outcome>;

const shortest = 1024;
/** A longer token is refused at once. Longer inputs are compared with a multiple of this length. */
const longest = 128 * 1024;
/** A multiple that is measured again: a garbage collection may have been part of it. */
const suspicious = 4;
const repetitions = 20;

/**
 * Returns the processor time of this process in ms. On a busy machine, an input that waits for
 * another thread took many times as long by the clock.
 */
function readProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Creates a measurement. It repeats a suspicious comparison: it takes both texts in turn, and
 * compares the shortest time of each.
 *
 * @param writeOrdinary writes an ordinary text of at least this length
 * @param now a clock in any unit; the processor time without it
 */
export async function createPace<Outcome>(
  process: Process<Outcome>,
  writeOrdinary: (length: number) => string,
  now: () => number = readProcessorTime,
): Promise<Pace<Outcome>> {
  const usual = new Map<number, number>();
  let worst = { multiple: 0, text: "" };

  const take = async (text: string) => {
    const start = now();
    const outcome = await process(text);
    return { outcome, time: now() - start };
  };
  const takeUsual = async (size: number): Promise<number> => {
    const known = usual.get(size);
    if (known !== undefined) return known;
    const { time } = await take(writeOrdinary(size));
    usual.set(size, time);
    return time;
  };
  const compareAgain = async (text: string, size: number): Promise<number> => {
    const ordinary = writeOrdinary(size);
    let [own, other, count] = [Infinity, Infinity, 0];
    do {
      other = Math.min(other, (await take(ordinary)).time);
      own = Math.min(own, (await take(text)).time);
      count += 1;
    } while (own > other * suspicious && count < repetitions);
    return own / other;
  };
  // Compile the code before the first comparison.
  for (let count = 0; count < 50; count += 1) await take(writeOrdinary(shortest));

  return {
    async time(text) {
      const power = 2 ** Math.ceil(Math.log2(Math.max(shortest, text.length)));
      const size = Math.min(power, longest);
      const scale = power / size;
      const known = await takeUsual(size);
      const { outcome, time } = await take(text);
      const first = time / known;
      const multiple = (first > suspicious ? await compareAgain(text, size) : first) / scale;
      if (multiple > worst.multiple) worst = { multiple, text };
      return outcome;
    },
    worst: () => worst,
  };
}
