import { describe, expect, test } from "vitest";
import {
  createRememberedSecrets,
  type EnvelopeStore,
  type KeyRing,
} from "../../../../../lib/management/credentials/remembered-secrets.ts";
import { SealedStoreError } from "../../../../../lib/management/credentials/sealed-store-error.ts";

const testSecret = "the-client-secret-of-the-tenant";
const testPassphrase = "correct horse battery";
const [one, other] = ["https://one.example", "https://other.example"] as const;

/** A device with ciphertexts and keys in two places, and a window that may be private. */
function createDevice() {
  const envelopes = new Map<string, string>();
  const keys = new Map<string, CryptoKey>();
  const device = {
    envelopes,
    keys,
    isPrivate: false,
    /** The operations that fail from now on, with messages that must not be passed on. */
    broken: new Set<string>(),
    /** The operations on the two places, in order. */
    done: [] as string[],
  };

  async function run<Value>(name: string, work: () => Value): Promise<Value> {
    if (device.broken.has(name)) throw new Error(`${name} failed with ${testSecret}`);
    device.done.push(name);
    return work();
  }

  const envelopeStore: EnvelopeStore = {
    read: (purpose) =>
      run("envelope.read", (): unknown => {
        const text = envelopes.get(purpose);
        return text === undefined ? undefined : JSON.parse(text);
      }),
    write: (purpose, envelope) =>
      run("envelope.write", () => void envelopes.set(purpose, JSON.stringify(envelope))),
    remove: (purpose) => run("envelope.remove", () => void envelopes.delete(purpose)),
    removeAll: () => run("envelope.removeAll", () => envelopes.clear()),
  };
  const keyRing: KeyRing = {
    keyOf: (purpose) => ({
      read: () => run("key.read", () => keys.get(purpose)),
      write: (key) => run("key.write", () => void keys.set(purpose, key)),
      remove: () => run("key.remove", () => void keys.delete(purpose)),
    }),
    retain: (purposes) =>
      run("key.retain", () => {
        for (const known of keys.keys()) if (!purposes.includes(known)) keys.delete(known);
      }),
  };
  /** Restarts the worker on this device. */
  const start = () =>
    createRememberedSecrets({
      crypto,
      envelopes: envelopeStore,
      keys: keyRing,
      erase: async (removals) => {
        try {
          await removals();
        } finally {
          await run("erase.end", () => undefined);
        }
      },
      isPrivate: async () => device.isPrivate,
    });
  return { ...device, device, start };
}

async function catchCode(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof SealedStoreError)) throw error;
    const told = `${error.message} ${error.stack} ${String(error.cause)}`;
    return told.includes(testSecret) ? "told the secret" : error.code;
  }
  return "succeeded";
}

describe("a remembered secret", () => {
  test("is available to the next worker, and never stored in clear text", async () => {
    const { start, envelopes, keys } = createDevice();
    await start().remember(one, testSecret);
    const later = start();
    expect(await later.state(one)).toBe("sealed");
    expect(await later.recall(one)).toBe(testSecret);
    const stored = [...envelopes.values()].join("");
    for (const form of [testSecret, btoa(testSecret).replaceAll("=", ""), testSecret.slice(4, 20)])
      expect(stored).not.toContain(form);
    for (const key of keys.values()) expect(key.extractable).toBe(false);
  });

  test("requires its passphrase if one was set", async () => {
    const { start } = createDevice();
    await start().remember(one, testSecret, { passphrase: testPassphrase });
    const later = start();
    expect(await later.state(one)).toBe("locked");
    expect(await catchCode(later.recall(one))).toBe("passphrase-needed");
    expect(await catchCode(later.recall(one, { passphrase: "another one" }))).toBe(
      "wrong-passphrase",
    );
    expect(await later.recall(one, { passphrase: testPassphrase })).toBe(testSecret);
  });

  test("is undefined if none was stored", async () => {
    const secrets = createDevice().start();
    expect(await secrets.state(one)).toBe("none");
    expect(await secrets.recall(one)).toBeUndefined();
  });

  test("has its own key, so that one tenant's key opens no other secret", async () => {
    const { start, envelopes, keys } = createDevice();
    const secrets = start();
    await secrets.remember(one, testSecret);
    await secrets.remember(other, testSecret);
    expect(keys.size).toBe(2);
    envelopes.set(other, envelopes.get(one) ?? "");
    expect(await catchCode(secrets.recall(other))).toBe("tampered");
    expect(await secrets.recall(one)).toBe(testSecret);
  });
});

describe("a replaced secret", () => {
  test("gets a new key, and the old envelope is erased before the new one is written", async () => {
    const { start, device, envelopes, keys } = createDevice();
    const secrets = start();
    await secrets.remember(one, testSecret);
    const [before, keyBefore] = [envelopes.get(one), keys.get(one)];
    device.done.splice(0);
    await secrets.remember(one, "another");
    expect(device.done).toEqual([
      "envelope.read",
      "envelope.remove",
      "key.remove",
      "erase.end",
      "key.write",
      "envelope.write",
    ]);
    expect(keys.get(one)).not.toBe(keyBefore);
    envelopes.set(one, before ?? "");
    expect(await catchCode(secrets.recall(one))).toBe("tampered");
  });

  test("stays unchanged if the new passphrase is too short", async () => {
    const { start } = createDevice();
    const secrets = start();
    await secrets.remember(one, testSecret);
    const weak = secrets.remember(one, "another", { passphrase: "short" });
    expect(await catchCode(weak)).toBe("weak-passphrase");
    expect(await secrets.recall(one)).toBe(testSecret);
  });
});

describe("forgetting", () => {
  test("removes the ciphertext first and then the key, and keeps other tenants", async () => {
    const { start, device, envelopes, keys } = createDevice();
    const secrets = start();
    await secrets.remember(one, testSecret);
    await secrets.remember(other, "another");
    device.done.splice(0);
    await secrets.forget(one);
    expect(device.done).toEqual(["envelope.remove", "key.remove", "erase.end"]);
    expect([...envelopes.keys()]).toEqual([other]);
    expect([...keys.keys()]).toEqual([other]);
    expect(await secrets.state(one)).toBe("none");
    expect(await secrets.recall(other)).toBe("another");
  });

  test("removes all ciphertexts and keys, including those of unknown purposes", async () => {
    const { start, envelopes, keys } = createDevice();
    await start().remember(one, testSecret);
    await start().remember(other, testSecret, { passphrase: testPassphrase });
    await start().forgetEverything();
    expect([envelopes.size, keys.size]).toEqual([0, 0]);
  });

  test("makes an old copy of the ciphertext useless", async () => {
    const { start, envelopes } = createDevice();
    const secrets = start();
    await secrets.remember(one, testSecret);
    const copy = envelopes.get(one) ?? "";
    await secrets.forget(one);
    envelopes.set(one, copy);
    expect(await catchCode(secrets.recall(one))).toBe("no-key");
    await secrets.remember(one, "a new one");
    envelopes.set(one, copy);
    expect(await catchCode(secrets.recall(one))).toBe("tampered");
  });

  test("is not undone by a slow seal that started before", async () => {
    const { start, envelopes, keys } = createDevice();
    const secrets = start();
    const sealing = secrets.remember(one, testSecret, { passphrase: testPassphrase });
    await Promise.all([sealing, secrets.forget(one)]);
    expect([envelopes.size, keys.size]).toEqual([0, 0]);
  });

  test.each([
    ["envelope.remove", "key.remove"],
    ["key.remove", "envelope.remove"],
    ["erase.end", "key.remove"],
  ])(
    "fails as a whole if one store fails, and still removes the other: %s",
    async (broken, whole) => {
      const { start, device } = createDevice();
      const secrets = start();
      await secrets.remember(one, testSecret);
      device.broken.add(broken);
      expect(await catchCode(secrets.forget(one))).toBe("forget-failed");
      expect(device.done).toContain(whole);
      device.broken.clear();
      await secrets.forget(one);
      expect([device.envelopes.size, device.keys.size]).toEqual([0, 0]);
    },
  );
});

describe("a private window", () => {
  test("stores nothing, returns nothing, and can forget", async () => {
    const { start, device, envelopes, keys } = createDevice();
    const secrets = start();
    await secrets.remember(one, testSecret);
    device.isPrivate = true;
    expect(await catchCode(secrets.remember(other, testSecret))).toBe("private-window");
    expect([envelopes.has(other), keys.has(other)]).toEqual([false, false]);
    expect(await secrets.state(one)).toBe("none");
    expect(await secrets.recall(one)).toBeUndefined();
    await secrets.forget(one);
    expect([envelopes.size, keys.size]).toEqual([0, 0]);
  });
});

describe("an unreadable stored secret", () => {
  test.each([
    "null",
    "{}",
    '"text"',
    '{"version":1,"iv":"AAAA"}',
    '{"version":1,"iv":"A","ciphertext":1}',
  ])("is reported as damaged, and can be forgotten: %s", async (text) => {
    const { start, envelopes } = createDevice();
    const secrets = start();
    await secrets.remember(one, testSecret);
    envelopes.set(one, text);
    expect(await secrets.state(one)).toBe("damaged");
    expect(await catchCode(secrets.recall(one))).toBe("malformed");
    await secrets.forget(one);
    expect(await secrets.state(one)).toBe("none");
  });

  test.each(["envelope.read", "envelope.write", "key.read", "key.write"])(
    "or a failed write is reported with our own message: %s",
    async (broken) => {
      const { start, device } = createDevice();
      const secrets = start();
      if (broken.endsWith("read")) await secrets.remember(one, testSecret);
      device.broken.add(broken);
      const work = broken.endsWith("read")
        ? secrets.recall(one)
        : secrets.remember(one, testSecret);
      expect(await catchCode(work)).toBe(
        broken.startsWith("key") ? "key-store-failed" : "storage-failed",
      );
      device.broken.clear();
      await secrets.remember(one, "after that");
      expect(await secrets.recall(one)).toBe("after that");
    },
  );
});
