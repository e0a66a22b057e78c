import { describe, expect, test } from "vitest";
import { createKeyRing, createTenantKeyPair } from "../../../../tenant/core/keys.ts";

describe("the key ring", () => {
  test("signs with the new key after a rotation, and serves the previous key but no older one", async () => {
    const ring = createKeyRing(createTenantKeyPair());
    const first = await ring.current();
    const second = await ring.rotate();
    expect((await ring.list()).map((each) => each.kid)).toEqual([second.kid, first.kid]);
    expect(await ring.findPublicKey(first.kid)).toBe(first.publicKey);
    const third = await ring.rotate();
    expect(await ring.current()).toBe(third);
    expect((await ring.list()).map((each) => each.kid)).toEqual([third.kid, second.kid]);
    expect(await ring.findPublicKey(first.kid)).toBe(third.publicKey);
  });

  test("saves the key that signed a token, also if nobody has read the key set", async () => {
    const ring = createKeyRing(createTenantKeyPair());
    const { privateJwk } = await ring.current();
    expect(ring.save()).toEqual([privateJwk]);
    const next = await ring.rotate();
    expect(ring.save()).toEqual([next.privateJwk, privateJwk]);
  });
});
