import type { EventStoragePort } from "../models/stream/event-storage-model.ts";

/** The storage of this extension: that of its events. */
export const eventStorage: EventStoragePort = {
  isKept: () => navigator.storage.persisted(),
  keep: () => navigator.storage.persist(),
};
