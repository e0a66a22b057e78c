import { createModel, signal } from "@preact/signals";
import type { ProfileUpdate, UpdateOutcome } from "../../management/connections/profile-update.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CommandResponse, PendingUpdate } from "../../messages/commands.ts";
import type { GrantedChange } from "../confirmation-model.ts";
import { readOnly } from "../read-only.ts";
import { describeFailed, isRefusedSend, readOutcome, type ChangeResult } from "../sent-change.ts";
import type { EditedProfile } from "./connection-change-state.ts";

/** An update whose outcome the page has not acknowledged. */
export interface TenantUpdate extends PendingUpdate {
  tenantId: string;
}

/** The outcome of an update as the page shows it. */
export type UpdateResult = ChangeResult<UpdateOutcome>;

/** Holds the updates that the worker sends, until their outcomes are shown. */
export const ConnectionUpdatesModel = createModel((send: CommandSender) => {
  const updates = signal<readonly TenantUpdate[]>([]);
  const without = ({ tenantId, profileId }: EditedProfile) =>
    updates.peek().filter((one) => one.tenantId !== tenantId || one.base.id !== profileId);

  /** Counts local changes: a list is stale if a change happened while the list was read. */
  let version = 0;
  const set = (next: readonly TenantUpdate[]) => {
    version += 1;
    updates.value = next;
  };

  const load = async (tenantId: string): Promise<void> => {
    const before = version;
    try {
      const read = await send("connection-profile.list-updates", { tenantId });
      if (version !== before) return await load(tenantId);
      set([
        ...updates.peek().filter((one) => one.tenantId !== tenantId),
        ...read.updates.map((one) => ({ ...one, tenantId })),
      ]);
    } catch {
      // The drafts can be edited without the list; the worker rejects a second update.
    }
  };

  return {
    all: readOnly(updates),
    /** Reads the updates of a tenant that an earlier popup began. */
    load,
    find: ({ tenantId, profileId }: EditedProfile): TenantUpdate | undefined =>
      updates.peek().find((one) => one.tenantId === tenantId && one.base.id === profileId),
    /** Keeps an update whose response was lost. */
    keep(tenantId: string, update: PendingUpdate): void {
      const own = { tenantId, profileId: update.base.id };
      set([...without(own), { ...update, tenantId }]);
    },
    /**
     * Drops an update whose outcome is shown; `evenInDoubt` also drops an update without a result.
     */
    acknowledge(own: EditedProfile, { evenInDoubt }: { evenInDoubt: boolean }): void {
      set(without(own));
      const request = { tenantId: own.tenantId, id: own.profileId, evenInDoubt };
      // If this fails, the worker reports the outcome to the next popup again.
      send("connection-profile.acknowledge-update", request).catch(() => undefined);
    },

    send: (tenantId: string, granted: GrantedChange, update: ProfileUpdate) =>
      readOutcome(
        send("connection-profile.update", { tenantId, ...granted, ...update }).then(toResult),
        isRefusedSend,
      ),
    /** Finds the outcome of an update that this page did not send, or whose response was lost. */
    check: (tenantId: string, update: ProfileUpdate) =>
      readOutcome(
        send("connection-profile.check-update", { tenantId, ...update }).then(toResult),
        ({ code }) => code === "not-found",
      ),
  };
});

function toResult(outcome: CommandResponse<"connection-profile.check-update">): UpdateResult {
  return outcome.kind === "unknown" || outcome.kind === "refused"
    ? describeFailed(outcome)
    : outcome;
}
