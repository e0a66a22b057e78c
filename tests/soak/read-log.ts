/** The stored log, as a page of the extension reads it. */
export interface StoredLog {
  /**
   * The ID and the SHA-256 of the content of each event in hexadecimal, in the order of storage.
   */
  events: { id: string; sha256: string }[];
  /** The number of gap marks. */
  gaps: number;
}

/** The badge and the tooltip of the toolbar button. */
export interface StoredBadge {
  text: string;
  title: string;
}

/** Counts the stored events. Runs in a page of the extension. */
export function countStoredEvents(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("events");
    opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
    // The worker must create a missing database: a database from here would be empty.
    opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
    opening.addEventListener("success", () => {
      const db = opening.result;
      const counting = db.transaction("events").objectStore("events").count();
      counting.addEventListener("success", () => {
        db.close();
        resolve(counting.result);
      });
    });
  });
}

/**
 * Reads the events in the order of their keys, and counts the gaps. Runs in a page of the
 * extension, so it uses no variable of this file.
 */
export function readStoredLog(): Promise<StoredLog> {
  const isObject = (row: unknown): row is object => typeof row === "object" && row !== null;
  const read = (): Promise<{ rows: unknown[]; marks: unknown[] }> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open("events");
      opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
      // The worker must create a missing database: a database from here would be empty.
      opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
      opening.addEventListener("success", () => {
        const db = opening.result;
        const transaction = db.transaction(["events", "marks"]);
        const events = transaction.objectStore("events").getAll();
        const marks = transaction.objectStore("marks").getAll();
        transaction.addEventListener("complete", () => {
          db.close();
          resolve({ rows: events.result, marks: marks.result });
        });
      });
    });
  const hash = async (content: unknown): Promise<string> => {
    const bytes = new TextEncoder().encode(JSON.stringify(content));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  return read().then(async ({ rows, marks }) => ({
    events: await Promise.all(
      rows.map(async (row) => ({
        id: isObject(row) && "id" in row ? String(row.id) : "",
        sha256: await hash(isObject(row) && "envelope" in row ? row.envelope : undefined),
      })),
    ),
    gaps: marks.filter((mark) => isObject(mark) && "kind" in mark && mark.kind === "gap").length,
  }));
}

/** Reads the toolbar button. Runs in a page of the extension. */
export async function readToolbarButton(): Promise<StoredBadge> {
  const [text, title] = await Promise.all([
    chrome.action.getBadgeText({}),
    chrome.action.getTitle({}),
  ]);
  return { text, title };
}
