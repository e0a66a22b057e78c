import { describe, expect, test } from "vitest";
import type { StoragePort } from "../../../../lib/auth/index.ts";
import { catchAuthError } from "./caught-error.ts";
import { createOurs } from "./compared.ts";
import { FakeClock, listLogins } from "./fake-ports.ts";
import { fragment } from "./signed-tokens.ts";

// The logins that a page has begun and that wait for their responses.

const minute = 60 * 1000;

/** A page that can begin logins, and the storage that they wait in. */
function setUp(storage: StoragePort = new Map<string, string>()) {
  const clock = new FakeClock();
  let visited = "";
  const goTo = (url: string) => {
    visited = url;
  };
  const { authorize, parseHash } = createOurs({ clock, storage, navigation: { goTo } });
  const begin = async () => {
    await authorize();
    const state = new URL(visited).searchParams.get("state") ?? "";
    return fragment({ access_token: "a", state });
  };
  const finish = (hash: string) => parseHash({ hash });
  return { clock, begin, finish };
}

describe("a login that waits", () => {
  test("goes on waiting while others are begun, also in a storage that answers with promises", async () => {
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

  test("is told that its time is over for another 30 minutes, also when others were begun meanwhile", async () => {
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

  test("belongs to its tenant: another one's library refuses the response, and leaves it to whoever began it", async () => {
    const storage = new Map<string, string>();
    const { begin, finish } = setUp(storage);
    const hash = await begin();
    const other = createOurs({ storage }, { domain: "other.example" });
    expect(await catchAuthError(other.parseHash({ hash }))).toMatchObject({
      reason: "state_unknown",
    });
    expect((await finish(hash))?.accessToken).toBe("a");
  });

  test("costs the logins that are begun after it nothing, also when 1,500 wait", async () => {
    const storage = new Map<string, string>();
    let uses = 0;
    const counting: StoragePort = {
      get: (key) => ((uses += 1), storage.get(key)),
      set: (key, value) => ((uses += 1), storage.set(key, value)),
      delete: (key) => ((uses += 1), storage.delete(key)),
      keys: () => ((uses += storage.size), storage.keys()),
    };
    let hash = "";
    // Each login leaves the page, so the next one begins in a new instance.
    for (let begun = 0; begun < 1500; begun += 1) hash = await setUp(counting).begin();
    expect(uses / 1500).toBeLessThan(5);
    expect((await setUp(counting).finish(hash))?.accessToken).toBe("a");
  });

  test("is cleared away when it is no login, as other code of the page may write there", async () => {
    const storage = new Map([["auth.transaction.odd", "no JSON"]]);
    await setUp(storage).begin();
    expect(storage.has("auth.transaction.odd")).toBe(false);
    expect(listLogins(storage)).toHaveLength(1);
  });
});
