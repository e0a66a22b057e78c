/** A measurement, and the peer or limit of the same run. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** The accepted range of ours divided by the other; undefined for a figure without a target. */
  readonly target: number | undefined;
  readonly direction: "at most" | "at least";
  /** How often each side is measured, in turns; 1 for a constant. */
  readonly samples: number;
  /** Measures once, in the unit. */
  ours(): number | Promise<number>;
  other(): number | Promise<number>;
}

/** A section of the bench: a file in this folder whose `section` returns its figures. */
export interface Section {
  readonly name: string;
  prepare(): readonly Figure[] | Promise<readonly Figure[]>;
  /** Stops everything that the figures started, after all are measured. */
  close?(): Promise<void>;
}

export interface Result {
  readonly ours: number;
  readonly other: number;
  readonly ratio: number;
  readonly isShort: boolean;
}

/** Returns the median; for an even number of values, the mean of the two in the middle. */
export function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined)
    throw new TypeError("A median needs at least one value.");
  return (upper + lower) / 2;
}

/** Measures both sides in turns, so that a slow machine slows both, and compares their medians. */
export async function measureFigure(figure: Figure): Promise<Result> {
  const ours: number[] = [];
  const other: number[] = [];
  for (let sample = 0; sample < figure.samples; sample += 1) {
    ours.push(await figure.ours());
    other.push(await figure.other());
  }
  const medians = { ours: findMedian(ours), other: findMedian(other) };
  const ratio = medians.ours / medians.other;
  return { ...medians, ratio, isShort: !isGood(figure, ratio) };
}

/** A ratio that is not a number misses the target. */
function isGood({ target, direction }: Figure, ratio: number): boolean {
  if (target === undefined) return true;
  return direction === "at most" ? ratio <= target : ratio >= target;
}

const formatNumber = (value: number): string =>
  String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/**
 * `section/name  ours  other  ratio  target  ok|short`; without a target, `told` replaces the last
 * two.
 */
export function formatResult(
  section: string,
  { name, unit, target, direction }: Figure,
  result: Result,
): string {
  const verdict =
    target === undefined
      ? ["told"]
      : [`${direction === "at most" ? "<=" : ">="} ${target}`, result.isShort ? "short" : "ok"];
  return [
    `${section}/${name}`,
    `${formatNumber(result.ours)} ${unit}`,
    `${formatNumber(result.other)} ${unit}`,
    result.ratio.toFixed(3),
    ...verdict,
  ].join("  ");
}
