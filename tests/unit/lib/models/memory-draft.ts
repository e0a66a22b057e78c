import type { DraftPort } from "../../../../lib/models/draft-port.ts";

/** Creates a draft in memory that outlives the model, like the browser session. */
export function createMemoryDraft<Draft>(
  kept?: Draft,
): DraftPort<Draft> & { kept(): Draft | undefined } {
  let current = kept;
  return {
    kept: () => current,
    read: () => Promise.resolve(structuredClone(current)),
    write: (draft) => {
      current = structuredClone(draft);
      return Promise.resolve();
    },
    remove: () => {
      current = undefined;
      return Promise.resolve();
    },
  };
}

/** Creates a draft whose store always fails. */
export function createBrokenDraft<Draft>(): DraftPort<Draft> {
  const fail = () => Promise.reject(new Error("The store is full."));
  return { read: fail, write: fail, remove: fail };
}
