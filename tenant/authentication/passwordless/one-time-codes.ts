import { createExpiringStore, type StoredEntry } from "../../core/expiring-store.ts";
import type { RandomSource } from "../../core/random.ts";

/** Wrong guesses after which a code is void. */
const attemptsPerCode = 3;

/** Lifetime of a code in milliseconds. */
const lifetime = 5 * 60_000;

/** A code, with the number of its wrong guesses. */
interface IssuedCode {
  code: string;
  guesses: number;
}

/** Six-digit codes, each for one recipient. */
export interface OneTimeCodes {
  /** Issues a code and voids the previous one of the recipient. */
  issue(recipient: string): string;
  /** Compares without redeeming the code; a wrong guess counts. */
  check(recipient: string, code: string): boolean;
  /** Compares and, if the code is correct, voids it. */
  redeem(recipient: string, code: string): boolean;
  save(): StoredEntry<IssuedCode>[];
  /** Replaces all codes. */
  load(entries: readonly StoredEntry<IssuedCode>[]): void;
}

/** Creates the store; a code expires after five minutes or three wrong guesses. */
export function createOneTimeCodes(options: {
  now: () => number;
  random: RandomSource;
}): OneTimeCodes {
  const store = createExpiringStore<IssuedCode>({
    now: options.now,
    capacity: 10_000,
    lifetime,
  });

  function check(recipient: string, code: string): boolean {
    const entry = store.get(recipient);
    if (entry === undefined) return false;
    if (entry.code === code) return true;
    entry.guesses += 1;
    if (entry.guesses >= attemptsPerCode) store.remove(recipient);
    return false;
  }

  return {
    issue(recipient) {
      const code = options.random.digits(6);
      store.put(recipient, { code, guesses: 0 });
      return code;
    },
    check,
    redeem(recipient, code) {
      const isRight = check(recipient, code);
      if (isRight) store.remove(recipient);
      return isRight;
    },
    save: () => store.save(),
    load: (entries) => store.load(entries),
  };
}
