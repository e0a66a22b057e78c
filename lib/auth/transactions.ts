import { AuthError } from "./auth-error.ts";
import type { AuthorizeParameters } from "./authorize-url.ts";
import type { ResolvedPorts } from "./ports.ts";
import { isRecord } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";

/** What is remembered between an authorization request and its response: the request, under names on the wire. */
export interface Transaction {
  readonly parameters: AuthorizeParameters;
  /** Anything that survives JSON. */
  readonly appState?: unknown;
}

/** A transaction that was waiting, or why there is none. */
type TransactionLookup = Transaction | "state_unknown" | "state_expired";

/** Transactions kept per state, for 30 minutes, to be taken once. */
export interface TransactionStore {
  /** Remembers a transaction under its state, and clears away those whose time is over. */
  keep(state: string, transaction: Transaction): Promise<void>;
  /** Takes the transaction of a state: the next caller with this state finds none. */
  take(state: string): Promise<TransactionLookup>;
}

const prefix = "auth.transaction.";
const lifetime = 30 * 60 * 1000;
const maxStored = 50_000;

/** Opens the store behind the storage port. */
export function createTransactionStore(ports: ResolvedPorts): TransactionStore {
  const { clock } = ports;
  return {
    async keep(state, transaction) {
      const storage = requirePort(ports, "storage");
      for (const key of Array.from(await storage.keys())) {
        if (!key.startsWith(prefix)) continue;
        const stored = parseStored(await storage.get(key));
        // One that has just expired is kept a while longer, so that its response is told why it comes too late.
        if (!stored || stored.expiresAt + lifetime <= clock.now()) await storage.delete(key);
      }
      const text = JSON.stringify({ ...transaction, expiresAt: clock.now() + lifetime });
      if (text.length > maxStored) {
        throw new AuthError("runtime_error", "The appState is too long.", "port_failed");
      }
      await storage.set(prefix + state, text);
    },
    async take(state) {
      const storage = requirePort(ports, "storage");
      // Both at once: whoever asks next, even before the first has its answer, must find nothing.
      const [text] = await Promise.all([
        storage.get(prefix + state),
        storage.delete(prefix + state),
      ]);
      const stored = parseStored(text);
      if (!stored) return "state_unknown";
      return stored.expiresAt > clock.now() ? stored : "state_expired";
    },
  };
}

/** Other code of the page can write to its storage, so what comes back is read like any foreign text. */
function parseStored(
  text: string | null | undefined,
): (Transaction & { expiresAt: number }) | null {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (!isRecord(stored)) return null;
    const { parameters, appState, expiresAt } = stored;
    if (typeof expiresAt !== "number" || !isTexts(parameters)) return null;
    return { parameters, appState, expiresAt };
  } catch {
    return null;
  }
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === "string");
}
