import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SealedStoreError } from "../../../../../lib/management/credentials/sealed-store-error.ts";
import {
  createSealedStore,
  envelopeSchema,
  type Envelope,
  type SealOptions,
} from "../../../../../lib/management/credentials/sealed-store.ts";

const testSecret = "the-client-secret-of-the-tenant";
const testPassphrase = "correct horse battery";
const purpose = "tenant-1";

/** A store with keys in memory. It opens with the last key. */
function createStore(keys: CryptoKey[] = []) {
  const store = createSealedStore({ crypto });
  return {
    async seal(text: string, options: SealOptions): Promise<Envelope> {
      const { envelope, key } = await store.seal(text, options);
      keys.push(key);
      return envelope;
    },
    open: (envelope: unknown, options: SealOptions) => store.open(envelope, keys.at(-1), options),
  };
}

async function catchSealed(work: Promise<unknown>): Promise<SealedStoreError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SealedStoreError) return error;
    throw error;
  }
  throw new Error("The work succeeded.");
}

/** Returns all copies of the bytes that differ in one bit. */
function* flipBits(bytes: Uint8Array): Generator<Uint8Array> {
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const copy = Uint8Array.from(bytes);
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield copy;
  }
}

describe("a sealed text", () => {
  test("opens again, for any content", async () => {
    const store = createStore();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.string(), async (text, use) => {
        fc.pre(text.isWellFormed() && use.isWellFormed());
        const stored: unknown = JSON.parse(
          JSON.stringify(await store.seal(text, { purpose: use })),
        );
        expect(await store.open(stored, { purpose: use })).toBe(text);
      }),
      {
        // Each run waits twice for the browser's crypto threads, which other tests also use.
        numRuns: 30,
        examples: [
          ["", ""],
          ["\ufeffmarked", purpose],
        ],
      },
    );
  });

  test("opens with its passphrase, and requires both passphrase and key", async () => {
    const store = createStore();
    const envelope = await store.seal(testSecret, { purpose, passphrase: testPassphrase });
    expect(envelope.passphrase).toMatchObject({
      kdf: "PBKDF2-SHA-256",
      iterations: 600_000,
    });
    expect(await store.open(envelope, { purpose, passphrase: testPassphrase })).toBe(testSecret);
    expect((await catchSealed(store.open(envelope, { purpose }))).code).toBe("passphrase-needed");
    const wrong = store.open(envelope, { purpose, passphrase: "correct horse batter" });
    expect((await catchSealed(wrong)).code).toBe("wrong-passphrase");
    const elsewhere = createStore();
    await elsewhere.seal("x", { purpose });
    const foreign = elsewhere.open(envelope, { purpose, passphrase: testPassphrase });
    expect((await catchSealed(foreign)).code).toBe("tampered");
  });

  test("opens with the same passphrase in another Unicode normalization", async () => {
    const store = createStore();
    const envelope = await store.seal(testSecret, { purpose, passphrase: "pass-phr\u00e4se" });
    expect(await store.open(envelope, { purpose, passphrase: "pass-phra\u0308se" })).toBe(
      testSecret,
    );
  });

  test("differs each time, and contains nothing in clear text", async () => {
    const store = createStore();
    const envelopes = [
      await store.seal(testSecret, { purpose }),
      await store.seal(testSecret, { purpose }),
    ];
    expect(new Set(envelopes.map(({ iv }) => iv)).size).toBe(2);
    expect(new Set(envelopes.map(({ ciphertext }) => ciphertext)).size).toBe(2);
    const text = JSON.stringify(envelopes);
    for (const encoding of ["utf8", "base64", "base64url", "hex"] as const)
      expect(text).not.toContain(Buffer.from(testSecret).toString(encoding).slice(0, 12));
  });

  test("opens only for its own purpose", async () => {
    const store = createStore();
    const envelope = await store.seal(testSecret, { purpose });
    const other = store.open(envelope, { purpose: "tenant-2" });
    expect((await catchSealed(other)).code).toBe("tampered");
  });

  test("without a passphrase does not open with one, and vice versa", async () => {
    const store = createStore();
    const plain = await store.seal(testSecret, { purpose });
    expect(plain.passphrase).toBeUndefined();
    const locked = await store.seal(testSecret, { purpose, passphrase: testPassphrase });
    const { passphrase, ...unlocked } = locked;
    expect((await catchSealed(store.open(unlocked, { purpose }))).code).toBe("tampered");
    const grafted = { ...plain, passphrase };
    const opening = store.open(grafted, { purpose, passphrase: testPassphrase });
    expect((await catchSealed(opening)).code).toBe("tampered");
  });
});

describe("a modified envelope", () => {
  test("is rejected for every bit of its ciphertext and of its initialization vector", async () => {
    const store = createStore();
    const envelope = await store.seal("a secret", { purpose });
    for (const name of ["iv", "ciphertext"] as const) {
      for (const bytes of flipBits(Buffer.from(envelope[name], "base64url"))) {
        const changed = { ...envelope, [name]: Buffer.from(bytes).toString("base64url") };
        const { code } = await catchSealed(store.open(changed, { purpose }));
        expect(code).toBe("tampered");
      }
    }
  });

  test("is rejected for every bit of its stored form, including the passphrase settings", async () => {
    const store = createStore();
    const envelope = await store.seal("a secret", { purpose, passphrase: testPassphrase });
    const stored = new TextEncoder().encode(JSON.stringify(envelope));
    for (const bytes of flipBits(stored)) {
      let changed: unknown;
      try {
        changed = JSON.parse(new TextDecoder().decode(bytes));
      } catch {
        continue;
      }
      const opening = store.open(changed, { purpose, passphrase: testPassphrase });
      const { code } = await catchSealed(opening);
      expect(["tampered", "malformed", "unknown-version"]).toContain(code);
    }
  });

  test.each<[string, (envelope: Envelope) => unknown, string]>([
    ["nothing", () => undefined, "malformed"],
    ["plain text", () => testSecret, "malformed"],
    ["another property", (envelope) => ({ ...envelope, more: 1 }), "malformed"],
    ["no version", ({ iv, ciphertext }) => ({ iv, ciphertext }), "malformed"],
    ["a newer version", (envelope) => ({ ...envelope, version: 2 }), "unknown-version"],
    ["padding", (envelope) => ({ ...envelope, iv: `${envelope.iv}=` }), "malformed"],
    [
      "a space",
      (envelope) => ({ ...envelope, ciphertext: ` ${envelope.ciphertext}` }),
      "malformed",
    ],
    ["an empty ciphertext", (envelope) => ({ ...envelope, ciphertext: "" }), "tampered"],
    ["no initialization vector", (envelope) => ({ ...envelope, iv: "" }), "tampered"],
  ])("with %s is rejected", async (_name, change, code) => {
    const store = createStore();
    const envelope = await store.seal(testSecret, { purpose });
    const error = await catchSealed(store.open(change(envelope), { purpose }));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/\. .*\.$/u);
  });

  test.each([1, 599_999, 10_000_001, 600_000.5])(
    "must not require %d iterations",
    async (iterations) => {
      const lock = { kdf: "PBKDF2-SHA-256", iterations, salt: "AAAA", iv: "AAAA" };
      const envelope = { version: 1, passphrase: lock, iv: "AAAA", ciphertext: "AAAA" };
      expect(envelopeSchema.safeParse(envelope).success).toBe(false);
    },
  );
});

describe("the device key", () => {
  test("is new for each secret, and not extractable", async () => {
    const store = createSealedStore({ crypto });
    const sealed = await Promise.all(["a", "b"].map((text) => store.seal(text, { purpose })));
    const [first, second] = sealed;
    if (first === undefined || second === undefined) throw new Error("Nothing was sealed.");
    const opened = sealed.map(({ envelope, key }) => store.open(envelope, key, { purpose }));
    expect(await Promise.all(opened)).toEqual(["a", "b"]);
    const crossed = store.open(second.envelope, first.key, { purpose });
    expect((await catchSealed(crossed)).code).toBe("tampered");
    for (const { key } of sealed) {
      expect(key.extractable).toBe(false);
      await expect(crypto.subtle.exportKey("raw", key)).rejects.toMatchObject({
        name: "InvalidAccessError",
      });
    }
  });

  test("is required: without it the secret stays closed", async () => {
    const envelope = await createStore().seal(testSecret, { purpose });
    const opening = createSealedStore({ crypto }).open(envelope, undefined, { purpose });
    expect((await catchSealed(opening)).code).toBe("no-key");
  });

  test("fails with our own message if the browser cannot create it", async () => {
    const { subtle } = crypto;
    const generateKey = () => Promise.reject(new Error(`the machine holds ${testSecret}`));
    const store = createSealedStore({
      crypto: {
        getRandomValues: (array) => crypto.getRandomValues(array),
        subtle: {
          generateKey,
          importKey: subtle.importKey.bind(subtle),
          deriveKey: subtle.deriveKey.bind(subtle),
          encrypt: subtle.encrypt.bind(subtle),
          decrypt: subtle.decrypt.bind(subtle),
        },
      },
    });
    const error = await catchSealed(store.seal(testSecret, { purpose }));
    expect(error.code).toBe("key-store-failed");
    expect(error.cause).toBeUndefined();
    expect(`${error.message}${error.stack}`).not.toContain(testSecret);
  });
});

test.each(["", "1234567", "\u{1f511}\u{1f511}\u{1f511}\u{1f511}"])(
  "a passphrase that is too short is rejected (%#)",
  async (passphrase) => {
    const error = await catchSealed(createStore().seal(testSecret, { purpose, passphrase }));
    expect(error.code).toBe("weak-passphrase");
  },
);

test("no error contains the secret, the passphrase or the envelope", async () => {
  const store = createStore();
  const envelope = await store.seal(testSecret, { purpose, passphrase: testPassphrase });
  const attempts = [
    store.open(envelope, { purpose, passphrase: "wrong-but-secret" }),
    store.open({ ...envelope, iv: "AAAA" }, { purpose, passphrase: testPassphrase }),
    store.open({ ...envelope, secret: testSecret }, { purpose, passphrase: testPassphrase }),
  ];
  for (const error of await Promise.all(attempts.map((attempt) => catchSealed(attempt)))) {
    const told = `${error.message} ${error.stack} ${String(error.cause)} ${JSON.stringify(error)}`;
    for (const word of [testSecret, testPassphrase, "wrong-but-secret", envelope.ciphertext])
      expect(told).not.toContain(word);
  }
});
