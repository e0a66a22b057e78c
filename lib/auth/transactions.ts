import type { AuthorizeParameters } from "./authorize-url.ts";
import type { Service } from "./http.ts";
import type { ResolvedPorts, StoragePort } from "./ports.ts";
import { isRecordOf, parseJson, toRecord } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";

/** An authorization request that waits for its response. */
export interface Transaction {
  /** The parameters of the request, under their names on the wire. */
  readonly parameters: AuthorizeParameters;
  /** Any JSON value. */
  readonly appState?: unknown;
}

const prefix = "auth.transaction.";
const lifetime = 30 * 60 * 1000;
// The time of the last cleanup. It is stored, since each login leaves the page.
const cleanupKey = "auth.transactions-cleared";
// A cleanup at each login would take quadratic time for many abandoned logins.
const cleanupInterval = 10 * 60 * 1000;

/**
 * Stores a transaction under its tenant and state for 30 minutes. Removes expired transactions
 * every 10 minutes.
 *
 * @see RFC 9700, section 4.4.2 (a page with several tenants must identify the tenant of a response)
 */
export async function keepTransaction(
  context: Service & ResolvedPorts,
  state: string | undefined,
  transaction: Transaction,
): Promise<void> {
  const storage = requirePort(context, "storage");
  const now = context.clock.now();
  const elapsed = now - Number((await storage.get(cleanupKey)) ?? Number.NaN);
  // The stored time may be in the future, or not be a number.
  if (!(elapsed >= 0 && elapsed < cleanupInterval)) {
    await removeExpired(storage, now);
    await storage.set(cleanupKey, `${now}`);
  }
  const text = JSON.stringify({ ...transaction, expiresAt: now + lifetime });
  await storage.set(nameKey(context, state), text);
}

async function removeExpired(storage: StoragePort, now: number): Promise<void> {
  for (const key of await storage.keys()) {
    if (!key.startsWith(prefix)) continue;
    const stored = readStored(await storage.get(key));
    // Keep an expired transaction for a while, so that a late response is refused with that reason.
    if (!stored || stored.expiresAt + lifetime <= now) await storage.delete(key);
  }
}

/** A transaction that was removed from the storage, or an empty one with the reason. */
export interface TakenTransaction extends Transaction {
  readonly reason?: "state_unknown" | "state_expired";
}

/** Reads and removes the transaction of a state, so that each response is accepted once. */
export async function takeTransaction(
  context: Service & ResolvedPorts,
  state: string,
): Promise<TakenTransaction> {
  const storage = requirePort(context, "storage");
  const key = nameKey(context, state);
  // Start both together: a second call must find nothing, even before this one has the value.
  const [text] = await Promise.all([storage.get(key), storage.delete(key)]);
  const stored = readStored(text);
  if (stored && stored.expiresAt > context.clock.now()) return stored;
  return { parameters: {}, reason: stored ? "state_expired" : "state_unknown" };
}

function nameKey({ origin }: Service, state: string | undefined): string {
  return `${prefix}${origin}/${state}`;
}

/** Parses a stored transaction. Other code of the page can write to its storage. */
function readStored(
  text: string | null | undefined,
): (Transaction & { expiresAt: number }) | undefined {
  // Parse null for a missing item: an exception would take longer than the rest.
  const { parameters, appState, expiresAt } = toRecord(parseJson(text ?? "null"));
  if (typeof expiresAt !== "number" || !isRecordOf("string", parameters)) return undefined;
  return { parameters, appState, expiresAt };
}
