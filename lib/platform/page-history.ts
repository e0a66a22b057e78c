/** An entry in the history of this page's tab: its fragment with the `#`, and what the page attached to it. */
interface HistoryEntry {
  hash: string;
  mark: unknown;
}

/** The history of this page's tab. */
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

/** Returns the entry that is shown. */
export function readHistoryEntry(): HistoryEntry {
  const mark: unknown = history.state;
  return { hash: location.hash, mark };
}

/** Reports the entry that is shown whenever the user moves: by a link of the page, or back and forward. */
export function onHistoryMove(listener: (entry: HistoryEntry) => void): void {
  addEventListener("popstate", () => listener(readHistoryEntry()));
  // A browser that moves a tab to another fragment may tell by this alone; after `popstate` the entry is marked.
  addEventListener("hashchange", () => {
    if (history.state === null) listener(readHistoryEntry());
  });
}
