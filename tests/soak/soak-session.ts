import type { StoredBadge, StoredLog } from "./read-log.ts";
import type { StreamControl } from "./stream-control.ts";

/**
 * The longest that catching up may take, in milliseconds: a connection that went half open is noticed after 90 s of silence, and
 * what was emitted meanwhile has to arrive.
 */
export const longestCatchUp = 180_000;

/** The built extension in a browser beside the local tenant, and what can be done to both. */
export interface SoakSession {
  readonly control: StreamControl;
  readonly random: () => number;
  readonly countStored: () => Promise<number>;
  readonly readLog: () => Promise<StoredLog>;
  readonly readBadge: () => Promise<StoredBadge>;
  /** Waits until everything that was emitted so far is stored, or the time for that is over. */
  readonly caughtUp: () => Promise<void>;
  /** Ends the background worker as the browser does with one that it needs no more. */
  readonly stopWorker: () => Promise<void>;
  /** Closes the extension's only page: from here on nothing but the browser's alarm wakes the worker. */
  readonly closePage: () => Promise<void>;
  /** Opens it again. */
  readonly openPage: () => Promise<void>;
  /** Ends the browser without a word, and opens it again on the same profile. */
  readonly restartBrowser: () => Promise<void>;
  /** Ends the tenant and starts it again on the same port with the same data. */
  readonly restartTenant: () => Promise<void>;
  readonly close: () => Promise<void>;
}
