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

/** Reads ids and marks. Runs in a page of the extension. */
export function readStoredLog(): Promise<{ ids: string[]; gaps: number }> {
  return new Promise((resolve, reject) => {
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
        const rows: unknown[] = events.result;
        const kinds: unknown[] = marks.result;
        const isObject = (row: unknown) => typeof row === "object" && row !== null;
        resolve({
          ids: rows.map((row) => (isObject(row) && "id" in row ? String(row.id) : "")),
          gaps: kinds.filter((mark) => isObject(mark) && "kind" in mark && mark.kind === "gap")
            .length,
        });
      });
    });
  });
}
