import { SealedStoreError } from "./sealed-store-error.ts";
import {
  createSealedStore,
  envelopeSchema,
  type Envelope,
  type SealedStorePorts,
} from "./sealed-store.ts";

/** Stores envelopes by purpose, apart from their keys (`storage.local`). */
export interface EnvelopeStore {
  /** Returns the stored value, not yet validated; undefined if there is none. */
  read(purpose: string): Promise<unknown>;
  write(purpose: string, envelope: Envelope): Promise<void>;
  remove(purpose: string): Promise<void>;
  /** Removes all envelopes. */
  removeAll(): Promise<void>;
}

/** Stores one device key. No script can export it, so only IndexedDB can store it. */
export interface KeyStore {
  read(): Promise<CryptoKey | undefined>;
  /** Stores the key, and replaces an earlier one. */
  write(key: CryptoKey): Promise<void>;
  remove(): Promise<void>;
}

/** Stores one device key for each purpose, so that forgetting a secret removes its key too. */
export interface KeyRing {
  keyOf(purpose: string): KeyStore;
  /** Removes the keys of all other purposes. */
  retain(purposes: readonly string[]): Promise<void>;
}

export interface RememberedSecretsPorts {
  crypto: SealedStorePorts["crypto"];
  envelopes: EnvelopeStore;
  keys: KeyRing;
  /** Runs removals, then rewrites the browser's files, which would keep the removed data. */
  erase(removals: () => Promise<void>): Promise<void>;
  /** Returns true if the request comes from a private window. */
  isPrivate(): boolean | Promise<boolean>;
}

/**
 * The state of the secret for a purpose. A `locked` secret needs a passphrase. A `damaged` one has
 * an envelope that this version can only forget. Opening a `sealed` one can still fail.
 */
export type MemoryState = "none" | "sealed" | "locked" | "damaged";

/**
 * Stores secrets longer than the browser session. Ciphertext and key are in different places, so
 * that a copy of only one is useless (see `sealed-store.ts`). A private window can forget a secret,
 * but can neither remember nor recall one. Changes run one after the other, so that a slow change
 * cannot undo a later "forget". Each failure is a SealedStoreError.
 */
export interface RememberedSecrets {
  state(purpose: string): Promise<MemoryState>;
  /**
   * Seals and stores a secret, in place of an earlier one.
   *
   * @throws {SealedStoreError} `private-window`, `weak-passphrase`, `key-store-failed` or
   *   `storage-failed`; `forget-failed` if the earlier secret may remain
   */
  remember(purpose: string, secret: string, options?: { passphrase?: string }): Promise<void>;
  /**
   * Returns the secret, or undefined if there is none.
   *
   * @throws {SealedStoreError} any code but `weak-passphrase`. The caller can try again after
   *   `passphrase-needed`, `wrong-passphrase`, `key-store-failed` and `storage-failed`. After any
   *   other code, the secret can only be forgotten.
   */
  recall(purpose: string, options?: { passphrase?: string }): Promise<string | undefined>;
  /**
   * Removes the ciphertext, its key and their traces on disk.
   *
   * @throws {SealedStoreError} `forget-failed`, if one of them may remain
   */
  forget(purpose: string): Promise<void>;
  /**
   * Removes all ciphertexts and keys.
   *
   * @throws {SealedStoreError} `forget-failed`
   */
  forgetEverything(): Promise<void>;
}

export function createRememberedSecrets(ports: RememberedSecretsPorts): RememberedSecrets {
  const { envelopes, keys } = ports;
  const store = createSealedStore(ports);
  let last: Promise<void> = Promise.resolve();

  /** Runs a task after all earlier tasks, even if an earlier task failed. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  async function read(purpose: string): Promise<unknown> {
    if (await ports.isPrivate()) return undefined;
    return guard("storage-failed", () => envelopes.read(purpose));
  }

  /**
   * Removes the envelopes, then the keys, even if the first removal fails: an envelope or a key
   * alone opens nothing.
   */
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
        // Forget the earlier envelope first: otherwise the storage's log file would keep it.
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

/** Runs an operation of the browser. Drops its error, whose message may contain a secret. */
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
