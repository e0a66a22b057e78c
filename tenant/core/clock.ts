/** The tenant's clock: a source of time, with an offset that can be set. */
export interface TenantClock {
  /** Milliseconds since 1970, skew included. */
  readonly now: () => number;
  /** The offset in milliseconds; negative if the clock is behind. */
  readonly skew: number;
  setSkew(skew: number): void;
}

/** Creates a clock without offset. */
export function createClock(source: () => number): TenantClock {
  let skew = 0;
  return {
    now: () => source() + skew,
    get skew() {
      return skew;
    },
    setSkew(wanted) {
      skew = wanted;
    },
  };
}
