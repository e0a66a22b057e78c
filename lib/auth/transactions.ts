import { AuthError, type AuthErrorReason } from "./auth-error.ts";
import { isRecord } from "./is-record.ts";
import type { ClockPort, StoragePort } from "./ports.ts";

/** What is remembered between an authorization request and its response. */
export interface Transaction {
  readonly clientID?: string | undefined;
  readonly responseType?: string | undefined;
  readonly nonce?: string | undefined;
  /** Seconds. */
  readonly maxAge?: number | undefined;
  readonly organization?: string | undefined;
  /** Anything that survives JSON. */
  readonly appState?: unknown;
}

/** A transaction that was waiting, or why there is none. */
type TransactionLookup =
  | { readonly transaction: Transaction }
  | { readonly missing: Extract<AuthErrorReason, "state_unknown" | "state_expired"> };

const prefix = "auth.transaction.";
const lifetime = 30 * 60 * 1000;
const maxStored = 50_000;

/** What a response to these parameters will be held against. */
export function readTransaction(parameters: ReadonlyMap<string, string>): Transaction {
  const maxAge = parameters.get("max_age");
  return {
    clientID: parameters.get("client_id"),
    responseType: parameters.get("response_type"),
    nonce: parameters.get("nonce") || undefined,
    maxAge: maxAge ? Number(maxAge) : undefined,
    organization: parameters.get("organization") || undefined,
  };
}

/** Transactions kept per state, for 30 minutes, to be taken once. */
export class TransactionStore {
  readonly #storage: StoragePort;
  readonly #clock: ClockPort;
  // States whose transaction is being taken: a storage may answer later, and a second taker must not
  // read what the first has read but not yet deleted.
  readonly #taking = new Set<string>();

  constructor(storage: StoragePort, clock: ClockPort) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Remembers a transaction under its state, and clears away those whose time is over. */
  async keep(state: string, transaction: Transaction): Promise<void> {
    await this.#sweep();
    const text = JSON.stringify({ ...transaction, expiresAt: this.#clock.now() + lifetime });
    if (text.length > maxStored) {
      throw new AuthError({
        error: "runtime_error",
        errorDescription: `The appState of this login is too large to keep: ${text.length} characters, at most ${maxStored} are allowed. Keep the data yourself and put its name into appState.`,
        reason: "port_failed",
      });
    }
    await this.#storage.set(prefix + state, text);
  }

  /** Takes the transaction of a state: the next caller with this state finds none. */
  async take(state: string): Promise<TransactionLookup> {
    const key = prefix + state;
    if (this.#taking.has(key)) return { missing: "state_unknown" };
    this.#taking.add(key);
    try {
      const text = await this.#storage.get(key);
      if (text === undefined || text === null) return { missing: "state_unknown" };
      await this.#storage.delete(key);
      const stored = parseStored(text);
      if (stored === null) return { missing: "state_unknown" };
      if (stored.expiresAt <= this.#clock.now()) return { missing: "state_expired" };
      return { transaction: stored.transaction };
    } finally {
      this.#taking.delete(key);
    }
  }

  async #sweep(): Promise<void> {
    const keys = await this.#storage.keys();
    for (const key of [...keys].filter((name) => name.startsWith(prefix))) {
      const stored = parseStored((await this.#storage.get(key)) ?? "");
      // One that has just expired is kept a while longer, so that its response is told why it comes too late.
      if (stored === null || stored.expiresAt + lifetime <= this.#clock.now()) {
        await this.#storage.delete(key);
      }
    }
  }
}

/** Other code of the page can write to its storage, so what comes back is read like any foreign text. */
function parseStored(text: string): { transaction: Transaction; expiresAt: number } | null {
  if (text.length > maxStored) return null;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(stored)) return null;
  const { clientID, responseType, nonce, maxAge, organization, appState, expiresAt } = stored;
  if (typeof expiresAt !== "number") return null;
  if (maxAge !== undefined && typeof maxAge !== "number") return null;
  if (!isTextOrNone(clientID) || !isTextOrNone(responseType)) return null;
  if (!isTextOrNone(nonce) || !isTextOrNone(organization)) return null;
  return {
    transaction: { clientID, responseType, nonce, maxAge, organization, appState },
    expiresAt,
  };
}

function isTextOrNone(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
