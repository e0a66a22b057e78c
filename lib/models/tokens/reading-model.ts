import { computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import { readMember, type JsonObject } from "../../encoding/json.ts";
import { explainClaims, explainHeader } from "../../tokens/explain-claims.ts";
import type { DecodedToken } from "../../tokens/decode-token.ts";
import { readMoment } from "../../tokens/numeric-date.ts";
import type { TokenReport } from "../../tokens/inspect-token.ts";
import type { Schedule } from "../../messages/feed-channel.ts";
import { listClaimRows } from "./claim-rows.ts";
import { describeLife } from "./token-life.ts";
import { explainPermissionsClaim, explainScopeClaim } from "./explain-scopes.ts";
import { readOnly } from "../read-only.ts";

export interface ReadingPort {
  report: ReadonlySignal<TokenReport | undefined>;
  /** The token whose report waits for its keys, or waited for them. */
  decoded: ReadonlySignal<DecodedToken | undefined>;
  /** Unix time in ms. */
  now(): number;
  schedule: Schedule;
}

/** In ms. The relative times show seconds. */
const tickInterval = 1_000;

export type ReadingForm = "table" | "tree";

/** Returns the token with an empty signature: a server rejects it, so it can be shared. */
export function dropSignature({ parts }: DecodedToken): string {
  return `${parts.header}.${parts.payload}.`;
}

/** Prepares the decoded token for its views. The chosen form lasts until the panel closes. */
export const ReadingModel = createModel((port: ReadingPort) => {
  const form = signal<ReadingForm>("table");
  /** Unix time in ms, updated while a view follows it. */
  const now = signal(port.now());
  const token = computed(() => {
    const [decoded, report] = [port.decoded.value, port.report.value];
    // The report about this token would only repeat the work for its rows.
    return decoded ?? (report?.kind === "read" ? report.token : undefined);
  });
  const claims = computed(() =>
    token.value === undefined ? [] : explainClaims(token.value.payload, { now: port.now() }),
  );
  /** Only the header of a token without claims is readable. */
  const header = computed((): JsonObject | undefined => {
    if (token.value !== undefined) return token.value.header;
    const report = port.report.value;
    if (report?.kind !== "encrypted" && report?.kind !== "content") return undefined;
    return Object.fromEntries(report.header.map(({ name, value }) => [name, value]));
  });
  return {
    /** The decoded token; undefined without one. */
    token,
    /** The header of the token; also of an encrypted one. */
    header,
    form: readOnly(form),
    now: readOnly(now),
    /** The life of the token at the current time; undefined for a token without times. */
    life: computed(() =>
      token.value === undefined ? undefined : describeLife(token.value.payload, now.value),
    ),
    /** The expiration time that the token claims, in Unix ms. */
    expiresAt: computed(() =>
      token.value === undefined ? undefined : readMoment(readMember(token.value.payload, "exp")),
    ),
    /** The scopes that the token claims to have, each explained. */
    scopes: computed(() => explainScopeClaim(token.value?.payload)),
    /** The permissions that the token claims to have, each explained. */
    permissions: computed(() => explainPermissionsClaim(token.value?.payload)),
    claimRows: computed(() => listClaimRows(claims.value)),
    headerRows: computed(() =>
      listClaimRows(explainHeader(header.value ?? {}, { now: port.now() })),
    ),

    /** Updates `now` each second; returns a function that stops this. */
    follow(): () => void {
      let cancel: () => void;
      const tick = () => {
        now.value = port.now();
        cancel = port.schedule(tick, tickInterval);
      };
      tick();
      return () => cancel();
    },

    /** Selects the form of claims and header. */
    show(chosen: ReadingForm): void {
      form.value = chosen;
    },
  };
});
