import type { IDBPTransaction } from "idb";

import type { EventConnection } from "./event-connection.ts";
import { storeNames } from "./event-database.ts";

/** A transaction over all stores. */
export type LogTransaction = IDBPTransaction<unknown, string[], "readwrite">;

// Relaxed writes survive a stopped worker and a killed browser. A power cut may lose the last ones,
// but the cursor is lost with them, so the stream delivers the events again.
const relaxedDurability = { durability: "relaxed" } as const;

/**
 * Runs work in one transaction, and resolves after the commit. A failure rolls everything back.
 *
 * @throws the error of the transaction, or else the error of the work
 */
export async function runTransaction<Result>(
  db: EventConnection,
  work: (tx: LogTransaction) => Promise<Result>,
): Promise<Result> {
  const tx: LogTransaction = db.transaction([...storeNames], "readwrite", relaxedDurability);
  const done = tx.done;
  // If the work fails first, `done` rejects as well, and must not be reported as unhandled.
  ignoreRejection(done);
  try {
    const result = await work(tx);
    await done;
    return result;
  } catch (cause) {
    abort(tx);
    // If the storage is full, only `tx.error` has the cause; the requests report just the abort.
    throw tx.error ?? cause;
  }
}

/** Ignores the rejection of a request: its transaction fails too, and reports the error. */
export function ignoreRejection(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

/** Returns the key range of a tenant's rows between two sequences, both included. */
export function rangeOf(tenantId: string, lower: number, upper: number): IDBKeyRange {
  return IDBKeyRange.bound([tenantId, lower], [tenantId, upper]);
}

/** Reads the sequence from a row's key, `[tenantId, sequence]`. */
export function readSequence(key: IDBValidKey | undefined): number | undefined {
  const sequence = Array.isArray(key) ? key[1] : undefined;
  return typeof sequence === "number" ? sequence : undefined;
}

function abort(tx: LogTransaction): void {
  try {
    tx.abort();
  } catch {
    // The transaction has already ended.
  }
}
