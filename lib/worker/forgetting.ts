import { EventLogError } from "../events/log/event-log-error.ts";
import { sandboxOrigin } from "../messages/domain.ts";
import type { Settings } from "../messages/settings.ts";
import type { CommandContext } from "./command-context.ts";
import type { Policy } from "./read-policy.ts";
import { WorkerError } from "./worker-error.ts";

/**
 * Forgets tenants. The settings name what is being forgotten until nothing is left of it: the
 * browser can end the worker between two removals, and the tenant is no longer listed by then.
 */
export interface Forgetting {
  /**
   * Removes a tenant with all its data.
   *
   * @throws {WorkerError} `managed` for a tenant of the organisation
   */
  forgetTenant(tenantId: string): Promise<void>;
  /**
   * Removes all data of the extension.
   *
   * @throws {EventLogError} `held` if a page keeps the event log open
   */
  forgetEverything(): Promise<void>;
  /** Completes what a failure or the end of a worker interrupted. */
  resume(): Promise<void>;
}

export function createForgetting(context: CommandContext): Forgetting {
  const { ports, settings, vault, device, store, changes, enqueue } = context;
  const { exchanges, updates, creations, panelView, presets, runs, seenTokens } = context;

  async function forgetTenant(tenantId: string): Promise<void> {
    requireOwn(await context.policy.read(), tenantId);
    await settings.update(({ selectedId, ...known }) => {
      const tenants = known.tenants.filter(({ id }) => id !== tenantId);
      const next = selectedId === tenantId ? tenants[0]?.id : selectedId;
      return {
        ...known,
        tenants,
        forgetting: known.forgetting === "everything" ? "everything" : [...listed(known), tenantId],
        ...(next === undefined ? {} : { selectedId: next }),
      };
    });
    await removeData(tenantId);
  }

  /** Removes the data of a tenant that is no longer listed: late data of it are refused. */
  async function removeData(tenantId: string): Promise<void> {
    // Stop the stream before the log forgets the tenant: a running stream could store more events.
    await changes.applyList();
    await runs.forget(tenantId);
    await seenTokens.forget(tenantId);
    // The presets go first, because each erasure copies those that remain to IndexedDB.
    await vault.forget(tenantId, () => presets.forget(tenantId));
    for (const each of [panelView, exchanges, updates, creations]) await each.forget(tenantId);
    await changes.dropTenant(tenantId);
    await (await store.open()).forget(tenantId);
    if (tenantId === sandboxOrigin) await ports.sandbox.remove();
    // The browser's files also keep the settings, and presets that the user has deleted before.
    await device.erase(async () => {
      await presets.forget(tenantId);
      await settings.update((known) => ({
        ...known,
        forgetting: listed(known).filter((id) => id !== tenantId),
      }));
    });
  }

  async function forgetEverything(): Promise<void> {
    // First, because an erasure copies the remaining settings and presets to IndexedDB.
    await settings.reset("everything");
    await presets.forget();
    await changes.applyList();
    await vault.forgetEverything();
    const isRemoved = await store.remove();
    // Wait for presets, runs and tokens that are being stored. Without a tenant, later ones are
    // refused.
    await presets.forget();
    await panelView.forget();
    await runs.forget();
    await seenTokens.forget();
    await updates.forget();
    await creations.forget();
    await changes.dropNotifications();
    await context.drafts.forgetAll();
    await ports.sandbox.remove();
    await ports.clearSession();
    await ports.dropHostPermissions();
    await device.clear();
    if (!isRemoved) await settings.reset("everything");
    await changes.applyList();
    if (!isRemoved) throw new EventLogError("held");
  }

  return {
    forgetTenant: (tenantId) => enqueue(() => forgetTenant(tenantId)),
    forgetEverything: () => enqueue(forgetEverything),
    resume: () =>
      enqueue(async () => {
        const known = await settings.read();
        if (known.forgetting === "everything") await forgetEverything();
        for (const tenantId of listed(known)) await removeData(tenantId);
      }),
  };
}

/** @throws {WorkerError} `managed` for a tenant of the organisation */
function requireOwn({ tenants }: Policy, tenantId: string): void {
  if (!tenants.some(({ origin }) => origin === tenantId)) return;
  throw new WorkerError(
    "managed",
    "Your organisation has set this tenant, so it cannot be forgotten here. Ask the administrator of this browser to remove it.",
  );
}

/** Returns the tenants that are being forgotten. */
function listed({ forgetting = [] }: Settings): readonly string[] {
  return forgetting === "everything" ? [] : forgetting;
}
