import type { DeviceStoragePorts } from "../../../../lib/worker/device-storage.ts";
import { createMemoryItem, type MemoryItem } from "./memory-item.ts";

/** A step of the browser's storage that a test can make fail or hang. */
export type StorageStep =
  | "area.read"
  | "area.write"
  | "area.clear"
  | "aside.read"
  | "aside.write"
  | "aside.remove";

/** `storage.local` and the backup of the settings in memory; both outlive the worker. */
export interface MemoryArea {
  ports: DeviceStoragePorts;
  /** The stored texts by key. */
  readonly values: Map<string, string>;
  /** The present backup. */
  readonly aside: string | undefined;
  /** The started steps, in order. */
  readonly steps: StorageStep[];
  /**
   * Called before each step. A rejection fails the step; a promise that never settles ends the
   * browser.
   */
  before: (step: StorageStep, place: number) => Promise<void> | void;
  /** Creates an item in the area. */
  item<Value>(key: string, parse: (stored: unknown) => Value): MemoryItem<Value>;
}

export function createMemoryArea(): MemoryArea {
  const values = new Map<string, string>();
  const steps: StorageStep[] = [];
  let aside: string | undefined;

  async function run<Result>(step: StorageStep, work: () => Result): Promise<Result> {
    steps.push(step);
    await memory.before(step, steps.length - 1);
    return work();
  }

  const memory: MemoryArea = {
    values,
    steps,
    get aside() {
      return aside;
    },
    before: () => undefined,
    item: (key, parse) =>
      createMemoryItem(parse, {
        get text() {
          return values.get(key);
        },
        set text(text) {
          if (text === undefined) values.delete(key);
          else values.set(key, text);
        },
      }),
    ports: {
      area: {
        read: () =>
          run("area.read", () =>
            Object.fromEntries(
              [...values].map(([key, text]): [string, unknown] => [key, JSON.parse(text)]),
            ),
          ),
        write: (written) =>
          run("area.write", () => {
            for (const [key, value] of Object.entries(written))
              values.set(key, JSON.stringify(value));
          }),
        clear: () => run("area.clear", () => values.clear()),
      },
      settingsBackup: {
        read: () =>
          run("aside.read", (): unknown => (aside === undefined ? undefined : JSON.parse(aside))),
        write: (value) =>
          run("aside.write", () => {
            aside = JSON.stringify(value);
          }),
        remove: () =>
          run("aside.remove", () => {
            aside = undefined;
          }),
      },
    },
  };
  return memory;
}
