import type { StorageArea, StoredItem, StoredValue, StoredValues } from "./ports.ts";

/** Set while an erasure is unfinished; the next worker repeats it. */
const markKey = "erasure";
/** The settings. Envelopes are not among them: a copy of one would survive the erasure. */
const settingsKeys = ["settings", "tenant", "rememberedKinds", "exchanges"] as const;
const envelopesKey = "sealedCredentials";

/**
 * `storage.local`, with a way to forget for real. Browsers keep removed values in their files: in
 * the log of LevelDB (Chromium), in free parts of SQLite's pages (Firefox). An erasure therefore
 * clears the whole area and writes back what is to stay. Reads and writes wait until it is over.
 */
export interface DeviceStorage {
  /** Returns the item with reads and writes that wait for an erasure. */
  guard<Value>(item: StoredItem<Value>): StoredItem<Value>;
  /** Runs removals, which use guarded items, then rewrites the area. Rejects if traces may be left. */
  erase(removals: () => Promise<void>): Promise<void>;
  /** Returns true after an erasure that failed: what it removed may still be on disk. */
  isUnfinished(): boolean;
  /** Removes everything. */
  clear(): Promise<void>;
  /** Resolves to true if an earlier worker or browser ended during an erasure, which is repaired by then. */
  wasInterrupted(): Promise<boolean>;
}

export interface DeviceStoragePorts {
  area: StorageArea;
  /** Holds the settings outside of the area during an erasure, for the case of a crash. */
  settingsBackup: StoredValue;
}

export function createDeviceStorage({ area, settingsBackup }: DeviceStoragePorts): DeviceStorage {
  let recovery: Promise<boolean> | undefined;
  let closed: Promise<unknown> = Promise.resolve();
  const underway = new Set<Promise<unknown>>();
  /** The content of the area that a failed write still owes it. */
  let owed: StoredValues | undefined;
  let paying: Promise<void> | undefined;
  let isUnfinished = false;

  async function writeBack(values: StoredValues): Promise<void> {
    owed = values;
    if (Object.keys(values).length > 0) await area.write(values);
    owed = undefined;
    await settingsBackup.remove();
  }

  /** Clears the area and writes the values back, also if clearing fails. */
  async function replaceContent(values: StoredValues): Promise<void> {
    try {
      await area.clear();
    } finally {
      await writeBack(values);
    }
  }

  async function rewrite(isDone: boolean): Promise<void> {
    const { [markKey]: _mark, ...kept } = await area.read();
    await settingsBackup.write(pick(kept, settingsKeys));
    await replaceContent(isDone ? kept : { ...kept, [markKey]: true });
  }

  /** Repairs what an erasure left that was cut off, before anything is read. */
  async function recover(): Promise<boolean> {
    const found = await area.read();
    const isWhole = "settings" in found || "tenant" in found;
    if (isWhole && !(markKey in found)) return false;
    if (isWhole) {
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

  /** Completes what a failure or a crash left, before anything else is read or written. */
  async function settle(): Promise<void> {
    if (owed !== undefined) {
      // One at a time: a second one would overwrite what was written after the first.
      paying ??= writeBack(owed).finally(() => {
        paying = undefined;
      });
    }
    await paying;
    await whenRecovered();
  }

  /** Runs work that reads or writes the area, after any rewrite that was begun before. */
  function pass<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = closed.then(async () => {
      await settle();
      return work();
    });
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    underway.add(settled);
    void settled.then(() => underway.delete(settled));
    return run;
  }

  /** Runs work that has the area to itself. */
  function closeFor(work: () => Promise<void>): Promise<void> {
    const before = [...underway];
    const run = closed.then(async () => {
      await settle();
      await Promise.all(before);
      await work();
    });
    closed = run.catch(() => undefined);
    return run;
  }

  return {
    guard: (item) => ({
      read: () => pass(() => item.read()),
      readRaw: () => pass(() => item.readRaw()),
      write: (value) => pass(() => item.write(value)),
      remove: () => pass(() => item.remove()),
    }),
    async erase(removals) {
      isUnfinished = true;
      const attempts = [
        await attempt(() => pass(() => area.write({ [markKey]: true }))),
        await attempt(removals),
      ];
      const areRemoved = attempts.every((error) => error === undefined);
      attempts.push(await attempt(() => closeFor(() => rewrite(areRemoved))));
      for (const failed of attempts) if (failed !== undefined) throw failed.error;
      isUnfinished = false;
    },
    isUnfinished: () => isUnfinished,
    async clear() {
      await closeFor(async () => {
        owed = undefined;
        await area.clear();
        await settingsBackup.remove();
      });
      isUnfinished = false;
    },
    wasInterrupted: whenRecovered,
  };
}

/** Runs one step of several, each of which is done even if one before it failed. */
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
