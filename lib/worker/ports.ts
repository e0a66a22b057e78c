import type { Clock } from "../http/clock.ts";
import type { WithLock } from "../events/ports.ts";
import type { Fetch } from "../http/fetch.ts";
import type { KeyRing } from "../management/credentials/remembered-secrets.ts";
import type { SealedStorePorts } from "../management/credentials/sealed-store.ts";
import type { EventLink } from "../messages/event-link.ts";
import type { OptionsPlace } from "../messages/options-place.ts";

/** One value that outlives the worker, validated at each read. */
export interface StoredItem<Value> {
  /** Resolves to undefined if there is no value; rejects if the value is invalid. */
  read(): Promise<Value | undefined>;
  /** Returns the stored value without validation, so that the user can save it before a reset. */
  readRaw(): Promise<unknown>;
  write(value: Value): Promise<void>;
  remove(): Promise<void>;
}

/** The values of `storage.local`, by key. */
export type StoredValues = Readonly<Record<string, unknown>>;

/** The whole content of `storage.local`. */
export interface StorageArea {
  read(): Promise<StoredValues>;
  /** Adds or replaces values, all of them or none. */
  write(values: StoredValues): Promise<void>;
  /** Removes everything, from the browser's files too. */
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

/**
 * Opens a login in a window of the extension if the browser reports its redirect. Otherwise runs
 * the browser's own login flow.
 */
export interface LoginBrowser {
  /** Returns the callback URL of this extension; the tenant must allow it. */
  redirectUrl(): string;
  /**
   * Resolves to true if the browser reports redirects of the extension's windows. The user can
   * withhold the necessary permission.
   */
  canReportRedirects(): Promise<boolean>;
  /**
   * Opens the URL in a small new window, and resolves with its tab id. A page of the extension
   * shows a URL of the sandbox, and reports the redirect of the login `id`.
   */
  openTab(url: string, id: string): Promise<number>;
  /** Closes a tab; succeeds if it is already closed. */
  closeTab(tabId: number): Promise<void>;
  /** Reads a tab, with its URL if the extension may see it; undefined for a closed tab. */
  readTab(tabId: number): Promise<{ url?: string } | undefined>;
  /**
   * Reports visible URLs and closed tabs until the returned function is called. Adds the listeners
   * before it returns.
   */
  watchTabs(listeners: {
    onUrl: (tabId: number, url: string) => void;
    onRemoved: (tabId: number) => void;
  }): () => void;
  /** Blocks requests to the callback's host; the browser still reports them. */
  blockRedirects(): Promise<void>;
  unblockRedirects(): Promise<void>;
  /** Runs the browser's own login flow to its end. Resolves for a failed login too. */
  runFlow(url: string): Promise<{ redirectedTo: string } | { endedBy: "user" | "error-page" }>;
}

/** The tenant inside the extension. */
export interface SandboxControl {
  /** Creates what the sandbox needs to start. Does nothing if that exists. */
  create(): Promise<void>;
  /** Starts the sandbox if it does not run; resolves to false if there is none to start. */
  start(): Promise<boolean>;
  /** Ends the sandbox and deletes all that it stored. */
  remove(): Promise<void>;
}

/** The part of the browser that the worker needs. */
export interface WorkerPorts {
  fetch: Fetch;
  clock: Clock;
  random: () => number;
  crypto: SealedStorePorts["crypto"];
  /** The keys that encrypt remembered credentials, one for each tenant. */
  keys: KeyRing;
  /** Uses `navigator.locks`, so that a tenant has at most one connection. */
  withLock: WithLock;
  badge: Badge;
  /** Resolves to true if requests to this match pattern are allowed. */
  hasHostPermission(pattern: string): Promise<boolean>;
  /** Removes the host permissions that the user granted. */
  dropHostPermissions(): Promise<void>;
  /** Removes all data from `storage.session`. */
  clearSession(): Promise<void>;
  login: LoginBrowser;
  sandbox: SandboxControl;
  openOptionsPage(at?: OptionsPlace): Promise<void>;
  /** Opens the page of an event. */
  openEvent(link: EventLink): Promise<void>;
  /** Shows a notification, or replaces the one with its id. Does nothing without the permission. */
  notify(notification: { id: string; title: string; message: string }): Promise<void>;
  /** Removes a notification, or all of them. */
  dismiss(id?: string): Promise<void>;
  /** Returns the content of `storage.managed`. Rejects in a browser without a policy. */
  readManagedStorage(): Promise<unknown>;
  /** Loads the extension again, with its update. */
  restart(): void;
  /** Resets the worker's idle timer with an extension call. */
  stayAwake(): Promise<void>;
}
