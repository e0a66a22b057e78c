import { describe, expect, test } from "vitest";
import { createWebAuth } from "./compared.ts";

/** Known random values: the first 32 bytes are ones, the next twos, and so on. */
function createCountingCrypto() {
  let count = 0;
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => bytes.fill((count += 1));
  return { getRandomValues, subtle: crypto.subtle };
}

const encode = (byte: number) => Buffer.alloc(32, byte).toString("base64url");

describe("the state, the nonce and the verifier of a login", () => {
  test("are 32 bytes each of the crypto port", async () => {
    const visited: string[] = [];
    const storage = new Map<string, string>();
    const navigation = { goTo: (url: string) => visited.push(url) };
    const { authorize } = createWebAuth({ crypto: createCountingCrypto(), navigation, storage });
    await authorize({ responseType: "id_token", pkce: true });
    const sent = new URL(visited[0] ?? "").searchParams;
    expect([sent.get("state"), sent.get("nonce")]).toEqual([encode(1), encode(2)]);
    const kept = [...storage.entries()].join();
    expect(kept).toContain(`/${encode(1)},`);
    expect(kept).toContain(`"code_verifier":"${encode(3)}"`);
  });
});
