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

export interface TenantListPort {
  send: CommandSender;
  activity: Pick<InstanceType<typeof ActivityModel>, "isLoaded" | "now"> & {
    tenants: ReadonlySignal<readonly TenantActivity[]>;
  };
  choice: Pick<InstanceType<typeof TenantChoiceModel>, "tenant">;
  /** Shows a tenant that a link is about, at the part that the link names. */
  showPlace(place: OptionsPlace): void;
  /** Asks the user for all of them at once; must be reached from a click without anything awaited before it. */
  requestHostPermissions(patterns: string[]): Promise<boolean>;
}

/** A tenant as the list shows it. */
export interface TenantRow {
  tenant: Tenant;
  /** Host and port alone. */
  host: string;
  /** This page shows it. */
  isChosen: boolean;
  /** The tenant's origins that the browser does not let this extension reach. */
  denied: readonly string[];
  credential: string;
  /** The credential is missing, locked, or its token has ended. */
  needsCredential: boolean;
  stream: string;
  hasStreamTrouble: boolean;
  isListening: boolean;
  unread: number;
}

/** What the last click on a tenant came to. */
export type TenantActionState =
  | { kind: "idle" }
  | { kind: "forgetting" }
  | { kind: "forgotten"; name: string }
  | { kind: "denied"; tenantId: string; origins: readonly string[] }
  | { kind: "failed"; title: string; failure: Failure };

const kindLabels = {
  client_credentials: "client credentials",
  access_token: "access token",
  user_login: "login of a user",
} as const satisfies Record<CredentialSummary["kind"], string>;

/** Every tenant with how it stands, and what can be done with one as a whole. */
export const TenantListModel = createModel((port: TenantListPort) => {
  const { activity, choice } = port;
  const action = signal<TenantActionState>({ kind: "idle" });
  /** What the address of the page asks for, until it is shown. */
  const wanted = signal<OptionsPlace | undefined>(undefined);

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
    action: computed(() => action.value),
    /** A tenant that the address of the page asks for, and that is not here. */
    missing: computed(() =>
      activity.isLoaded.value &&
      !activity.tenants.value.some(({ tenant }) => tenant.id === wanted.value?.tenantId)
        ? wanted.value?.tenantId
        : undefined,
    ),

    /** Brings a tenant to the front as soon as it is known. */
    open(place: OptionsPlace): void {
      wanted.value = place;
    },

    /** Somebody goes on with something else: what the last action came to has been seen. */
    dismiss(): void {
      wanted.value = undefined;
      if (action.peek().kind !== "forgetting") action.value = { kind: "idle" };
    },

    /** Removes a tenant with all that is kept of it. */
    async forget(tenantId: string): Promise<void> {
      const name = find(tenantId)?.name ?? tenantId;
      action.value = { kind: "forgetting" };
      try {
        await port.send("tenant.forget", { tenantId });
        action.value = { kind: "forgotten", name };
      } catch (error) {
        const title = `${name} was not forgotten.`;
        action.value = { kind: "failed", title, failure: toFailure(error) };
      }
    },

    /** Asks again for the hosts of a tenant whose permission was taken back. */
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
        const title = "The browser could not be asked.";
        action.value = { kind: "failed", title, failure: toFailure(error) };
      }
    },
  };
});

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
  { credential: summary, isCredentialLost = false }: TenantActivity,
  now: number,
): { credential: string; needsCredential: boolean } {
  if (summary === undefined) {
    return {
      credential: isCredentialLost ? "credential lost" : "no credential",
      needsCredential: true,
    };
  }
  const words = kindLabels[summary.kind];
  if (summary.isLocked) return { credential: `${words}, locked`, needsCredential: true };
  const { kind, expiresAt } = summary;
  // Client credentials bring a new token by themselves.
  const hasEnded = kind !== "client_credentials" && expiresAt !== undefined && expiresAt <= now;
  return { credential: hasEnded ? `${words}, ended` : words, needsCredential: hasEnded };
}
