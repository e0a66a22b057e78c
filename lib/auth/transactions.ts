import type { AuthorizeParameters } from "./authorize-url.ts";
import type { Service } from "./http.ts";
import type { ResolvedPorts, StoragePort } from "./ports.ts";
import { isRecordOf, parseJson, toRecord } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";

/** What is remembered between an authorization request and its response: the request, under names on the wire. */
export interface Transaction {
  readonly parameters: AuthorizeParameters;
  /** Anything that survives JSON. */
  readonly appState?: unknown;
}

const prefix = "auth.transaction.";
const lifetime = 30 * 60 * 1000;
// When the storage was last cleared: kept there, since each login leaves the page and ends what knows it.
const clearedKey = "auth.transactions-cleared";
// Reading every login that waits, at every login, would cost the square of their number.
const clearInterval = 10 * 60 * 1000;

/**
 * Remembers a transaction under its tenant and state for 30 minutes. Every 10 minutes it clears away those whose
 * time is over.
 *
 * @see RFC 9700, section 4.4.2 (a page with several tenants must know whose response it has)
 */
export async function keepTransaction(
  context: Service & ResolvedPorts,
  state: string | undefined,
  transaction: Transaction,
): Promise<void> {
  const storage = requirePort(context, "storage");
  const now = context.clock.now();
  const elapsed = now - Number((await storage.get(clearedKey)) ?? Number.NaN);
  // Also when the time that was kept lies ahead, or is none.
  if (!(elapsed >= 0 && elapsed < clearInterval)) {
    await clearExpired(storage, now);
    await storage.set(clearedKey, `${now}`);
  }
  const text = JSON.stringify({ ...transaction, expiresAt: now + lifetime });
  await storage.set(nameKey(context, state), text);
}

async function clearExpired(storage: StoragePort, now: number): Promise<void> {
  for (const key of await storage.keys()) {
    if (!key.startsWith(prefix)) continue;
    const stored = readStored(await storage.get(key));
    // One that has just expired is kept a while longer, so that its response is told why it comes too late.
    if (!stored || stored.expiresAt + lifetime <= now) await storage.delete(key);
  }
}

/** A transaction that was taken, or an empty one and why there is no other. */
export interface TakenTransaction extends Transaction {
  readonly reason?: "state_unknown" | "state_expired";
}

/** Takes the transaction of a tenant's state: the next caller with this state finds none. */
export async function takeTransaction(
  context: Service & ResolvedPorts,
  state: string,
): Promise<TakenTransaction> {
  const storage = requirePort(context, "storage");
  const key = nameKey(context, state);
  // Both at once: whoever asks next, even before the first has its answer, must find nothing.
  const [text] = await Promise.all([storage.get(key), storage.delete(key)]);
  const stored = readStored(text);
  if (stored && stored.expiresAt > context.clock.now()) return stored;
  return { parameters: {}, reason: stored ? "state_expired" : "state_unknown" };
}

function nameKey({ origin }: Service, state: string | undefined): string {
  return `${prefix}${origin}/${state}`;
}

/** Other code of the page can write to its storage, so what comes back is read like any foreign text. */
function readStored(
  text: string | null | undefined,
): (Transaction & { expiresAt: number }) | undefined {
  // What is not there is read without an exception, which would cost more than all else here.
  const { parameters, appState, expiresAt } = toRecord(parseJson(text ?? "null"));
  if (typeof expiresAt !== "number" || !isRecordOf("string", parameters)) return undefined;
  return { parameters, appState, expiresAt };
}
