/** An entry in the tab's history: its fragment with the `#`, and the mark that the page stored. */
interface HistoryEntry {
  hash: string;
  mark: unknown;
}

/** Writes the history of this page's tab. */
export const pageHistory = {
  push({ hash, mark }: HistoryEntry): void {
    history.pushState(mark, "", hash);
  },
  replace({ hash, mark }: HistoryEntry): void {
    history.replaceState(mark, "", hash);
  },
  mark(mark: unknown): void {
    history.replaceState(mark, "");
  },
};

/** Returns the current entry. */
export function readHistoryEntry(): HistoryEntry {
  const mark: unknown = history.state;
  return { hash: location.hash, mark };
}

/** Reports the new entry when the user follows a link of the page, or goes back or forward. */
export function onHistoryMove(listener: (entry: HistoryEntry) => void): void {
  addEventListener("popstate", () => listener(readHistoryEntry()));
  // A browser can fire `hashchange` without `popstate`. If the entry has a mark, `popstate`
  // reported it already.
  addEventListener("hashchange", () => {
    if (history.state === null) listener(readHistoryEntry());
  });
}
