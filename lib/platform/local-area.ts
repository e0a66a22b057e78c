import { extension } from "./extension-api.ts";

/** Longer than what a page of SQLite (4,096 bytes) has free between two small values. */
const smallFillerCount = 100;
const smallFillerBytes = 40;
const largeFillerBytes = 12 * 1024;
const leastFillerBytes = 64 * 1024;
/** Chromium's limit for `storage.local` is 10 MB, in base64. */
const mostFillerBytes = 6 * 1024 * 1024;

/** `storage.local` as a whole. */
export const localArea = {
  read(): Promise<Record<string, unknown>> {
    return extension.storage.local.get(null);
  },
  write: (values: Record<string, unknown>): Promise<void> => extension.storage.local.set(values),
  /**
   * Removes everything and overwrites it. Clearing deletes Chromium's files. Firefox only marks the
   * pages of its SQLite database as free (`secure_delete` is off there), so they are filled with
   * random values: small ones for the pages that stay in use, large ones for those in the free list.
   */
  async clear(): Promise<void> {
    const size = JSON.stringify(await localArea.read()).length;
    await extension.storage.local.clear();
    try {
      // Two bytes a character, as Firefox may write them, and as much again for older free pages.
      await extension.storage.local.set(createFiller(4 * size + leastFillerBytes));
    } finally {
      await extension.storage.local.clear();
    }
  },
};

function createFiller(bytes: number): Record<string, string> {
  const filler: Record<string, string> = {};
  const largeCount = Math.ceil(Math.min(bytes, mostFillerBytes) / largeFillerBytes);
  for (let place = 0; place < smallFillerCount; place += 1)
    filler[`filler-a${place}`] = createRandomText(smallFillerBytes);
  for (let place = 0; place < largeCount; place += 1)
    filler[`filler-b${place}`] = createRandomText(largeFillerBytes);
  return filler;
}

/** Random, or Firefox would compress it to less than what is to be overwritten. */
function createRandomText(bytes: number): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
}
