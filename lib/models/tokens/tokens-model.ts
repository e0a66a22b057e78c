import { computed, createModel, signal } from "@preact/signals";
import { issuerOf } from "../../messages/domain.ts";
import { loginOriginOf, type Tenant } from "../../messages/tenant.ts";
import { explainScopeClaim } from "./explain-scopes.ts";
import type { RunContext } from "../../runs/run-login.ts";
import { inspectToken, type TokenReport } from "../../tokens/inspect-token.ts";
import type { KeySetReading, KeySets } from "../../tokens/key-set.ts";

export interface TokensPort {
  keySets: KeySets;
  /** Unix time in ms. */
  now(): number;
}

/** Where the text in the field came from. */
export type TokenOrigin = { kind: "pasted" } | { kind: "run"; name: string; context: RunContext };

/** Whom the tokens of a tenant are from. */
export function issuerAt(tenant: Tenant | undefined): string | undefined {
  return tenant === undefined ? undefined : issuerOf({ origin: loginOriginOf(tenant) });
}

/** One token under inspection. It lives in this model and nowhere else. */
export const TokensModel = createModel((port: TokensPort) => {
  const text = signal("");
  const origin = signal<TokenOrigin>({ kind: "pasted" });
  const report = signal<TokenReport | undefined>(undefined);
  const isInspecting = signal(false);
  const checkedAgainst = signal<string | undefined>(undefined);
  /** Counts inspections: a slow answer for an older text is dropped. */
  let current = 0;

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
    const own = current;
    const asked = text.peek();
    if (asked.trim() === "") {
      report.value = undefined;
      isInspecting.value = false;
      return;
    }
    isInspecting.value = true;
    const from = origin.peek();
    const issuer = from.kind === "run" ? from.context.issuer : issuerAt(tenant);
    const found = await inspectToken(asked, {
      now: port.now(),
      ...(from.kind === "run"
        ? {
            clientId: from.context.clientId,
            ...(from.context.nonce === undefined ? {} : { nonce: from.context.nonce }),
          }
        : {}),
      ...(issuer === undefined
        ? {}
        : { keys: { issuer, fetchKeys: (options) => readKeys(issuer, options) } }),
    });
    if (own !== current) return;
    report.value = found;
    checkedAgainst.value = issuer;
    isInspecting.value = false;
  }

  return {
    text: computed(() => text.value),
    origin: computed(() => origin.value),
    report: computed(() => report.value),
    /** The scopes that the token claims to have, each explained. */
    scopes: computed(() => explainScopeClaim(report.value)),
    isInspecting: computed(() => isInspecting.value),
    /** The issuer whose keys the report is about: that of the run, or of the tenant that was chosen then. */
    checkedAgainst: computed(() => checkedAgainst.value),

    /** Takes a text that somebody typed or pasted. */
    paste(value: string, tenant: Tenant | undefined): Promise<void> {
      text.value = value;
      origin.value = { kind: "pasted" };
      return inspect(tenant);
    },

    /** Takes a token of a run, which is then judged against what that run asked for, and the tenant it was at. */
    take(token: string, from: { name: string; context: RunContext }): Promise<void> {
      text.value = token;
      origin.value = { kind: "run", ...from };
      return inspect(undefined);
    },

    /** Inspects the same text again: the tenant, its keys or the time changed. */
    inspectAgain: (tenant: Tenant | undefined) => inspect(tenant),

    forget(): void {
      text.value = "";
      origin.value = { kind: "pasted" };
      void inspect(undefined);
    },
  };
});
