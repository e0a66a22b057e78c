import * as z from "zod/mini";
import { maxPresets, presetSchema, type Preset } from "../messages/preset.ts";
import type { StoredItem } from "./ports.ts";
import { putEntry } from "./put-entry.ts";
import { createSerialQueue } from "./serial-queue.ts";
import { WorkerError } from "./worker-error.ts";

/**
 * The presets by tenant id. Each one is parsed on its own, so that one bad entry hides no other.
 */
export const storedPresetsSchema = z.record(z.string(), z.array(z.unknown()));

/**
 * The maximum length of all presets as JSON, in UTF-16 units. An erasure overwrites at most 6 MB of
 * free space in the browser's files, which is four times the content of the area.
 */
const maxLength = 1_000_000;

/** Stores the presets of all tenants on the device. */
export interface PresetStore {
  list(tenantId: string): Promise<Preset[]>;
  /**
   * Adds presets, or replaces those with the same ids: all of them or none.
   *
   * @throws {WorkerError} `too-many-presets`
   */
  save(tenantId: string, presets: readonly Preset[]): Promise<Preset[]>;
  remove(tenantId: string, id: string): Promise<Preset[]>;
  /** Removes the presets of a tenant, or of all tenants, after the pending changes. */
  forget(tenantId?: string): Promise<void>;
}

/**
 * @param requireTenant rejects for a tenant that is not stored, so that a late preset of a
 *   forgotten tenant is not stored
 */
export function createPresetStore(
  item: StoredItem<z.infer<typeof storedPresetsSchema>>,
  requireTenant: (tenantId: string) => Promise<unknown>,
): PresetStore {
  const enqueue = createSerialQueue();
  const readEntries = async (tenantId: string) => (await item.read())?.[tenantId] ?? [];

  return {
    list: (tenantId) => enqueue(async () => (await readEntries(tenantId)).flatMap(readPreset)),
    save: (tenantId, presets) =>
      enqueue(async () => {
        await requireTenant(tenantId);
        const all = (await item.read()) ?? {};
        const entries = presets.reduce(putPreset, all[tenantId] ?? []);
        if (entries.length > maxPresets) throw tooMany(entries.length);
        const next = { ...all, [tenantId]: entries };
        if (JSON.stringify(next).length > maxLength) throw tooLarge();
        await item.write(next);
        return entries.flatMap(readPreset);
      }),
    remove: (tenantId, id) =>
      enqueue(async () => {
        const entries = (await readEntries(tenantId)).filter((entry) => readId(entry) !== id);
        await putEntry(item, tenantId, entries.length === 0 ? undefined : entries);
        return entries.flatMap(readPreset);
      }),
    forget: (tenantId) =>
      enqueue(async () => {
        if (tenantId === undefined) await item.remove();
        else await putEntry(item, tenantId, undefined);
      }),
  };
}

/** Replaces the entry with the id of the preset, or adds the preset at the end. */
function putPreset(entries: readonly unknown[], preset: Preset): unknown[] {
  const at = entries.findIndex((entry) => readId(entry) === preset.id);
  return at < 0 ? [...entries, preset] : entries.with(at, preset);
}

/** Returns the preset of an entry; an empty list for an entry that this version cannot read. */
function readPreset(entry: unknown): Preset[] {
  const parsed = presetSchema.safeParse(entry);
  return parsed.success ? [parsed.data] : [];
}

function readId(entry: unknown): string | undefined {
  return z.safeParse(z.object({ id: z.string() }), entry).data?.id;
}

function tooMany(count: number): WorkerError {
  return new WorkerError(
    "too-many-presets",
    `Nothing was saved: the tenant would have ${count} presets, and the limit is ${maxPresets}. Delete some presets, then save again.`,
  );
}

function tooLarge(): WorkerError {
  return new WorkerError(
    "too-many-presets",
    "Nothing was saved: the presets of all tenants would need more than 1 MB. Delete some presets, then save again.",
  );
}
