import * as z from "zod/mini";
import { decodeBase64Url, encodeBase64Url } from "../../encoding/base64url.ts";
import { SealedStoreError } from "./sealed-store-error.ts";

export interface SealedStorePorts {
  /** `crypto` fits. */
  crypto: Pick<Crypto, "getRandomValues"> & {
    subtle: Pick<SubtleCrypto, "generateKey" | "importKey" | "deriveKey" | "encrypt" | "decrypt">;
  };
}

/** Iterations of PBKDF2 with HMAC-SHA-256 for a new envelope: OWASP's recommendation of 2023. */
const pbkdf2Iterations = 600_000;
// The limits of a stored envelope: fewer than `pbkdf2Iterations` would protect too little, and more
// than this maximum would block the browser.
const maxIterations = 10_000_000;
const minPassphraseLength = 8;
const sealVersion = 1;
// NIST SP 800-38D, section 8.2: 96 random bits for each encryption.
const ivBytes = 12;
const saltBytes = 16;
const maxTextLength = 1024 * 1024;

const passphraseSchema = z.strictObject({
  kdf: z.literal("PBKDF2-SHA-256"),
  iterations: z.int().check(z.minimum(pbkdf2Iterations), z.maximum(maxIterations)),
  salt: z.string().check(z.maxLength(100)),
  iv: z.string().check(z.maxLength(100)),
});

/** A sealed text as JSON, with bytes in base64url. Never store it beside its key. */
export const envelopeSchema = z.strictObject({
  version: z.literal(sealVersion),
  /** The parameters of the passphrase layer; absent without a passphrase. */
  passphrase: z.optional(passphraseSchema),
  iv: z.string().check(z.maxLength(100)),
  ciphertext: z.string().check(z.maxLength(4 * maxTextLength)),
});
export type Envelope = z.infer<typeof envelopeSchema>;
type PassphraseLock = z.infer<typeof passphraseSchema>;

export interface SealOptions {
  /** The purpose of the text, such as a tenant's id. An envelope opens only for its own purpose. */
  purpose: string;
  passphrase?: string;
}

/** A sealed text and its key. Store them apart. */
export interface Sealed {
  envelope: Envelope;
  /** Not extractable: only IndexedDB can store it. */
  key: CryptoKey;
}

/**
 * Encrypts texts for storage with AES-256-GCM and a device key that cannot be exported. An optional
 * passphrase adds an inner layer of encryption: opening the text then needs both. Each failure is a
 * SealedStoreError.
 */
export interface SealedStore {
  /** Seals a text with a new key, so that an old key that is still on disk cannot open it. */
  seal(text: string, options: SealOptions): Promise<Sealed>;
  open(envelope: unknown, key: CryptoKey | undefined, options: SealOptions): Promise<string>;
}

export function createSealedStore({ crypto }: SealedStorePorts): SealedStore {
  const { subtle } = crypto;

  /** Runs an operation of the browser. Drops its error, whose message may contain a secret. */
  async function guard<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch {
      throw new SealedStoreError("key-store-failed");
    }
  }

  async function deriveKey(
    passphrase: string,
    lock: PassphraseLock,
    salt: Uint8Array<ArrayBuffer>,
  ) {
    return guard(async () => {
      // Normalize: keyboards can produce different code points for the same characters.
      const bytes = new TextEncoder().encode(passphrase.normalize("NFKC"));
      const material = await subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveKey"]);
      return subtle.deriveKey(
        { name: "PBKDF2", hash: "SHA-256", salt, iterations: lock.iterations },
        material,
        { name: "AES-GCM", length: 256 },
        false,
        ["encrypt", "decrypt"],
      );
    });
  }

  function createBytes(length: number): Uint8Array<ArrayBuffer> {
    return crypto.getRandomValues(new Uint8Array(length));
  }

  async function lockWith(
    passphrase: string,
    plain: Uint8Array<ArrayBuffer>,
  ): Promise<{ lock: PassphraseLock; bytes: Uint8Array<ArrayBuffer> }> {
    if (Array.from(passphrase).length < minPassphraseLength)
      throw new SealedStoreError("weak-passphrase");
    const salt = createBytes(saltBytes);
    const iv = createBytes(ivBytes);
    const lock: PassphraseLock = {
      kdf: "PBKDF2-SHA-256",
      iterations: pbkdf2Iterations,
      salt: encodeBase64Url(salt),
      iv: encodeBase64Url(iv),
    };
    const key = await deriveKey(passphrase, lock, salt);
    const bytes = await guard(() => subtle.encrypt({ name: "AES-GCM", iv }, key, plain));
    return { lock, bytes: new Uint8Array(bytes) };
  }

  async function unlockWith(
    passphrase: string,
    lock: PassphraseLock,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const key = await deriveKey(passphrase, lock, readBytes(lock.salt));
    const iv = readBytes(lock.iv);
    try {
      return new Uint8Array(await subtle.decrypt({ name: "AES-GCM", iv }, key, bytes));
    } catch {
      // The outer layer has authenticated every byte, so only the passphrase can be wrong.
      throw new SealedStoreError("wrong-passphrase");
    }
  }

  return {
    async seal(text, { purpose, passphrase }) {
      const plain = new TextEncoder().encode(text);
      const locked = passphrase === undefined ? undefined : await lockWith(passphrase, plain);
      const usages: KeyUsage[] = ["encrypt", "decrypt"];
      const key = await guard(() =>
        subtle.generateKey({ name: "AES-GCM", length: 256 }, false, usages),
      );
      const iv = createBytes(ivBytes);
      const head = buildAdditionalData(purpose, locked?.lock);
      const inner = locked?.bytes ?? plain;
      const ciphertext = await guard(() =>
        subtle.encrypt({ name: "AES-GCM", iv, additionalData: head }, key, inner),
      );
      const envelope: Envelope = {
        version: sealVersion,
        ...(locked === undefined ? {} : { passphrase: locked.lock }),
        iv: encodeBase64Url(iv),
        ciphertext: encodeBase64Url(new Uint8Array(ciphertext)),
      };
      return { envelope, key };
    },
    async open(envelope, key, { purpose, passphrase }) {
      const { passphrase: lock, iv, ciphertext } = readEnvelope(envelope);
      const sealed = { iv: readBytes(iv), bytes: readBytes(ciphertext) };
      if (key === undefined) throw new SealedStoreError("no-key");
      const additionalData = buildAdditionalData(purpose, lock);
      let inner: Uint8Array<ArrayBuffer>;
      try {
        const algorithm = { name: "AES-GCM", iv: sealed.iv, additionalData };
        inner = new Uint8Array(await subtle.decrypt(algorithm, key, sealed.bytes));
      } catch {
        throw new SealedStoreError("tampered");
      }
      if (lock === undefined) return decodeUtf8(inner);
      if (passphrase === undefined) throw new SealedStoreError("passphrase-needed");
      return decodeUtf8(await unlockWith(passphrase, lock, inner));
    },
  };
}

/** Returns the additional data to authenticate: version, purpose and passphrase parameters. */
function buildAdditionalData(
  purpose: string,
  lock: PassphraseLock | undefined,
): Uint8Array<ArrayBuffer> {
  const { kdf, iterations, salt, iv } = lock ?? {};
  const parts = [sealVersion, purpose, lock === undefined ? null : [kdf, iterations, salt, iv]];
  return new TextEncoder().encode(JSON.stringify(parts));
}

const versionSchema = z.looseObject({ version: z.int().check(z.minimum(1)) });

function readEnvelope(envelope: unknown): Envelope {
  const parsed = envelopeSchema.safeParse(envelope);
  if (parsed.success) return parsed.data;
  const version = versionSchema.safeParse(envelope).data?.version ?? 0;
  throw new SealedStoreError(version > sealVersion ? "unknown-version" : "malformed");
}

function readBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64Url(text);
  if (bytes === undefined) throw new SealedStoreError("malformed");
  return bytes;
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
