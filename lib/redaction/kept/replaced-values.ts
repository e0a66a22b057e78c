import type { RedactionReceipt } from "../create-redactor.ts";

/** A value of a file that was replaced, or that the user keeps. Stays in memory. */
export interface ReplacedValue {
  readonly value: string;
  readonly pseudonym: string;
  /** The form of the value: `text`, `number`, `address` or `UUID`. */
  readonly kind: string;
  readonly places: number;
  /** True if the value has a secret's name: it cannot be kept. */
  readonly isSecret: boolean;
  readonly isKept: boolean;
}

/** Counts the replaced values of one file. */
export interface ReplacedValues {
  /** Counts a place of a value, and returns its pseudonym. */
  replace(value: string, pseudonym: string, kind: string): string;
  /** Counts a place of a value that has this pseudonym, and returns the pseudonym. */
  count(pseudonym: string, kind: string): string;
  /** Counts a place of a value that the user keeps, and returns the value. */
  keep(value: string, pseudonym: string, kind: string): string;
  markSecret(value: string): void;
  isSecret(value: string): boolean;
  /** Forgets the counts. What is known of the values stays. */
  startCounting(): void;
  receipt(): RedactionReceipt;
  list(): readonly ReplacedValue[];
}

/** Creates the counts of one file. */
export function createReplacedValues(): ReplacedValues {
  const originals = new Map<string, { value: string; kind: string }>();
  const secrets = new Set<string>();
  const kept = new Map<string, number>();
  const placesOf = new Map<string, number>();
  const kinds = new Map<string, number>();

  function count(pseudonym: string, kind: string): string {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    placesOf.set(pseudonym, (placesOf.get(pseudonym) ?? 0) + 1);
    return pseudonym;
  }

  function learn(value: string, pseudonym: string, kind: string): void {
    if (!originals.has(pseudonym)) originals.set(pseudonym, { value, kind });
  }

  function describe([pseudonym, places]: [string, number], isKept: boolean): ReplacedValue[] {
    const original = originals.get(pseudonym);
    if (original === undefined) return [];
    return [{ ...original, pseudonym, places, isSecret: secrets.has(original.value), isKept }];
  }

  return {
    count,
    replace(value, pseudonym, kind) {
      learn(value, pseudonym, kind);
      return count(pseudonym, kind);
    },
    keep(value, pseudonym, kind) {
      learn(value, pseudonym, kind);
      kept.set(pseudonym, (kept.get(pseudonym) ?? 0) + 1);
      return value;
    },
    markSecret: (value) => void secrets.add(value),
    isSecret: (value) => secrets.has(value),
    startCounting() {
      kinds.clear();
      placesOf.clear();
      kept.clear();
    },
    receipt: () => ({
      of: "value",
      places: [...kinds.values()].reduce((sum, places) => sum + places, 0),
      secrets: placesOf.size,
      kinds: Object.fromEntries(kinds),
      ...(kept.size === 0 ? {} : { keptByHand: kept.size }),
    }),
    list: () =>
      [
        ...[...placesOf].flatMap((entry) => describe(entry, false)),
        ...[...kept].flatMap((entry) => describe(entry, true)),
      ].toSorted((one, other) => other.places - one.places || (one.value < other.value ? -1 : 1)),
  };
}
