import { extension } from "./extension-api.ts";

/**
 * Together, the small fillers exceed a SQLite page (4,096 bytes) and fill the gaps between other
 * small values.
 */
const smallFillerCount = 100;
const smallFillerBytes = 40;
const largeFillerBytes = 12 * 1024;
const minFillerBytes = 64 * 1024;
/** Chromium's limit for `storage.local` is 10 MB, in base64. */
const maxFillerBytes = 6 * 1024 * 1024;

/** The whole content of `storage.local`. */
export const localArea = {
  read(): Promise<Record<string, unknown>> {
    return extension.storage.local.get(null);
  },
  write: (values: Record<string, unknown>): Promise<void> => extension.storage.local.set(values),
  /**
   * Removes all values and overwrites them. In Chromium, clearing deletes the files. Firefox only
   * marks pages of its SQLite database as free (`secure_delete` is off), so random values must
   * overwrite the pages. Small values fill the pages that are in use, large values the free pages.
   */
  async clear(): Promise<void> {
    const size = JSON.stringify(await localArea.read()).length;
    await extension.storage.local.clear();
    try {
      // Half of the filler is for the values, because Firefox can write two bytes a character. The
      // other half is for older free pages.
      await extension.storage.local.set(createFiller(4 * size + minFillerBytes));
    } finally {
      await extension.storage.local.clear();
    }
  },
};

function createFiller(bytes: number): Record<string, string> {
  const filler: Record<string, string> = {};
  const largeCount = Math.ceil(Math.min(bytes, maxFillerBytes) / largeFillerBytes);
  for (let place = 0; place < smallFillerCount; place += 1)
    filler[`filler-a${place}`] = createRandomText(smallFillerBytes);
  for (let place = 0; place < largeCount; place += 1)
    filler[`filler-b${place}`] = createRandomText(largeFillerBytes);
  return filler;
}

/** Creates text that Firefox cannot compress, so that it overwrites enough bytes. */
function createRandomText(bytes: number): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
}
