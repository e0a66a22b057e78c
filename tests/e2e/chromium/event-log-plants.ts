import type { Page } from "playwright";

/**
 * Opens the event log's database as a page of version 0.1 did, creates it if it does not exist, and
 * stores one event in it. The page keeps its connection, which blocks an upgrade, until it closes.
 */
export async function holdOldDatabase(page: Page, tenantId: string): Promise<void> {
  await page.evaluate(
    (id) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("events", 1);
        opening.addEventListener("error", () => reject(new Error("not opened")));
        opening.addEventListener("upgradeneeded", () => {
          const database = opening.result;
          const events = database.createObjectStore("events", {
            keyPath: ["tenantId", "sequence"],
          });
          events.createIndex("byId", ["tenantId", "id"], { unique: true });
          database.createObjectStore("tenants", { keyPath: "tenantId" }).put({
            tenantId: id,
            firstSequence: 1,
            lastSequence: 1,
            viewedSequence: 0,
          });
          database
            .createObjectStore("marks", { autoIncrement: true })
            .createIndex("byTenant", "tenantId");
          events.put({
            tenantId: id,
            sequence: 1,
            storedAt: Date.now(),
            id: "evt_of_old",
            type: "user.created",
            envelope: { id: "evt_of_old", type: "user.created" },
            malformed: false,
            problems: [],
          });
        });
        opening.addEventListener("success", () => {
          // Held, so that it is not collected, and closed, either.
          Object.assign(globalThis, { heldDatabase: opening.result });
          resolve();
        });
      }),
    tenantId,
  );
}

/** Leaves the database at a version that this extension does not know yet. */
export async function plantNewerDatabase(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("events", 99);
        opening.addEventListener("error", () => reject(new Error("not opened")));
        opening.addEventListener("success", () => {
          opening.result.close();
          resolve();
        });
      }),
  );
}

/** Puts rows into a store of the database, as they are. */
export async function plantRows(
  page: Page,
  store: "events" | "tenants",
  rows: readonly object[],
): Promise<void> {
  await page.evaluate(
    (planted) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("events");
        opening.addEventListener("error", () => reject(new Error("not opened")));
        opening.addEventListener("success", () => {
          const transaction = opening.result.transaction(planted.store, "readwrite");
          for (const row of planted.rows) transaction.objectStore(planted.store).put(row);
          transaction.addEventListener("complete", () => {
            opening.result.close();
            resolve();
          });
          transaction.addEventListener("error", () => reject(new Error("not planted")));
        });
      }),
    { store, rows: [...rows] },
  );
}

/** Whether the log says that events gave way. */
export async function hasGivenUpEvents(page: Page): Promise<boolean> {
  return await page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open("events");
        opening.addEventListener("error", () => reject(new Error("not opened")));
        opening.addEventListener("success", () => {
          const reading = opening.result.transaction("tenants").objectStore("tenants").getAll();
          reading.addEventListener("success", () => {
            opening.result.close();
            resolve(reading.result.some((row: object) => "retained" in row));
          });
        });
      }),
  );
}

/**
 * Writes more bytes than the browser allows, and returns the name of the error. Chromium assumes
 * for 30 seconds that the free space has not changed, but asks again for a write that is larger.
 */
export async function writeTooMuch(page: Page, byteLength: number): Promise<string | undefined> {
  return await page.evaluate(
    (length) =>
      new Promise<string | undefined>((resolve, reject) => {
        const opening = indexedDB.open("too-much", 1);
        opening.addEventListener("error", () => reject(new Error("not opened")));
        opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("rows"));
        opening.addEventListener("success", () => {
          const database = opening.result;
          const writing = database.transaction("rows", "readwrite");
          const end = () => {
            database.close();
            resolve(writing.error?.name);
          };
          writing.addEventListener("complete", end);
          writing.addEventListener("abort", end);
          // Chromium compresses the stored bytes, so they are random.
          const bytes = new Uint8Array(length);
          for (let at = 0; at < length; at += 65_536) {
            crypto.getRandomValues(bytes.subarray(at, at + 65_536));
          }
          writing.objectStore("rows").put(bytes, 1);
        });
      }),
    byteLength,
  );
}
