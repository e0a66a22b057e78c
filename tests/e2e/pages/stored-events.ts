import * as z from "zod/mini";

/** A page of the extension, whichever browser it is in. */
interface ExtensionPage {
  evaluate(pageFunction: () => Promise<unknown>): Promise<unknown>;
}

/** The ids of all stored events, read from the database itself by a page of the extension. */
export async function readStoredEventIds(extensionPage: ExtensionPage): Promise<string[]> {
  const ids = await extensionPage.evaluate(
    () =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open("events");
        opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
        // One that is not there, as it was just removed, is the worker's to make: made here, it would be an empty one.
        opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
        opening.addEventListener("success", () => {
          const reading = opening.result.transaction("events").objectStore("events").getAll();
          reading.addEventListener("success", () => {
            opening.result.close();
            resolve(reading.result.map((row: { id: string }) => row.id));
          });
        });
      }),
  );
  return z.array(z.string()).parse(ids);
}
