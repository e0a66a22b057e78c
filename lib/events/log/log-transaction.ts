import type { IDBPTransaction } from "idb";

import type { EventConnection } from "./event-connection.ts";
import { STORES } from "./event-database.ts";

/** A transaction over everything that is kept of a tenant. */
export type LogTransaction = IDBPTransaction<unknown, string[], "readwrite">;

// Survives a stopped worker and a killed browser; only a power cut could take the last moments, and the cursor goes with them.
const RELAXED = { durability: "relaxed" } as const;

/**
 * Do some work in one transaction: all of it, or nothing. Resolves when it is committed.
 *
 * @throws what the work threw, or else what made the transaction fail
 */
export async function runTransaction<Result>(
  db: EventConnection,
  work: (tx: LogTransaction) => Promise<Result>,
): Promise<Result> {
  const tx: LogTransaction = db.transaction([...STORES], "readwrite", RELAXED);
  const done = tx.done;
  // Awaited at the end; when a step before it fails, the step's own error is the one to tell.
  leaveToTransaction(done);
  try {
    const result = await work(tx);
    await done;
    return result;
  } catch (cause) {
    abort(tx);
    // A browser that has no more room ends the transaction; the requests then only say that it ended.
    throw tx.error ?? cause;
  }
}

/** A request that fails makes its transaction fail, and that is where the failure is told. */
export function leaveToTransaction(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

/** The rows of a tenant, from one sequence to another. */
export function rangeOf(tenantId: string, lower: number, upper: number): IDBKeyRange {
  return IDBKeyRange.bound([tenantId, lower], [tenantId, upper]);
}

/** The sequence in a row's key, which has the tenant first. */
export function readSequence(key: IDBValidKey | undefined): number | undefined {
  const sequence = Array.isArray(key) ? key[1] : undefined;
  return typeof sequence === "number" ? sequence : undefined;
}

function abort(tx: LogTransaction): void {
  try {
    tx.abort();
  } catch {
    // It had ended by itself.
  }
}
