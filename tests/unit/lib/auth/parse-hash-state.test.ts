import { describe, expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { beginLogin, createJudge } from "./judged-responses.ts";
import { fragment } from "./signed-tokens.ts";

describe("parseHash and the state", () => {
  const mismatch = {
    error: "invalid_token",
    errorDescription: expect.stringContaining("`state` does not match."),
  };

  test("accepts a response once", async () => {
    const { webAuth, hash } = await beginLogin();
    expect(await webAuth.parseHash({ hash })).not.toBeNull();
    const error = await catchAuthError(webAuth.parseHash({ hash }));
    expect(error).toMatchObject({ ...mismatch, reason: "state_unknown" });
  });

  test("accepts a response once, also for two parallel calls", async () => {
    const { webAuth, hash } = await beginLogin();
    const outcomes = await Promise.allSettled([
      webAuth.parseHash({ hash }),
      webAuth.parseHash({ hash }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("accepts a response for 30 minutes", async () => {
    const intime = await beginLogin();
    intime.clock.advance(30 * 60 * 1000 - 1);
    expect(await intime.webAuth.parseHash({ hash: intime.hash })).not.toBeNull();
    const late = await beginLogin();
    late.clock.advance(30 * 60 * 1000);
    const error = await catchAuthError(late.webAuth.parseHash({ hash: late.hash }));
    expect(error).toMatchObject({ ...mismatch, reason: "state_expired" });
  });

  test(
    "checks against a given state, and distinguishes a missing from a different one",
    { tags: ["library.parse-hash.state"] },
    async () => {
      const { parseHash } = createJudge();
      const members = { access_token: "a", state: "mine" };
      expect(await parseHash({ hash: fragment(members), state: "mine" })).toMatchObject({
        accessToken: "a",
        appState: "mine",
      });
      const different = parseHash({
        hash: fragment({ ...members, state: "other" }),
        state: "mine",
      });
      expect(await catchAuthError(different)).toMatchObject({
        ...mismatch,
        reason: "state_different",
      });
      const missing = parseHash({ hash: fragment({ access_token: "a" }), state: "mine" });
      expect(await catchAuthError(missing)).toMatchObject({ ...mismatch, reason: "state_missing" });
    },
  );

  test("rejects a response without a pending login", async () => {
    const { parseHash } = createJudge();
    const unknown = parseHash({ hash: fragment({ access_token: "a", state: "s" }) });
    expect(await catchAuthError(unknown)).toMatchObject({ ...mismatch, reason: "state_unknown" });
    const stateless = parseHash({ hash: fragment({ access_token: "a" }) });
    expect(await catchAuthError(stateless)).toMatchObject({ ...mismatch, reason: "state_missing" });
  });

  test.each(["{}", "null", "no JSON", '{"expiresAt":"soon"}', '{"expiresAt":9e15,"nonce":1}'])(
    "rejects a response whose stored login is %j",
    async (text) => {
      const { webAuth, hash, storage } = await beginLogin();
      for (const key of storage.keys()) storage.set(key, text);
      const error = await catchAuthError(webAuth.parseHash({ hash }));
      expect(error).toMatchObject({ ...mismatch, reason: "state_unknown" });
    },
  );

  test("keeps parallel logins separate", async () => {
    const first = await beginLogin();
    const second = await beginLogin();
    for (const [key, value] of second.storage) first.storage.set(key, value);
    const swapped = new URLSearchParams(first.hash.slice(1));
    swapped.set("state", second.state);
    const error = await catchAuthError(first.webAuth.parseHash({ hash: `#${swapped.toString()}` }));
    expect(error).toMatchObject({ error: "invalid_token", reason: "nonce" });
    expect(await first.webAuth.parseHash({ hash: first.hash })).not.toBeNull();
  });
});
