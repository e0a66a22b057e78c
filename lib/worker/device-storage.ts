import type { StorageArea, StoredItem, StoredValue, StoredValues } from "./ports.ts";

/** The key of the mark for an unfinished erasure. A worker that finds it repeats the erasure. */
const markKey = "erasure";
/** The keys to back up, without the envelopes: a copy of an envelope would survive the erasure. */
const settingsKeys = ["settings", "tenant", "rememberedKinds", "exchanges", "presets"] as const;
const envelopesKey = "sealedCredentials";

/**
 * Wraps `storage.local` to erase values from the browser's files too. These files keep removed
 * values: in the log of LevelDB (Chromium) or in free parts of SQLite pages (Firefox). An erasure
 * therefore clears the whole area and writes the remaining values back. Other reads and writes wait
 * for the end of the erasure.
 */
export interface DeviceStorage {
  /** Wraps an item so that its reads and writes wait for an erasure. */
  guard<Value>(item: StoredItem<Value>): StoredItem<Value>;
  /**
   * Runs removals of guarded items, then rewrites the area. Rejects if removed values may still be
   * on disk.
   */
  erase(removals: () => Promise<void>): Promise<void>;
  /** Returns true after a failed erasure: removed values may still be on disk. */
  isUnfinished(): boolean;
  /** Removes all values and the backup. */
  clear(): Promise<void>;
  /** Waits until an interrupted erasure is completed. Resolves to true if there was one. */
  wasInterrupted(): Promise<boolean>;
}

export interface DeviceStoragePorts {
  area: StorageArea;
  /** Stores the settings outside of the area during an erasure, in case the browser crashes. */
  settingsBackup: StoredValue;
}

export function createDeviceStorage({ area, settingsBackup }: DeviceStoragePorts): DeviceStorage {
  let recovery: Promise<boolean> | undefined;
  let lastExclusive: Promise<unknown> = Promise.resolve();
  const inFlight = new Set<Promise<unknown>>();
  /** The content that a failed write has not restored yet. */
  let unwritten: StoredValues | undefined;
  let writing: Promise<void> | undefined;
  let isUnfinished = false;

  async function writeBack(values: StoredValues): Promise<void> {
    unwritten = values;
    if (Object.keys(values).length > 0) await area.write(values);
    unwritten = undefined;
    await settingsBackup.remove();
  }

  /** Clears the area and writes the values back, even if clearing fails. */
  async function replaceContent(values: StoredValues): Promise<void> {
    try {
      await area.clear();
    } finally {
      await writeBack(values);
    }
  }

  /** Rewrites the area with its present content. Keeps the mark unless the removals succeeded. */
  async function rewrite(areRemoved: boolean): Promise<void> {
    const { [markKey]: _mark, ...kept } = await area.read();
    await settingsBackup.write(pick(kept, settingsKeys));
    await replaceContent(areRemoved ? kept : { ...kept, [markKey]: true });
  }

  /** Completes an interrupted erasure before the first read. Resolves to true if there was one. */
  async function recover(): Promise<boolean> {
    const found = await area.read();
    const hasSettings = "settings" in found || "tenant" in found;
    if (hasSettings && !(markKey in found)) return false;
    if (hasSettings) {
      await rewrite(true);
      return true;
    }
    const settings = await settingsBackup.read();
    if (!isRecord(settings)) return false;
    await replaceContent({ ...pick(found, [envelopesKey]), ...pick(settings, settingsKeys) });
    return true;
  }

  function whenRecovered(): Promise<boolean> {
    recovery ??= recover().catch((error: unknown) => {
      recovery = undefined;
      throw error;
    });
    return recovery;
  }

  /** Completes a failed write-back and an interrupted erasure, before other reads and writes. */
  async function settle(): Promise<void> {
    if (unwritten !== undefined) {
      // Share one write-back: a second one would overwrite newer values.
      writing ??= writeBack(unwritten).finally(() => {
        writing = undefined;
      });
    }
    await writing;
    await whenRecovered();
  }

  /** Runs a task after all earlier exclusive tasks. Shared tasks can run at the same time. */
  function runShared<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = lastExclusive.then(async () => {
      await settle();
      return work();
    });
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    inFlight.add(settled);
    void settled.then(() => inFlight.delete(settled));
    return run;
  }

  /** Runs a task after all earlier tasks. Later tasks wait for it. */
  function runExclusive(work: () => Promise<void>): Promise<void> {
    const before = [...inFlight];
    const run = lastExclusive.then(async () => {
      await settle();
      await Promise.all(before);
      await work();
    });
    lastExclusive = run.catch(() => undefined);
    return run;
  }

  return {
    guard: (item) => ({
      read: () => runShared(() => item.read()),
      readRaw: () => runShared(() => item.readRaw()),
      write: (value) => runShared(() => item.write(value)),
      remove: () => runShared(() => item.remove()),
    }),
    async erase(removals) {
      isUnfinished = true;
      const attempts = [
        await attempt(() => runShared(() => area.write({ [markKey]: true }))),
        await attempt(removals),
      ];
      const areRemoved = attempts.every((error) => error === undefined);
      attempts.push(await attempt(() => runExclusive(() => rewrite(areRemoved))));
      for (const failed of attempts) if (failed !== undefined) throw failed.error;
      isUnfinished = false;
    },
    isUnfinished: () => isUnfinished,
    async clear() {
      await runExclusive(async () => {
        unwritten = undefined;
        await area.clear();
        await settingsBackup.remove();
      });
      isUnfinished = false;
    },
    wasInterrupted: whenRecovered,
  };
}

/** Runs a task and returns its error instead of throwing it, so that the caller can continue. */
async function attempt(work: () => Promise<void>): Promise<{ error: unknown } | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return { error };
  }
}

function pick(values: StoredValues, keys: readonly string[]): StoredValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}

function isRecord(value: unknown): value is StoredValues {
  return typeof value === "object" && value !== null;
}
