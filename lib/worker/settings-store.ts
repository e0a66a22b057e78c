import type * as z from "zod/mini";
import {
  noSettings,
  upgradeFirstTenant,
  type firstTenantSchema,
  type Settings,
} from "../messages/settings.ts";
import { noPolicy, type Policy } from "./read-policy.ts";
import type { Tenant, TenantRef } from "../messages/tenant.ts";
import { applyPolicy } from "./apply-policy.ts";
import { createSerialQueue } from "./serial-queue.ts";
import type { StoredItem } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

export interface SettingsItems {
  settings: StoredItem<Settings>;
  /** The one tenant that the first released version stored. That version had no settings. */
  firstTenant: StoredItem<z.infer<typeof firstTenantSchema>>;
}

/**
 * Stores the settings. If the stored settings are unreadable, each method except `rescue` and
 * `reset` rejects and leaves them unchanged.
 */
export interface SettingsStore {
  read(): Promise<Settings>;
  /** Reads, changes and writes the settings as one task of a queue. */
  update(change: (known: Settings) => Settings): Promise<Settings>;
  /**
   * Returns the tenant with this id.
   *
   * @throws {WorkerError} `no-tenant`
   */
  requireTenant(id: string): Promise<Tenant>;
  /** Returns the stored values as JSON, even if they are unreadable settings. */
  rescue(): Promise<string>;
  /**
   * Removes all tenants.
   *
   * @param forgetting the data to remove next
   */
  reset(forgetting: NonNullable<Settings["forgetting"]>): Promise<void>;
}

export function createSettingsStore(
  { settings, firstTenant }: SettingsItems,
  createRef: () => TenantRef,
  policy: () => Promise<Policy> = async () => noPolicy,
): SettingsStore {
  const enqueue = createSerialQueue();
  const removeUpgraded = createRemoval(firstTenant);

  /** Adds the missing references of tenants, and drops the references of forgotten tenants. */
  function completeRefs({ forgetting, ...known }: Settings): Settings {
    const refs = known.tenants.map(({ id }) => [id, known.refs[id] ?? createRef()] as const);
    const left = withoutListed(forgetting, known.tenants);
    return {
      ...known,
      refs: Object.fromEntries(refs),
      ...(left === undefined || left.length === 0 ? {} : { forgetting: left }),
    };
  }

  async function readNow(): Promise<Settings> {
    const stored = await settings.read();
    const set = await policy();
    const known = stored === undefined ? undefined : applyPolicy(stored, set);
    if (known === undefined) {
      const first = await firstTenant.read();
      if (first === undefined && set.tenants.length === 0) return noSettings;
      const begun = first === undefined ? noSettings : upgradeFirstTenant(first);
      const upgraded = completeRefs(applyPolicy(begun, set));
      await settings.write(upgraded);
      await removeUpgraded();
      return upgraded;
    }
    // The settings are read even if the old value cannot be removed now.
    await removeUpgraded().catch(() => undefined);
    if (known.tenants.every(({ id }) => known.refs[id] !== undefined)) return known;
    const completed = completeRefs(known);
    await settings.write(completed);
    return completed;
  }

  const read = () => enqueue(readNow);

  return {
    read,
    update: (change) =>
      enqueue(async () => {
        const changed = completeRefs(applyPolicy(change(await readNow()), await policy()));
        await settings.write(changed);
        return changed;
      }),
    async requireTenant(id) {
      const tenant = (await read()).tenants.find((known) => known.id === id);
      if (tenant !== undefined) return tenant;
      throw new WorkerError(
        "no-tenant",
        "This tenant no longer exists in Tenant Inspector. Select another tenant, or add this one again in the options.",
      );
    },
    async rescue() {
      const stored = { settings: await settings.readRaw(), tenant: await firstTenant.readRaw() };
      return JSON.stringify(stored, null, 2);
    },
    reset: (forgetting) =>
      enqueue(async () => {
        await settings.write(completeRefs({ ...noSettings, forgetting }));
        await firstTenant.remove();
      }),
  };
}

/** A tenant that was added again keeps its new data. */
function withoutListed(
  forgetting: Settings["forgetting"],
  tenants: readonly Tenant[],
): Settings["forgetting"] {
  if (forgetting === "everything") return tenants.length === 0 ? forgetting : undefined;
  return forgetting?.filter((forgotten) => !tenants.some(({ id }) => id === forgotten));
}

/**
 * Returns the function that removes the first tenant's own value. The worker of its upgrade may
 * have ended after it wrote the settings, and "Forget this tenant" would not find the value. After a
 * success, later calls do nothing.
 */
function createRemoval(item: SettingsItems["firstTenant"]): () => Promise<void> {
  let isRemoved = false;
  return async () => {
    if (isRemoved) return;
    if ((await item.readRaw()) !== undefined) await item.remove();
    isRemoved = true;
  };
}
