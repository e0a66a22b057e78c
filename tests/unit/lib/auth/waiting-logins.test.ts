import { describe, expect, test } from "vitest";
import type { StoragePort } from "../../../../lib/auth/index.ts";
import { catchAuthError } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";
import { FakeClock, listLogins } from "./fake-ports.ts";
import { fragment } from "./signed-tokens.ts";

// Pending logins.

const minute = 60 * 1000;

/** A page that begins logins, and the storage of their transactions. */
function setUp(storage: StoragePort = new Map<string, string>()) {
  const clock = new FakeClock();
  let visited = "";
  const goTo = (url: string) => {
    visited = url;
  };
  const { authorize, parseHash } = createWebAuth({ clock, storage, navigation: { goTo } });
  const begin = async () => {
    await authorize();
    const state = new URL(visited).searchParams.get("state") ?? "";
    return fragment({ access_token: "a", state });
  };
  const finish = (hash: string) => parseHash({ hash });
  return { clock, begin, finish };
}

describe("a pending login", () => {
  test("stays pending while other logins begin, also in an asynchronous storage", async () => {
    const map = new Map<string, string>();
    const slow: StoragePort = {
      get: async (key) => map.get(key),
      set: async (key, value) => map.set(key, value),
      delete: async (key) => map.delete(key),
      keys: async () => [...map.keys()],
    };
    for (const storage of [slow, new Map<string, string>()]) {
      const { begin, finish } = setUp(storage);
      const hashes = [await begin(), await begin(), await begin()];
      for (const hash of hashes) expect((await finish(hash))?.accessToken).toBe("a");
    }
  });

  test("is reported as expired for another 30 minutes, also after other logins began", async () => {
    const { clock, begin, finish } = setUp();
    const late = await begin();
    clock.advance(59 * minute);
    await begin();
    expect(await catchAuthError(finish(late))).toMatchObject({ reason: "state_expired" });
    const forgotten = await begin();
    clock.advance(60 * minute);
    await begin();
    expect(await catchAuthError(finish(forgotten))).toMatchObject({ reason: "state_unknown" });
  });

  test("belongs to its tenant: the library of another tenant rejects the response and keeps the login", async () => {
    const storage = new Map<string, string>();
    const { begin, finish } = setUp(storage);
    const hash = await begin();
    const other = createWebAuth({ storage }, { domain: "other.example" });
    expect(await catchAuthError(other.parseHash({ hash }))).toMatchObject({
      reason: "state_unknown",
    });
    expect((await finish(hash))?.accessToken).toBe("a");
  });

  test("does not slow later logins down, also with 1,500 pending", async () => {
    const storage = new Map<string, string>();
    let uses = 0;
    const counting: StoragePort = {
      get: (key) => ((uses += 1), storage.get(key)),
      set: (key, value) => ((uses += 1), storage.set(key, value)),
      delete: (key) => ((uses += 1), storage.delete(key)),
      keys: () => ((uses += storage.size), storage.keys()),
    };
    let hash = "";
    // Each login leaves the page, so a new instance begins the next one.
    for (let begun = 0; begun < 1500; begun += 1) hash = await setUp(counting).begin();
    expect(uses / 1500).toBeLessThan(5);
    expect((await setUp(counting).finish(hash))?.accessToken).toBe("a");
  });

  test("is removed if it is invalid, because other code of the page can write to the storage", async () => {
    const storage = new Map([["auth.transaction.odd", "no JSON"]]);
    await setUp(storage).begin();
    expect(storage.has("auth.transaction.odd")).toBe(false);
    expect(listLogins(storage)).toHaveLength(1);
  });
});
