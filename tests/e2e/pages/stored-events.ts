import type { Page } from "playwright";
import * as z from "zod/mini";

/** A page of the extension, in either browser. */
interface ExtensionPage {
  evaluate(pageFunction: () => Promise<unknown>): Promise<unknown>;
}

/** Reads the ids of all stored events from the database in a page of the extension. */
export async function readStoredEventIds(extensionPage: ExtensionPage): Promise<string[]> {
  const ids = await extensionPage.evaluate(
    () =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open("events");
        opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
        // Do not create a missing database here: it would be empty, and the worker must create it.
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

/** Returns true if the database has an event. This is quick even among thousands of events. */
export async function isEventStored(
  extensionPage: Page,
  event: { tenantId: string; id: string },
): Promise<boolean> {
  return await extensionPage.evaluate(
    ({ tenantId, id }) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open("events");
        opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
        // Do not create a missing database here: it would be empty, and the worker must create it.
        opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
        opening.addEventListener("success", () => {
          const events = opening.result.transaction("events").objectStore("events");
          const reading = events.index("byId").getKey([tenantId, id]);
          reading.addEventListener("success", () => {
            opening.result.close();
            resolve(reading.result !== undefined);
          });
        });
      }),
    event,
  );
}
