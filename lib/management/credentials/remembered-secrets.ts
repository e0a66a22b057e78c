import { SealedStoreError } from "./sealed-store-error.ts";
import {
  createSealedStore,
  envelopeSchema,
  type Envelope,
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

/** Stores one device key. No script can export it, so only IndexedDB can store it. */
export interface KeyStore {
  read(): Promise<CryptoKey | undefined>;
  /** Replaces the key that was there. */
  write(key: CryptoKey): Promise<void>;
  remove(): Promise<void>;
}

/** Stores one device key per purpose, so that forgetting one secret removes its key as well. */
export interface KeyRing {
  keyOf(purpose: string): KeyStore;
  /** Removes the keys of all other purposes. */
  retain(purposes: readonly string[]): Promise<void>;
}

export interface RememberedSecretsPorts {
  crypto: SealedStorePorts["crypto"];
  envelopes: EnvelopeStore;
  keys: KeyRing;
  /** Runs removals, then rewrites the files in which the browser would keep what they removed. */
  erase(removals: () => Promise<void>): Promise<void>;
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
  /** Removes the ciphertext, its key and their traces on disk. @throws {SealedStoreError} `forget-failed`, when either may be left */
  forget(purpose: string): Promise<void>;
  /** Removes every ciphertext and every key. @throws {SealedStoreError} `forget-failed` */
  forgetEverything(): Promise<void>;
}

export function createRememberedSecrets(ports: RememberedSecretsPorts): RememberedSecrets {
  const { envelopes, keys } = ports;
  const store = createSealedStore(ports);
  let last: Promise<void> = Promise.resolve();

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

  /** Removes the envelope, then the key, even if the first fails: either alone opens nothing. */
  function eraseBoth(
    removeEnvelopes: () => Promise<void>,
    removeKeys: () => Promise<void>,
  ): Promise<void> {
    return guard("forget-failed", () =>
      ports.erase(async () => {
        try {
          await removeEnvelopes();
        } finally {
          await removeKeys();
        }
      }),
    );
  }

  const forget = (purpose: string): Promise<void> =>
    eraseBoth(
      () => envelopes.remove(purpose),
      () => keys.keyOf(purpose).remove(),
    );

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
        const { envelope, key } = await store.seal(secret, { purpose, ...options });
        // A replaced envelope is forgotten like any other: the log of the storage would keep it.
        if ((await read(purpose)) !== undefined) await forget(purpose);
        await guard("key-store-failed", () => keys.keyOf(purpose).write(key));
        await guard("storage-failed", () => envelopes.write(purpose, envelope));
      }),
    async recall(purpose, options = {}) {
      const stored = await read(purpose);
      if (stored === undefined) return undefined;
      const key = await guard("key-store-failed", () => keys.keyOf(purpose).read());
      return store.open(stored, key, { purpose, ...options });
    },
    forget: (purpose) => enqueue(() => forget(purpose)),
    forgetEverything: () =>
      enqueue(() =>
        eraseBoth(
          () => envelopes.removeAll(),
          () => keys.retain([]),
        ),
      ),
  };
}

/** Runs what the browser may fail at. Its error text may hold anything, so it is not passed on. */
async function guard<Value>(
  code: "storage-failed" | "forget-failed" | "key-store-failed",
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch {
    throw new SealedStoreError(code);
  }
}
