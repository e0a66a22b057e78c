import { SealedStoreError } from "./sealed-store-error.ts";
import {
  createSealedStore,
  envelopeSchema,
  type Envelope,
  type KeyStore,
  type SealedStore,
  type SealedStorePorts,
} from "./sealed-store.ts";

/** Keeps envelopes by purpose, apart from their keys (`storage.local`). */
export interface EnvelopeStore {
  /** Whatever is kept for the purpose; undefined when there is nothing. */
  read(purpose: string): Promise<unknown>;
  write(purpose: string, envelope: Envelope): Promise<void>;
  remove(purpose: string): Promise<void>;
  /** Removes every envelope there is. */
  removeAll(): Promise<void>;
}

/** Keeps one device key for each purpose, so that forgetting one secret takes its key along (IndexedDB). */
export interface KeyRing {
  keyOf(purpose: string): KeyStore;
  /** Removes every key there is. */
  removeAll(): Promise<void>;
}

export interface RememberedSecretsPorts {
  crypto: SealedStorePorts["crypto"];
  envelopes: EnvelopeStore;
  keys: KeyRing;
  /** True when asked for by a private window. */
  isPrivate(): boolean | Promise<boolean>;
}

/**
 * What is remembered for a purpose. `locked` takes a passphrase. `damaged` is no envelope that this version can read: what is left
 * is to forget it. Whether a `sealed` one opens shows when it is recalled.
 */
export type MemoryState = "none" | "sealed" | "locked" | "damaged";

/**
 * Secrets that outlive the browser session: sealed (see `sealed-store.ts`), the ciphertext in one place and its key in another, so
 * that a copy of either opens nothing. A private window remembers nothing and recalls nothing, but it can forget. What changes a
 * secret is done one after the other: a slow one that was begun before cannot undo a later "forget". Each failure is a
 * SealedStoreError.
 */
export interface RememberedSecrets {
  state(purpose: string): Promise<MemoryState>;
  /** @throws {SealedStoreError} `private-window`, `weak-passphrase`, `key-store-failed`, `storage-failed` */
  remember(purpose: string, secret: string, options?: { passphrase?: string }): Promise<void>;
  /**
   * The secret, or undefined when there is none.
   * @throws {SealedStoreError} any but `weak-passphrase`; all but `passphrase-needed`, `wrong-passphrase` and the two stores' failures
   * leave one way out, which is to forget it
   */
  recall(purpose: string, options?: { passphrase?: string }): Promise<string | undefined>;
  /** Removes the ciphertext and then its key. @throws {SealedStoreError} `forget-failed`, when either may be left */
  forget(purpose: string): Promise<void>;
  /** Removes every ciphertext and every key. @throws {SealedStoreError} `forget-failed` */
  forgetEverything(): Promise<void>;
}

export function createRememberedSecrets(ports: RememberedSecretsPorts): RememberedSecrets {
  const { envelopes, keys, crypto } = ports;
  const stores = new Map<string, SealedStore>();
  let last: Promise<void> = Promise.resolve();

  function storeOf(purpose: string): SealedStore {
    const store = stores.get(purpose) ?? createSealedStore({ crypto, keys: keys.keyOf(purpose) });
    stores.set(purpose, store);
    return store;
  }

  /** One after the other, whether those before succeeded or not. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  async function read(purpose: string): Promise<unknown> {
    if (await ports.isPrivate()) return undefined;
    return guard("storage-failed", () => envelopes.read(purpose));
  }

  return {
    async state(purpose) {
      const stored = await read(purpose);
      if (stored === undefined) return "none";
      const envelope = envelopeSchema.safeParse(stored);
      if (!envelope.success) return "damaged";
      return envelope.data.passphrase === undefined ? "sealed" : "locked";
    },
    remember: (purpose, secret, options = {}) =>
      enqueue(async () => {
        if (await ports.isPrivate()) throw new SealedStoreError("private-window");
        const envelope = await storeOf(purpose).seal(secret, { purpose, ...options });
        await guard("storage-failed", () => envelopes.write(purpose, envelope));
      }),
    async recall(purpose, options = {}) {
      const stored = await read(purpose);
      if (stored === undefined) return undefined;
      return storeOf(purpose).open(stored, { purpose, ...options });
    },
    forget: (purpose) =>
      enqueue(() =>
        removeBoth(
          () => envelopes.remove(purpose),
          () => storeOf(purpose).forget(),
        ),
      ),
    forgetEverything: () =>
      enqueue(() =>
        removeBoth(
          () => envelopes.removeAll(),
          () => keys.removeAll(),
        ),
      ),
  };
}

/** Runs what the browser may fail at; its own words may hold anything, so none of them are passed on. */
async function guard<Value>(
  code: "storage-failed" | "forget-failed",
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch {
    throw new SealedStoreError(code);
  }
}

/** The ciphertext goes first, and the key is removed even when that fails: either alone opens nothing. */
async function removeBoth(
  removeEnvelopes: () => Promise<void>,
  removeKeys: () => Promise<void>,
): Promise<void> {
  try {
    await guard("forget-failed", removeEnvelopes);
  } finally {
    await guard("forget-failed", removeKeys);
  }
}
