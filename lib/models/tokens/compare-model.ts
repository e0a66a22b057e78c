import { computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Schedule } from "../../messages/feed-channel.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { compareTokens, type TokenComparison } from "../../tokens/compare/compare-tokens.ts";
import { isDifferent } from "../../tokens/compare/difference.ts";
import { findLastExpiryChange } from "../../tokens/compare/rank-difference.ts";
import { readComparable, type ComparableToken } from "../../tokens/compare/read-comparable.ts";
import type { FoundToken } from "../../tokens/input/find-tokens.ts";
import { describeToken, type TokenLabel } from "./compare-labels.ts";
import type { SeenOrigin, TokenOrigin } from "./token-field-model.ts";
import { readOnly } from "../read-only.ts";

/** The tokens of the inspected text, and the one that is inspected. */
export interface InspectedTokens {
  tokens: ReadonlySignal<readonly FoundToken[]>;
  chosen: ReadonlySignal<number>;
  origin: ReadonlySignal<TokenOrigin>;
  choose(place: number, tenant: Tenant | undefined): Promise<void>;
}

export interface ComparePort {
  inspected: InspectedTokens;
  /** Unix time in ms. */
  now(): number;
  schedule: Schedule;
}

/** A token of a comparison. Its text stays in this model. */
interface Side {
  text: string;
  origin: TokenOrigin;
  token: ComparableToken;
  label: TokenLabel;
}

/** Keeps one inspected token in memory, and compares each later one with it. */
export const CompareModel = createModel((port: ComparePort) => {
  const { tokens, chosen, origin } = port.inspected;
  const kept = signal<Side | undefined>(undefined);
  const showsAll = signal(false);
  const now = signal(port.now());

  const inspected = computed(() => tokens.value[chosen.value]);
  const isKeptInspected = computed(() => {
    const [side, current] = [kept.value, inspected.value];
    return side !== undefined && side.text === current?.text;
  });
  // Decoding a large token takes long: do it only for a comparison.
  const other = computed((): Side | undefined => {
    const [current, from, isNeeded] = [inspected.value, origin.value, kept.value !== undefined];
    return current === undefined || !isNeeded ? undefined : readSide(current, from);
  });
  /** The first and the second token; undefined until there are two. */
  const pair = computed((): readonly [Side, Side] | undefined => {
    const [one, two, isSame] = [kept.value, other.value, isKeptInspected.value];
    return one === undefined || two === undefined || isSame ? undefined : [one, two];
  });
  // The comparison of large tokens takes long: repeat it only if a token expired meanwhile.
  const comparedAt = computed(() =>
    Math.max(
      0,
      ...(pair.value ?? []).map(({ token }) =>
        token.kind === "signed" ? findLastExpiryChange(token.claims.values, now.value) : 0,
      ),
    ),
  );
  const comparison = computed((): TokenComparison | undefined => {
    if (pair.value === undefined) return undefined;
    const [first, second] = pair.value;
    return compareTokens(first.token, second.token, comparedAt.value);
  });
  const isComparing = computed(() => pair.value !== undefined);

  // Updates texts such as "in 12 seconds" once a second.
  effect(() => {
    if (!isComparing.value) return undefined;
    let cancel: () => void = () => undefined;
    const tick = () => {
      now.value = port.now();
      cancel = port.schedule(tick, 1_000);
    };
    tick();
    return () => cancel();
  });

  function readSide(found: Omit<FoundToken, "kind">, from: TokenOrigin): Side {
    const token = readComparable(found.text);
    return { text: found.text, origin: from, token, label: describeToken(token, found, from) };
  }

  function keep(found: Omit<FoundToken, "kind"> | undefined, from = origin.peek()): void {
    if (found === undefined) return;
    const side = readSide(found, from);
    kept.value = { ...side, label: { ...side.label, keptAt: port.now() } };
  }

  function stop(): void {
    kept.value = undefined;
  }

  return {
    /** Stops the comparison with a forgotten token. Returns true if its kept token is one. */
    discard(isForgotten: (token: string, origin: TokenOrigin) => boolean): boolean {
      const side = kept.peek();
      const isKept = side !== undefined && isForgotten(side.text, side.origin);
      if (isKept) stop();
      return isKept;
    },

    /** The label of the kept token. */
    kept: computed(() => kept.value?.label),
    /** True if there is a token to keep. */
    canKeep: computed(() => inspected.value !== undefined),
    isKeptInspected,
    /** True if the text has exactly two tokens, which one action compares. */
    isPair: computed(() => tokens.value.length === 2),
    /** The labels of the first and the second token; undefined until there are two. */
    labels: computed(() => pair.value?.map(({ label }) => label)),
    comparison,
    /** The differences, or all members, and how many the comparison did not list. */
    listed: computed(() => listMembers(comparison.value, showsAll.value)),
    /** Unix time in ms; current while two tokens are compared. */
    now: readOnly(now),
    showsAll: readOnly(showsAll),

    /** Keeps the inspected token as the first one. */
    keep: () => keep(inspected.peek()),
    /** Keeps a seen token as the first one. */
    keepSeen: (text: string, from: SeenOrigin) =>
      keep({ text, name: from.kind === "seen" ? from.name : undefined }, from),

    /** Keeps the first token of a text with two, and inspects the second one. */
    compareBoth(tenant: Tenant | undefined): Promise<void> {
      const [first] = tokens.peek();
      if (first === undefined) return Promise.resolve();
      keep(first);
      return port.inspected.choose(1, tenant);
    },

    setShowsAll(isAll: boolean): void {
      showsAll.value = isAll;
    },

    /** Drops the kept token. */
    stop,
  };
});

function listMembers(comparison: TokenComparison | undefined, isAll: boolean) {
  if (comparison === undefined) return { members: [], leftOut: 0 };
  const { members, counts } = comparison;
  const different = counts.changed + counts.onlyFirst + counts.onlySecond;
  const listed = isAll ? members : members.filter(isDifferent);
  const total = isAll ? different + counts.same : different;
  return { members: listed, leftOut: total - listed.length };
}
