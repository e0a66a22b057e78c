/** The tenant's clock: a real one, or a test's, moved by a settable amount. */
export interface TenantClock {
  /** Milliseconds since 1970, skew included. */
  readonly now: () => number;
  /** How far the clock is ahead, in milliseconds; negative when it is behind. */
  readonly skew: number;
  setSkew(skew: number): void;
}

/** Starts without skew. */
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
