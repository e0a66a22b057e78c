import type { WithLock } from "../events/ports.ts";
import type { Fetch } from "../management/ports.ts";
import type { KeyRing } from "../management/credentials/remembered-secrets.ts";
import type { SealedStorePorts } from "../management/credentials/sealed-store.ts";
import type { OptionsPlace } from "../messages/options-place.ts";

/** One value that outlives the worker, parsed each time it is read. */
export interface StoredItem<Value> {
  /** `undefined` when nothing is stored; rejects when what is stored cannot be read. */
  read(): Promise<Value | undefined>;
  /** What is stored, whether it can be read or not: for keeping before it is removed. */
  readRaw(): Promise<unknown>;
  write(value: Value): Promise<void>;
  remove(): Promise<void>;
}

/** All values of `storage.local`, by their keys. */
export type StoredValues = Readonly<Record<string, unknown>>;

/** `storage.local` as a whole. */
export interface StorageArea {
  read(): Promise<StoredValues>;
  /** Adds the values to those that are there, all or none of them. */
  write(values: StoredValues): Promise<void>;
  /** Removes everything, so that nothing of it stays in the browser's files. */
  clear(): Promise<void>;
}

/** One value outside of the storage areas. */
export interface StoredValue {
  read(): Promise<unknown>;
  write(value: unknown): Promise<void>;
  remove(): Promise<void>;
}

/** The toolbar button. */
export interface Badge {
  show(badge: { text: string; colour: string; title: string }): Promise<void>;
}

/** Time, in milliseconds since the epoch. */
export interface WorkerClock {
  now: () => number;
  /** Calls back once; returns the cancellation. */
  schedule: (callback: () => void, delayMs: number) => () => void;
}

/** The browser, as far as the worker needs it. */
export interface WorkerPorts {
  fetch: Fetch;
  clock: WorkerClock;
  random: () => number;
  crypto: SealedStorePorts["crypto"];
  /** The keys that remembered credentials are sealed with, one for each tenant. */
  keys: KeyRing;
  /** `navigator.locks`: what keeps a tenant from having two connections. */
  withLock: WithLock;
  badge: Badge;
  /** Whether requests to the hosts of a match pattern are permitted. */
  hasHostPermission(pattern: string): Promise<boolean>;
  /** Gives the permissions back that the user granted. */
  dropHostPermissions(): Promise<void>;
  /** Removes all that the extension keeps in memory of the browser session. */
  clearSession(): Promise<void>;
  loginRedirectUrl(): string;
  openLoginWindow(url: string): Promise<string>;
  openOptionsPage(at?: OptionsPlace): Promise<void>;
  /** Shows one event in a page of its own. */
  openEvent(tenantId: string, eventId: string): Promise<void>;
  /** Shows a notification, in place of the one with its id; does nothing when the user did not allow notifications. */
  notify(notification: { id: string; title: string; message: string }): Promise<void>;
  /** Tells the browser that this worker is at work: an extension call, which resets its idle timer. */
  stayAwake(): Promise<void>;
}
