import type { Exchange } from "../exchange.ts";
import type { Navigation } from "../capture-context.ts";
import { readEntry, readGivenBody, type GivenBody } from "../read-entry.ts";
import { createKey, findTwin, readEntryKey, type EntryKey } from "./entry-key.ts";
import { chooseDropped, measure, type CaptureLimits, type Measured } from "./limits.ts";
import { needsBody } from "./needs-body.ts";
import { findPageStart, leadsTo, startOf, type PageStart } from "./page-start.ts";

interface Kept extends Measured {
  key: string;
}

/** The exchanges that a snapshot added to the capture. */
export interface SnapshotMerge {
  /** For each entry, in its order: the new exchange; undefined if the entry was known. */
  added: readonly (Exchange | undefined)[];
  /** True if some requests have no response yet. */
  hasUnfinished: boolean;
}

/** The requests of a capture. */
export interface CaptureStore {
  /** Adds a finished request; returns its exchange, or undefined if it is not kept. */
  addEvent(entry: unknown): Exchange | undefined;
  /** Merges the browser's own list. Requests that the browser has forgotten are kept. */
  mergeSnapshot(entries: readonly unknown[]): SnapshotMerge;
  /** Adds the body of a response; null if the browser had none. */
  addBody(id: number, body: GivenBody | null): void;
  /**
   * Adds the exchanges of a file, with new ids; those that the capture has are left out. Returns the
   * number of the others.
   */
  addImported(exchanges: readonly Exchange[]): number;
  /** Removes all requests, and ignores those that started before `since` (Unix ms) from now on. */
  clear(since: number): void;
  /** Adds exchanges again that a clear removed. They keep their ids. */
  restore(exchanges: readonly Exchange[]): void;
  /** Ignores new requests that started before `since` (Unix ms). */
  ignoreBefore(since: number): void;
  /** Removes what belongs to earlier pages. Imported exchanges stay. */
  startPage(navigation: Navigation): void;
  /** Returns the exchanges, oldest first. */
  list(): readonly Exchange[];
  /** Returns the number of exchanges that were dropped because of the limits. */
  countDropped(): number;
  /** Counts the finished requests since a time (Unix ms) that were in no event. */
  countMissed(since: number): number;
}

/** Creates an empty capture. */
export function createCaptureStore(limits: CaptureLimits): CaptureStore {
  return new MemoryCapture(limits);
}

class MemoryCapture implements CaptureStore {
  readonly #limits: CaptureLimits;
  /** By start; equal starts by arrival. */
  #sorted: Kept[] = [];
  readonly #byKey = new Map<string, Kept[]>();
  readonly #byId = new Map<number, Kept>();
  /** The browser still lists what was dropped: a snapshot must not bring it back. */
  readonly #droppedKeys = new Set<string>();
  #size = 0;
  #lastId = 0;
  #dropped = 0;
  #since = 0;
  /** The page that replaced what was captured before it. */
  #page: PageStart | undefined;

  constructor(limits: CaptureLimits) {
    this.#limits = limits;
  }

  addEvent(entry: unknown): Exchange | undefined {
    const key = readEntryKey(entry);
    if (key === undefined) return undefined;
    const listed = this.#find(key.key).filter(({ exchange }) => exchange.source === "snapshot");
    const twin = findTwin(listed, key);
    if (twin !== undefined) return this.#replace(twin, entry, "event");
    return this.#addNew(key, entry, "event");
  }

  mergeSnapshot(entries: readonly unknown[]): SnapshotMerge {
    /** Each exchange has one entry: the n-th of equal entries is the n-th of equal exchanges. */
    const found = new Set<number>();
    let hasUnfinished = false;
    const added = entries.map((entry) => {
      const key = readEntryKey(entry);
      if (key === undefined || this.#droppedKeys.has(key.key)) return undefined;
      const open = this.#find(key.key).filter(({ exchange }) => !found.has(exchange.id));
      const twin = findTwin(open, key);
      if (twin !== undefined) found.add(twin.exchange.id);
      if (twin === undefined) {
        const exchange = this.#addNew(key, entry, "snapshot");
        if (exchange !== undefined) found.add(exchange.id);
        if (exchange?.status === 0 && exchange.error === undefined) hasUnfinished = true;
        return exchange;
      }
      if (twin.exchange.status === 0 && key.status === 0) hasUnfinished = true;
      if (this.#hasNews(twin, key)) this.#replace(twin, entry, twin.exchange.source);
      return undefined;
    });
    return { added, hasUnfinished };
  }

  addBody(id: number, body: GivenBody | null): void {
    const kept = this.#byId.get(id);
    // A body that is already known is not replaced by a missing one.
    if (kept === undefined || body === null) return;
    this.#update(kept, { ...kept.exchange, responseBody: readGivenBody(kept.exchange, body) });
  }

  addImported(exchanges: readonly Exchange[]): number {
    const known = new Set(this.#byKey.keys());
    const before = this.#lastId;
    for (const exchange of exchanges) {
      const key = createKey(exchange.startedAt, exchange.method, exchange.url);
      if (known.has(key)) continue;
      this.#sorted.push(
        this.#keep({ ...exchange, id: (this.#lastId += 1), source: "import" }, key),
      );
    }
    // A search for each place would take the square of the number of requests in an older file.
    this.#sorted.sort((one, other) => one.exchange.startedAt - other.exchange.startedAt);
    this.#makeRoom();
    return this.#lastId - before;
  }

  clear(since: number): void {
    this.#sorted = [];
    this.#byKey.clear();
    this.#byId.clear();
    this.#droppedKeys.clear();
    this.#size = 0;
    this.#dropped = 0;
    this.#page = undefined;
    this.#since = since;
  }

  restore(exchanges: readonly Exchange[]): void {
    const known = new Set(this.#byKey.keys());
    for (const exchange of exchanges) {
      const key = createKey(exchange.startedAt, exchange.method, exchange.url);
      // The user can have imported the same file again since the clear.
      if (exchange.source === "import" && known.has(key)) continue;
      if (!this.#byId.has(exchange.id)) this.#insert(exchange, key);
    }
  }

  ignoreBefore(since: number): void {
    this.#page = undefined;
    this.#since = since;
  }

  startPage(navigation: Navigation): void {
    this.#page = findPageStart(this.list(), navigation);
    const { at } = this.#page;
    this.#since = at;
    this.#remove(({ exchange }) => exchange.source !== "import" && exchange.startedAt < at);
    this.#dropped = 0;
  }

  list(): readonly Exchange[] {
    return this.#sorted.map(({ exchange }) => exchange);
  }

  countDropped(): number {
    return this.#dropped;
  }

  countMissed(since: number): number {
    return this.#sorted.filter(
      ({ exchange: { source, startedAt, status } }) =>
        source === "snapshot" && startedAt >= since && status !== 0,
    ).length;
  }

  /** Imported exchanges have no entry in the browser's list. */
  #find(key: string): Kept[] {
    return (this.#byKey.get(key) ?? []).filter(({ exchange }) => exchange.source !== "import");
  }

  #hasNews({ exchange }: Kept, key: EntryKey): boolean {
    if (exchange.status === 0 && key.status !== 0) return true;
    return exchange.responseBody.state === "not-seen" && key.hasText && needsBody(exchange);
  }

  #addNew(key: EntryKey, entry: unknown, source: "event" | "snapshot"): Exchange | undefined {
    const isLate = key.startedAt < this.#since;
    if (isLate && this.#page === undefined) return undefined;
    const exchange = readEntry(entry, { id: this.#lastId + 1, source });
    if (exchange === undefined) return undefined;
    if (isLate) {
      // The document of a page is reported after the navigation.
      if (this.#page === undefined || !leadsTo(exchange, this.#page)) return undefined;
      this.#page = startOf(exchange);
      this.#since = exchange.startedAt;
    }
    this.#lastId += 1;
    this.#insert(exchange, key.key);
    return exchange;
  }

  /** Replaces an exchange by what is known now; its id and a body that was seen stay. */
  #replace(kept: Kept, entry: unknown, source: Exchange["source"]): Exchange {
    const { id, responseBody } = kept.exchange;
    const exchange = readEntry(entry, { id, source });
    if (exchange === undefined) return kept.exchange;
    const isBodyKnown = responseBody.state === "text" && exchange.responseBody.state !== "text";
    return this.#update(kept, isBodyKnown ? { ...exchange, responseBody } : exchange);
  }

  #update(kept: Kept, exchange: Exchange): Exchange {
    const size = measure(exchange);
    this.#size += size - kept.size;
    kept.exchange = exchange;
    kept.size = size;
    this.#makeRoom();
    return exchange;
  }

  #insert(exchange: Exchange, key: string): void {
    const kept = this.#keep(exchange, key);
    const before = this.#sorted.findLastIndex(
      (other) => other.exchange.startedAt <= exchange.startedAt,
    );
    if (before === this.#sorted.length - 1) this.#sorted.push(kept);
    else this.#sorted.splice(before + 1, 0, kept);
    this.#makeRoom();
  }

  /** Indexes an exchange, which the caller adds to the list. */
  #keep(exchange: Exchange, key: string): Kept {
    const kept: Kept = { exchange, key, size: measure(exchange) };
    const twins = this.#byKey.get(key);
    if (twins === undefined) this.#byKey.set(key, [kept]);
    else twins.push(kept);
    this.#byId.set(exchange.id, kept);
    this.#size += kept.size;
    return kept;
  }

  #makeRoom(): void {
    const { entries, characters } = this.#limits;
    if (this.#sorted.length <= entries && this.#size <= characters) return;
    const dropped = chooseDropped(this.#sorted, this.#limits);
    this.#dropped += dropped.size;
    for (const { key } of dropped) this.#droppedKeys.add(key);
    this.#remove((kept) => dropped.has(kept));
  }

  #remove(isRemoved: (kept: Kept) => boolean): void {
    const kept: Kept[] = [];
    for (const one of this.#sorted) {
      if (!isRemoved(one)) {
        kept.push(one);
        continue;
      }
      this.#byId.delete(one.exchange.id);
      this.#size -= one.size;
      const twins = this.#byKey.get(one.key)?.filter((twin) => twin !== one) ?? [];
      if (twins.length === 0) this.#byKey.delete(one.key);
      else this.#byKey.set(one.key, twins);
    }
    this.#sorted = kept;
  }
}
