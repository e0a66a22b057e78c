import { batch, computed, createModel, effect, signal } from "@preact/signals";
import type { Schedule } from "../../messages/feed-channel.ts";
import {
  inspectToken,
  type InspectionContext,
  type TokenReport,
} from "../../tokens/inspect-token.ts";
import type { KeySetReading, KeySets } from "../../tokens/key-set.ts";
import type { JsonWebKeySet } from "../../tokens/read-key-set.ts";

export interface InspectionPort {
  keySets: KeySets;
  /** Unix time in ms. */
  now(): number;
  schedule: Schedule;
}

/** A token with the values that it must match, and with the keys that the user pasted. */
export interface Inspected {
  token: string;
  expected: Omit<InspectionContext, "now" | "keys">;
  /** Used in place of an issuer's keys. */
  pasted: JsonWebKeySet | undefined;
  /** The issuer whose keys are loaded. */
  keyIssuer: string | undefined;
}

/** The longest delay of a timer, in ms (signed 32 bits). A later expiry is not scheduled. */
const maxDelay = 2 ** 31;

/** In ms. Longer than the leeway, after which the library refuses an expired token. */
const refusalDelay = 61_000;

/** Returns the time of the next change of the verdict by expiry: Unix time in ms; 0 if none. */
function findNextChange(report: TokenReport, now: number): number {
  if (report.kind !== "read") return 0;
  const expiry = report.claims.find(({ name }) => name === "exp")?.time;
  if (expiry === undefined) return 0;
  return [expiry.epochMs, expiry.epochMs + refusalDelay].find((at) => at > now) ?? 0;
}

/** Inspects one token, and again when its verdict changes by expiry. */
export const InspectionModel = createModel((port: InspectionPort) => {
  const report = signal<TokenReport | undefined>(undefined);
  const isInspecting = signal(false);
  const checkedAgainst = signal<string | undefined>(undefined);
  const isCheckedWithPasted = signal(false);
  /** Counts inspections, so that the late report about an older text is ignored. */
  let current = 0;
  let cancelRecheck: () => void = () => undefined;

  effect(() => () => cancelRecheck());

  /**
   * Reads the keys. Does not reject: without keys, everything except the signature can be checked.
   */
  async function readKeys(issuer: string, options?: { refresh?: boolean }): Promise<KeySetReading> {
    try {
      return await port.keySets.read(issuer, options);
    } catch {
      return { ok: false, why: "Could not load the tenant's keys. Inspect the token again." };
    }
  }

  async function inspect(inspected: Inspected): Promise<void> {
    const { token, expected, pasted, keyIssuer } = inspected;
    current += 1;
    cancelRecheck();
    const own = current;
    isInspecting.value = true;
    const issuer = pasted === undefined ? keyIssuer : undefined;
    const next = await inspectToken(token, {
      now: port.now(),
      ...expected,
      ...(pasted === undefined ? {} : { keys: { pasted } }),
      ...(issuer === undefined
        ? {}
        : { keys: { issuer, fetchKeys: (options) => readKeys(issuer, options) } }),
    });
    if (own !== current) return;
    batch(() => {
      report.value = next;
      checkedAgainst.value = issuer;
      isCheckedWithPasted.value =
        (next.kind === "read" || next.kind === "content") && next.verification?.keys === "pasted";
      isInspecting.value = false;
    });
    const wait = findNextChange(next, port.now()) - port.now();
    if (wait > 0 && wait < maxDelay) {
      cancelRecheck = port.schedule(() => void inspect(inspected), wait);
    }
  }

  return {
    report: computed(() => report.value),
    isInspecting: computed(() => isInspecting.value),
    /** The issuer whose keys were used: that of the run, or of the tenant at that time. */
    checkedAgainst: computed(() => checkedAgainst.value),
    /** True if the keys of the last inspection were pasted ones. */
    isCheckedWithPasted: computed(() => isCheckedWithPasted.value),

    inspect,

    /** Ends with a report, or without one, about a text that has no token to inspect. */
    conclude(value: TokenReport | undefined): void {
      current += 1;
      cancelRecheck();
      batch(() => {
        report.value = value;
        checkedAgainst.value = undefined;
        isCheckedWithPasted.value = false;
        isInspecting.value = false;
      });
    },

    /** Clears the report: its verdict would seem to be about the next token. */
    clear(): void {
      report.value = undefined;
    },
  };
});
