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

/** The run that a token came from: which of its tokens it is, and what it is checked against. */
export interface TokenOfRun {
  name: "ID token" | "access token";
  exchange: LoginExchange;
}

/** Where the text in the field came from. */
export type TokenOrigin = { kind: "pasted" } | ({ kind: "run" } & TokenOfRun);

/** The issuer of a tenant's tokens: the domain at which its logins happen. */
export function issuerAt(tenant: Tenant | undefined): string | undefined {
  return tenant === undefined ? undefined : issuerOf({ origin: loginOriginOf(tenant) });
}

type Expected = Omit<InspectionContext, "now" | "keys">;

/** What a token is checked against: its run, or the chosen tenant. */
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

/** The longest delay that a timer takes (32 bits, signed): a later expiry is left to the next inspection. */
const maxDelay = 2 ** 31;

/** Longer than the leeway, after which an expired token is refused. */
const refusalDelay = 61_000;

/** When a token expires, or is refused for that: Unix time in ms; 0 where neither is ahead. */
function findNextChange(report: TokenReport, now: number): number {
  if (report.kind !== "read") return 0;
  const expiry = report.claims.find(({ name }) => name === "exp")?.time;
  if (expiry === undefined) return 0;
  return [expiry.epochMs, expiry.epochMs + refusalDelay].find((at) => at > now) ?? 0;
}

/** One token under inspection. It lives in this model and nowhere else. */
export const TokensModel = createModel((port: TokensPort) => {
  const text = signal("");
  const origin = signal<TokenOrigin>({ kind: "pasted" });
  const report = signal<TokenReport | undefined>(undefined);
  const isInspecting = signal(false);
  /** A token of a run is usable elsewhere, and nobody typed it: it shows only when asked for. */
  const isMasked = signal(false);
  const checkedAgainst = signal<string | undefined>(undefined);
  /** Counts inspections: a slow answer for an older text is dropped. */
  let current = 0;
  let cancelRecheck: () => void = () => undefined;

  effect(() => () => cancelRecheck());

  /** A token can be read without its keys: whatever keeps them away must not keep the rest away. */
  async function readKeys(issuer: string, options?: { refresh?: boolean }): Promise<KeySetReading> {
    try {
      return await port.keySets.read(issuer, options);
    } catch {
      return { ok: false, why: "The tenant's keys could not be read. Inspect the token again." };
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
    /** The one verdict about the token; undefined while there is none, or one that cannot be decoded. */
    verdict: computed(() =>
      report.value?.kind === "read"
        ? classifyToken(report.value, { isFromLogin: origin.value.kind === "run" })
        : undefined,
    ),
    /** The scopes that the token claims to have, each explained. */
    scopes: computed(() => explainScopeClaim(report.value)),
    isInspecting: computed(() => isInspecting.value),
    /** The token came from a run, and nobody asked to see it yet. */
    isMasked: computed(() => isMasked.value),
    /** The issuer whose keys the report is about: that of the run, or of the tenant that was chosen then. */
    checkedAgainst: computed(() => checkedAgainst.value),

    /** Takes a text that somebody typed or pasted. */
    paste(value: string, tenant: Tenant | undefined): Promise<void> {
      batch(() => {
        // A verdict that stands while the next token is checked would be taken for that token's.
        report.value = undefined;
        text.value = value;
        origin.value = { kind: "pasted" };
        isMasked.value = false;
      });
      return inspect(tenant);
    },

    /** Takes a token of a run, which is then checked against that run and its tenant. */
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
