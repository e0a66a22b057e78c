import type { WithLock } from "../events/ports.ts";
import type { Fetch } from "../management/ports.ts";
import type { KeyRing } from "../management/credentials/remembered-secrets.ts";
import type { SealedStorePorts } from "../management/credentials/sealed-store.ts";
import type { EventLink } from "../messages/event-link.ts";
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

/** The browser's part in a login window: a window of ours where it reports the redirect, its own flow elsewhere. */
export interface LoginBrowser {
  /** The callback of this extension; a tenant must list it. */
  redirectUrl(): string;
  /** Whether the redirect of a window of ours would be reported; the user can withhold that. */
  canReportRedirects(): Promise<boolean>;
  /** Shows the URL in a small window of its own, and resolves with its tab. */
  openTab(url: string): Promise<number>;
  /** Closes a tab; one that is closed already is no failure. */
  closeTab(tabId: number): Promise<void>;
  /** A tab, with its URL where that may be seen; undefined once it is closed. */
  readTab(tabId: number): Promise<{ url?: string } | undefined>;
  /** Reports URLs that may be seen and closed tabs, until the returned function is called. Listens at once. */
  watchTabs(listeners: {
    onUrl: (tabId: number, url: string) => void;
    onRemoved: (tabId: number) => void;
  }): () => void;
  /** Keeps requests to the callback's host off the network; they are reported all the same. */
  blockRedirects(): Promise<void>;
  unblockRedirects(): Promise<void>;
  /** Runs the browser's own login flow to its end; rejects for no outcome of the login. */
  runFlow(url: string): Promise<{ redirectedTo: string } | { endedBy: "user" | "error-page" }>;
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
  login: LoginBrowser;
  openOptionsPage(at?: OptionsPlace): Promise<void>;
  /** Shows one event in a page of its own. */
  openEvent(link: EventLink): Promise<void>;
  /** Shows a notification, in place of the one with its id; does nothing when the user did not allow notifications. */
  notify(notification: { id: string; title: string; message: string }): Promise<void>;
  /** Tells the browser that this worker is at work: an extension call, which resets its idle timer. */
  stayAwake(): Promise<void>;
}
