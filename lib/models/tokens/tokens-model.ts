import { batch, computed, createModel, effect, signal } from "@preact/signals";
import { issuerOf } from "../../messages/domain.ts";
import type { Schedule } from "../../messages/feed-channel.ts";
import { loginOriginOf, otherOriginsOf, type Tenant } from "../../messages/tenant.ts";
import { explainScopeClaim } from "./explain-scopes.ts";
import { expectationsOf, type LoginExchange } from "../../tokens/checks/login-facts.ts";
import {
  inspectToken,
  type InspectionContext,
  type TokenReport,
} from "../../tokens/inspect-token.ts";
import { classifyToken } from "../../tokens/classify-token.ts";
import type { KeySetReading, KeySets } from "../../tokens/key-set.ts";

export interface TokensPort {
  keySets: KeySets;
  /** Unix time in ms. */
  now(): number;
  schedule: Schedule;
}

/** The origin of a token in a run, with the exchange to check it against. */
export interface TokenOfRun {
  name: "ID token" | "access token";
  exchange: LoginExchange;
}

/** The origin of the text in the field. */
export type TokenOrigin = { kind: "pasted" } | ({ kind: "run" } & TokenOfRun);

/** Returns the issuer of a tenant's tokens: the domain of its logins. */
export function issuerAt(tenant: Tenant | undefined): string | undefined {
  return tenant === undefined ? undefined : issuerOf({ origin: loginOriginOf(tenant) });
}

type Expected = Omit<InspectionContext, "now" | "keys">;

/** Returns the values that a token must match, from its run or from the chosen tenant. */
function expectedOf(from: TokenOrigin, tenant: Tenant | undefined): Expected {
  if (from.kind === "run") {
    const use = from.name === "ID token" ? "id_token" : "access_token";
    return { ...expectationsOf(from.exchange), use };
  }
  const issuer = issuerAt(tenant);
  if (issuer === undefined || tenant === undefined) return {};
  const otherIssuers = otherOriginsOf(tenant).map((origin) => issuerOf({ origin }));
  return { tenantIssuer: issuer, otherIssuers };
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

/** Inspects one token. This model is the only place with the token. */
export const TokensModel = createModel((port: TokensPort) => {
  const text = signal("");
  const origin = signal<TokenOrigin>({ kind: "pasted" });
  const report = signal<TokenReport | undefined>(undefined);
  const isInspecting = signal(false);
  /** True for a token of a run until the user reveals it: the token can be used elsewhere. */
  const isMasked = signal(false);
  const checkedAgainst = signal<string | undefined>(undefined);
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

  async function inspect(tenant: Tenant | undefined): Promise<void> {
    current += 1;
    cancelRecheck();
    const own = current;
    const asked = text.peek();
    if (asked.trim() === "") {
      report.value = undefined;
      isInspecting.value = false;
      return;
    }
    isInspecting.value = true;
    const from = origin.peek();
    const expected = expectedOf(from, tenant);
    const issuer = expected.tenantIssuer;
    const found = await inspectToken(asked, {
      now: port.now(),
      ...expected,
      ...(issuer === undefined
        ? {}
        : { keys: { issuer, fetchKeys: (options) => readKeys(issuer, options) } }),
    });
    if (own !== current) return;
    batch(() => {
      report.value = found;
      checkedAgainst.value = issuer;
      isInspecting.value = false;
    });
    const wait = findNextChange(found, port.now()) - port.now();
    if (wait > 0 && wait < maxDelay) {
      cancelRecheck = port.schedule(() => void inspect(tenant), wait);
    }
  }

  return {
    text: computed(() => text.value),
    origin: computed(() => origin.value),
    report: computed(() => report.value),
    /** The verdict about the token; undefined without a token that can be decoded. */
    verdict: computed(() =>
      report.value?.kind === "read"
        ? classifyToken(report.value, { isFromLogin: origin.value.kind === "run" })
        : undefined,
    ),
    /** The scopes that the token claims to have, each explained. */
    scopes: computed(() => explainScopeClaim(report.value)),
    isInspecting: computed(() => isInspecting.value),
    /** True for a token of a run until the user reveals it. */
    isMasked: computed(() => isMasked.value),
    /**
     * The issuer whose keys were used: that of the run, or of the tenant that was selected at that
     * time.
     */
    checkedAgainst: computed(() => checkedAgainst.value),

    /** Inspects a text that the user typed or pasted. */
    paste(value: string, tenant: Tenant | undefined): Promise<void> {
      batch(() => {
        // Clear the report: its verdict would seem to be about the new token.
        report.value = undefined;
        text.value = value;
        origin.value = { kind: "pasted" };
        isMasked.value = false;
      });
      return inspect(tenant);
    },

    /** Inspects a token of a run against that run and its tenant. */
    take(token: string, from: TokenOfRun): Promise<void> {
      batch(() => {
        report.value = undefined;
        text.value = token;
        origin.value = { kind: "run", ...from };
        isMasked.value = true;
      });
      return inspect(undefined);
    },

    /** Hides or shows the text of a token of a run. */
    setMasked(isHidden: boolean): void {
      isMasked.value = isHidden && origin.peek().kind === "run";
    },

    /** Inspects the same text again: the tenant, its keys or the time changed. */
    inspectAgain: (tenant: Tenant | undefined) => inspect(tenant),

    forget(): void {
      batch(() => {
        text.value = "";
        origin.value = { kind: "pasted" };
        isMasked.value = false;
      });
      void inspect(undefined);
    },
  };
});
