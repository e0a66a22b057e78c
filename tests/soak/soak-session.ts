import type { StoredBadge, StoredLog } from "./read-log.ts";
import type { StreamControl } from "./stream-control.ts";

/**
 * The time limit for missed events in milliseconds: a half-open connection is detected after 90 s
 * of silence, and the events since then must arrive.
 */
export const longestCatchUp = 180_000;

/** The built extension in a browser beside the local tenant, with the operations on both. */
export interface SoakSession {
  readonly control: StreamControl;
  readonly random: () => number;
  readonly countStored: () => Promise<number>;
  readonly readLog: () => Promise<StoredLog>;
  readonly readBadge: () => Promise<StoredBadge>;
  /** Waits until all emitted events are stored, or until the time limit. */
  readonly caughtUp: () => Promise<void>;
  /** Stops the background worker, like a browser that no longer needs it. */
  readonly stopWorker: () => Promise<void>;
  /** Closes the only page of the extension: then only the browser's alarm starts the worker. */
  readonly closePage: () => Promise<void>;
  /** Opens the page again. */
  readonly openPage: () => Promise<void>;
  /** Kills the browser, and opens it again with the same profile. */
  readonly restartBrowser: () => Promise<void>;
  /** Stops the tenant and starts it again on the same port with the same data. */
  readonly restartTenant: () => Promise<void>;
  readonly close: () => Promise<void>;
}
