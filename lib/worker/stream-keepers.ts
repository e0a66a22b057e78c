import type { ResumePoint } from "../events/stream/resume-point.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import type { StreamKeeper } from "./stream-keeper.ts";

/** One keeper for each tenant there is. */
export interface StreamKeepers {
  /** How a tenant's stream stands; undefined for a tenant that is not kept. */
  state(tenantId: string): SubscriptionState | undefined;
  /** From now on these tenants are kept, and no others. */
  keep(tenantIds: readonly string[]): Promise<void>;
  wake(): Promise<void>;
  /** Starts one tenant's stream anew, or all of them. */
  restart(tenantId?: string): Promise<void>;
  retry(tenantId: string): Promise<void>;
  /** @throws {ResumeError} */
  resumeFrom(tenantId: string, point: ResumePoint): Promise<void>;
}

/** @param create makes the keeper of a tenant; it does nothing before its first `wake` */
export function createStreamKeepers(create: (tenantId: string) => StreamKeeper): StreamKeepers {
  const keepers = new Map<string, StreamKeeper>();

  return {
    state: (tenantId) => keepers.get(tenantId)?.state,
    async keep(tenantIds) {
      for (const tenantId of tenantIds)
        if (!keepers.has(tenantId)) keepers.set(tenantId, create(tenantId));
      const leaving = [...keepers].filter(([tenantId]) => !tenantIds.includes(tenantId));
      for (const [tenantId] of leaving) keepers.delete(tenantId);
      await Promise.all(leaving.map(([, keeper]) => keeper.end()));
    },
    async wake() {
      await Promise.all(Array.from(keepers.values(), (keeper) => keeper.wake()));
    },
    async restart(tenantId) {
      const chosen = [...keepers].filter(([id]) => tenantId === undefined || id === tenantId);
      await Promise.all(chosen.map(([, keeper]) => keeper.restart()));
    },
    async resumeFrom(tenantId, point) {
      await keepers.get(tenantId)?.resumeFrom(point);
    },
    async retry(tenantId) {
      await keepers.get(tenantId)?.retry();
    },
  };
}
