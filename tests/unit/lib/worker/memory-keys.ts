import type { KeyRing } from "../../../../lib/management/credentials/remembered-secrets.ts";

/** Creates device keys in memory, which outlive the worker like those in IndexedDB. */
export function createMemoryKeys(): { ring: KeyRing; kept: Map<string, CryptoKey> } {
  const kept = new Map<string, CryptoKey>();
  return {
    kept,
    ring: {
      keyOf: (purpose) => ({
        read: async () => kept.get(purpose),
        async write(key) {
          kept.set(purpose, key);
        },
        async remove() {
          kept.delete(purpose);
        },
      }),
      async retain(purposes) {
        for (const purpose of kept.keys()) if (!purposes.includes(purpose)) kept.delete(purpose);
      },
    },
  };
}
