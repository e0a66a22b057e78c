import {
  computed,
  createModel,
  effect,
  signal,
  untracked,
  type ReadonlySignal,
} from "@preact/signals";
import { describeState, hasTrouble } from "../../events/stream/describe-state.ts";
import type { TenantActivity } from "../../messages/activity-feed.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CredentialSummary } from "../../messages/credential.ts";
import { permissionPatternOf } from "../../messages/domain.ts";
import type { OptionsPlace } from "../../messages/options-place.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { listDenied, type ActivityModel } from "../activity-model.ts";
import type { TenantChoiceModel } from "./tenant-choice-model.ts";
import { toFailure, type Failure } from "../failure.ts";
import { readOnly } from "../read-only.ts";

export interface TenantListPort {
  send: CommandSender;
  activity: Pick<InstanceType<typeof ActivityModel>, "isLoaded" | "now"> & {
    tenants: ReadonlySignal<readonly TenantActivity[]>;
  };
  choice: Pick<InstanceType<typeof TenantChoiceModel>, "tenant">;
  /** Shows the place of a link. */
  showPlace(place: OptionsPlace): void;
  /**
   * Asks the user for all patterns at once. Call this in the handler of a click, before any
   * `await`: browsers refuse a later request.
   */
  requestHostPermissions(patterns: string[]): Promise<boolean>;
}

type TenantPlace = Exclude<OptionsPlace, { part: "new" }>;

/** A tenant as the list shows it. */
export interface TenantRow {
  tenant: Tenant;
  /** The host and the port, without the scheme. */
  host: string;
  /** True for the tenant that this page shows. */
  isChosen: boolean;
  /** The tenant's origins without host permission. */
  denied: readonly string[];
  credential: string;
  /** True if the credential is missing or locked, or its token has expired. */
  needsCredential: boolean;
  stream: string;
  hasStreamTrouble: boolean;
  isListening: boolean;
  unread: number;
}

/** The outcome of the last action on a tenant. */
export type TenantActionState =
  | { kind: "idle" }
  | { kind: "forgetting" }
  | { kind: "forgotten"; name: string }
  | { kind: "denied"; tenantId: string; origins: readonly string[] }
  | { kind: "failed"; title: string; failure: Failure };

const kindLabels = {
  client_credentials: "client credentials",
  access_token: "access token",
  user_login: "user login",
} as const satisfies Record<CredentialSummary["kind"], string>;

/** The list of tenants with their states, and the actions on a whole tenant. */
export const TenantListModel = createModel((port: TenantListPort) => {
  const { activity, choice } = port;
  const action = signal<TenantActionState>({ kind: "idle" });
  /** The place of the last link, until its tenant is shown. */
  const wanted = signal<TenantPlace | undefined>(undefined);

  const find = (tenantId: string) =>
    activity.tenants.peek().find(({ tenant }) => tenant.id === tenantId)?.tenant;

  effect(() => {
    const place = wanted.value;
    const isKnown = activity.tenants.value.some(({ tenant }) => tenant.id === place?.tenantId);
    if (place === undefined || !isKnown) return;
    wanted.value = undefined;
    untracked(() => port.showPlace(place));
  });

  return {
    rows: computed((): readonly TenantRow[] => {
      const chosenId = choice.tenant.value?.id;
      const now = activity.now.value;
      return activity.tenants.value.map((one) => describeTenant(one, { chosenId, now }));
    }),
    action: readOnly(action),
    /** The id of a tenant that the last link names and that does not exist. */
    missing: computed(() =>
      activity.isLoaded.value &&
      !activity.tenants.value.some(({ tenant }) => tenant.id === wanted.value?.tenantId)
        ? wanted.value?.tenantId
        : undefined,
    ),

    /** Shows a place, that of a tenant as soon as the tenant is known. */
    open(place: OptionsPlace): void {
      wanted.value = place.part === "new" ? undefined : place;
      if (place.part === "new") port.showPlace(place);
    },

    /** Discards the outcome of the last action when the user navigates elsewhere. */
    dismiss(): void {
      wanted.value = undefined;
      if (action.peek().kind !== "forgetting") action.value = { kind: "idle" };
    },

    /** Removes a tenant with all its data. */
    async forget(tenantId: string): Promise<void> {
      const name = find(tenantId)?.name ?? tenantId;
      action.value = { kind: "forgetting" };
      try {
        await port.send("tenant.forget", { tenantId });
        action.value = { kind: "forgotten", name };
      } catch (error) {
        action.value = describeRemains(name, toFailure(error), find(tenantId) !== undefined);
      }
    },

    /** Requests the permissions for the hosts of a tenant again, after they were revoked. */
    async grantAccess(tenantId: string): Promise<void> {
      const tenant = find(tenantId);
      if (tenant === undefined) return;
      const origins = [
        tenant.origin,
        ...(tenant.customOrigin === undefined ? [] : [tenant.customOrigin]),
      ];
      try {
        const isGranted = await port.requestHostPermissions([
          ...new Set(origins.map(permissionPatternOf)),
        ]);
        action.value = isGranted ? { kind: "idle" } : { kind: "denied", tenantId, origins };
      } catch (error) {
        const title = "Could not request permission.";
        action.value = { kind: "failed", title, failure: toFailure(error) };
      }
    },
  };
});

/** Describes a failed removal. The worker completes it if the tenant has left the list. */
function describeRemains(name: string, failure: Failure, isListed: boolean): TenantActionState {
  if (isListed) return { kind: "failed", title: `Could not forget ${name}.`, failure };
  const message = `${failure.message} The extension removes the rest at its next start.`;
  const title = `Some data of ${name} was not removed.`;
  return { kind: "failed", title, failure: { ...failure, message } };
}

function describeTenant(
  one: TenantActivity,
  { chosenId, now }: { chosenId: string | undefined; now: number },
): TenantRow {
  const { tenant, stream, unread } = one;
  return {
    tenant,
    host: new URL(tenant.origin).host,
    isChosen: tenant.id === chosenId,
    denied: listDenied(one),
    ...describeCredential(one, now),
    stream: describeState(stream, now),
    hasStreamTrouble: hasTrouble(stream),
    isListening: stream.name === "listening",
    unread,
  };
}

function describeCredential(
  { credential: summary, credentialLoss }: TenantActivity,
  now: number,
): { credential: string; needsCredential: boolean } {
  if (summary === undefined) {
    return {
      credential: credentialLoss === undefined ? "no credential" : "credential lost",
      needsCredential: true,
    };
  }
  const label = kindLabels[summary.kind];
  if (summary.isLocked) return { credential: `${label}, locked`, needsCredential: true };
  const { kind, expiresAt } = summary;
  // Client credentials get a new token without the user.
  const hasExpired = kind !== "client_credentials" && expiresAt !== undefined && expiresAt <= now;
  return { credential: hasExpired ? `${label}, expired` : label, needsCredential: hasExpired };
}
