/** The stored log as a page of the extension reads it. */
export interface StoredLog {
  /** In the order in which they are stored: the event's id and the SHA-256 of its content, in hexadecimal. */
  events: { id: string; sha256: string }[];
  /** Marks of positions that were lost. */
  gaps: number;
}

/** What the toolbar button shows. */
export interface StoredBadge {
  text: string;
  title: string;
}

/** Counts the stored events. Runs in a page of the extension. */
export function countStoredEvents(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("events");
    opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
    // One that is not there yet is the worker's to make: made here, it would be an empty one.
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
 * Reads the events in the order of their keys, and counts the gaps. Runs in a page of the extension,
 * so that it takes nothing from outside of itself.
 */
export function readStoredLog(): Promise<StoredLog> {
  const isObject = (row: unknown): row is object => typeof row === "object" && row !== null;
  const read = (): Promise<{ rows: unknown[]; marks: unknown[] }> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open("events");
      opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
      // One that is not there yet is the worker's to make: made here, it would be an empty one.
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
