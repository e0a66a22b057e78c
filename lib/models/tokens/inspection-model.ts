import { batch, createModel, effect, signal } from "@preact/signals";
import type { Schedule } from "../../messages/feed-channel.ts";
import { decodeToken, type DecodedToken } from "../../tokens/decode-token.ts";
import { defaultLeeway } from "../../tokens/find-time-findings.ts";
import {
  inspectToken,
  type InspectionContext,
  type TokenReport,
} from "../../tokens/inspect-token.ts";
import { usualAge } from "../../tokens/kinds/find-dpop-findings.ts";
import type { KeySetReading, KeySets } from "../../tokens/key-set.ts";
import type { JsonWebKeySet } from "../../tokens/read-key-set.ts";
import { readOnly } from "../read-only.ts";

export interface InspectionPort {
  keySets: KeySets;
  /** Unix time in ms. */
  now(): number;
  schedule: Schedule;
}

/** A token with the values that it must match, and with the keys that the user pasted. */
export interface Inspected {
  token: string;
  expected: Omit<InspectionContext, "now" | "keys" | "decoded">;
  /** Used in place of an issuer's keys. */
  pasted: JsonWebKeySet | undefined;
  /** The issuer whose keys are loaded. */
  keyIssuer: string | undefined;
}

/** The longest delay of a timer, in ms (signed 32 bits). A later change is not scheduled. */
const maxDelay = 2 ** 31;

/** In ms. Longer than the leeway, after which the library refuses an expired token. */
const refusalDelay = 61_000;
/** In ms. Within the leeway before nbf and iat, the library accepts a token already. */
const leeway = defaultLeeway * 1_000;

/** Returns the delay until time alone changes the verdict, in ms; Infinity if it never does. */
function findNextChange(report: TokenReport, now: number): number {
  if (report.kind !== "read") return Infinity;
  const changesOf = (claim: string, ...delays: readonly number[]): number[] => {
    const at = report.claims.find(({ name }) => name === claim)?.time?.epochMs;
    return at === undefined ? [] : delays.map((delay) => at + delay - now);
  };
  const delays = [
    ...changesOf("exp", 0, refusalDelay),
    ...changesOf("nbf", -leeway, 0),
    ...changesOf("iat", -leeway, 0),
    ...(report.use === "dpop_proof" ? changesOf("iat", usualAge * 1_000 + 1) : []),
  ];
  return Math.min(...delays.filter((delay) => delay > 0));
}

/** Inspects one token, and again when time changes its verdict. */
export const InspectionModel = createModel((port: InspectionPort) => {
  const report = signal<TokenReport | undefined>(undefined);
  const isInspecting = signal(false);
  /** The token whose keys can take long to load; undefined if none are loaded. */
  const decoded = signal<DecodedToken | undefined>(undefined);
  const loadsKeysOf = signal<string | undefined>(undefined);
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
    const issuer = pasted === undefined ? keyIssuer : undefined;
    const reading = decodeToken(token);
    batch(() => {
      isInspecting.value = true;
      decoded.value = issuer !== undefined && reading.ok ? reading.token : undefined;
      loadsKeysOf.value = reading.ok ? issuer : undefined;
    });
    const next = await inspectToken(token, {
      now: port.now(),
      decoded: reading,
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
      loadsKeysOf.value = undefined;
    });
    const wait = findNextChange(next, port.now());
    if (wait < maxDelay) {
      cancelRecheck = port.schedule(() => void inspect(inspected), wait);
    }
  }

  return {
    report: readOnly(report),
    isInspecting: readOnly(isInspecting),
    /**
     * The decoded token, before and after its keys arrive; undefined without keys to load. Nothing
     * of it is verified.
     */
    decoded: readOnly(decoded),
    /** The issuer whose keys are being loaded. */
    loadsKeysOf: readOnly(loadsKeysOf),
    /** The issuer whose keys were used: that of the run, or of the tenant at that time. */
    checkedAgainst: readOnly(checkedAgainst),
    /** True if the keys of the last inspection were pasted ones. */
    isCheckedWithPasted: readOnly(isCheckedWithPasted),

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
        decoded.value = undefined;
        loadsKeysOf.value = undefined;
      });
    },

    /** Clears the report: its verdict would seem to be about the next token. */
    clear(): void {
      report.value = undefined;
      decoded.value = undefined;
    },
  };
});
