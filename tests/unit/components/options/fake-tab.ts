import type {
  HistoryEntry,
  PageHistory,
} from "../../../../lib/models/tenants/options-navigation-model.ts";

/**
 * The history of a tab as a browser keeps it: navigation by the user fires an event, a change by
 * the page does not.
 */
export class FakeTab implements PageHistory {
  onMove: (entry: HistoryEntry) => void = () => undefined;
  readonly #entries: HistoryEntry[];
  #place = 0;

  constructor(hash: string, mark: unknown = null) {
    this.#entries = [{ hash, mark }];
  }

  get entry(): HistoryEntry {
    const entry = this.#entries[this.#place];
    if (entry === undefined) throw new Error("The tab has no such entry.");
    return entry;
  }

  get addresses(): string[] {
    return this.#entries.map(({ hash }) => hash);
  }

  push(entry: HistoryEntry): void {
    this.#place += 1;
    this.#entries.splice(this.#place, this.#entries.length, entry);
  }

  replace(entry: HistoryEntry): void {
    this.#entries[this.#place] = entry;
  }

  mark(mark: unknown): void {
    this.replace({ ...this.entry, mark });
  }

  /** Follows a link to a fragment. */
  follow(hash: string): void {
    this.push({ hash, mark: null });
    this.onMove(this.entry);
  }

  /** Goes back or forward by a number of entries. */
  go(steps: number): void {
    this.#place += steps;
    this.onMove(this.entry);
  }
}
