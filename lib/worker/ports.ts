import type { Fetch } from "../management/ports.ts";

/** One value that outlives the worker, parsed each time it is read. */
export interface StoredItem<Value> {
  /** `undefined` when nothing is stored; rejects when what is stored cannot be read. */
  read(): Promise<Value | undefined>;
  write(value: Value): Promise<void>;
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
  badge: Badge;
  /** Whether requests to the hosts of a match pattern are permitted. */
  hasHostPermission(pattern: string): Promise<boolean>;
  loginRedirectUrl(): string;
  openLoginWindow(url: string): Promise<string>;
  openOptionsPage(): Promise<void>;
  /** Tells the browser that this worker is at work: an extension call, which resets its idle timer. */
  stayAwake(): Promise<void>;
}
