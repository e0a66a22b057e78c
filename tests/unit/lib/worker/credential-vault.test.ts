import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../lib/management/management-error.ts";
import {
  createCredentialVault,
  keptCredentialSchema,
} from "../../../../lib/worker/credential-vault.ts";
import { createClock, createNetwork } from "../management/fakes.ts";
import { createMemoryItem } from "./memory-item.ts";

const tenant = { id: "t1", name: "Acme", origin: "https://acme.example", clientId: "app" };
const input = { kind: "client_credentials", clientId: "m2m", clientSecret: "s3cret" } as const;

function tokenAnswer(token: string, lifetime = 3_600): Response {
  return Response.json({ access_token: token, expires_in: lifetime });
}

/** An answer that comes when the test says so; `asked` settles when it is waited for. */
function createLateAnswer() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  return {
    asked: asked.promise,
    resolve: answer.resolve,
    answer: () => {
      asked.resolve();
      return answer.promise;
    },
  };
}

function openVault(...answers: Parameters<typeof createNetwork>) {
  const clock = createClock();
  const network = createNetwork(...answers);
  const stored = createMemoryItem((value) => keptCredentialSchema.parse(value));
  const open = () => createCredentialVault(stored, { fetch: network.fetch, clock });
  return { clock, stored, sent: network.sent, open, vault: open() };
}

describe("saving a credential", () => {
  test("asks the tenant for a token once, and keeps credential and token together", async () => {
    const { vault, stored, sent } = openVault(tokenAnswer("first"));
    expect(await vault.save(tenant, input)).toEqual({ kind: "client_credentials", scopes: [] });
    expect(await vault.accessToken(tenant)()).toBe("first");
    expect(sent.map(({ url }) => url)).toEqual(["https://acme.example/oauth/token"]);
    expect(sent[0]?.body).toContain("audience=https%3A%2F%2Facme.example%2Fapi%2Fv2%2F");
    expect(await stored.read()).toMatchObject({ tenantId: "t1", held: { token: "first" } });
  });

  test("a credential that the tenant refuses changes nothing", async () => {
    const { vault, stored } = openVault(
      tokenAnswer("first"),
      Response.json({ error: "access_denied" }, { status: 401 }),
    );
    await vault.save(tenant, input);
    const before = stored.text;
    const wrong = vault.save(tenant, { ...input, clientSecret: "wrong-s3cret" });
    await expect(wrong).rejects.toBeInstanceOf(ManagementError);
    expect(stored.text).toBe(before);
    expect(await vault.accessToken(tenant)()).toBe("first");
  });

  test("a pasted token needs no request, and is described by what it says of itself", async () => {
    const payload = Buffer.from(JSON.stringify({ scope: "read:events", exp: 4_000_000_000 }));
    const token = `e30.${payload.toString("base64url")}.c2ln`;
    const { vault, sent } = openVault();
    const summary = { kind: "access_token", scopes: ["read:events"], expiresAt: 4e12 };
    expect(await vault.save(tenant, { kind: "access_token", token })).toEqual(summary);
    expect(await vault.summary(tenant)).toEqual(summary);
    expect(await vault.accessToken(tenant)()).toBe(token);
    expect(sent).toEqual([]);
  });
});

describe("a stored credential", () => {
  test("belongs to its tenant alone", async () => {
    const { vault } = openVault(tokenAnswer("first"));
    await vault.save(tenant, input);
    const other = { ...tenant, id: "t2", origin: "https://other.example" };
    expect(await vault.summary(other)).toBeUndefined();
    await expect(vault.accessToken(other)()).rejects.toMatchObject({ code: "no-credential" });
  });

  test("gives its token to the next worker until it is due for renewal", async () => {
    const { clock, open, vault, sent } = openVault(tokenAnswer("first"), tokenAnswer("second"));
    await vault.save(tenant, input);
    expect(await open().accessToken(tenant)()).toBe("first");
    expect(sent).toHaveLength(1);
    clock.advance(3_600_000);
    expect(await open().accessToken(tenant)()).toBe("second");
    expect(await open().accessToken(tenant)()).toBe("second");
    expect(sent).toHaveLength(2);
  });

  test("is asked for once by callers that come together", async () => {
    const { clock, open, vault, sent } = openVault(tokenAnswer("first"), tokenAnswer("second"));
    await vault.save(tenant, input);
    clock.advance(3_600_000);
    const source = open().accessToken(tenant);
    expect(await Promise.all([source(), source(), source()])).toEqual(
      Array.from({ length: 3 }, () => "second"),
    );
    expect(sent).toHaveLength(2);
  });

  test("is gone once it is forgotten", async () => {
    const { vault, stored } = openVault(tokenAnswer("first"));
    await vault.save(tenant, input);
    await vault.forget();
    expect(stored.text).toBeUndefined();
    expect(await vault.summary(tenant)).toBeUndefined();
    await expect(vault.accessToken(tenant)()).rejects.toMatchObject({ code: "no-credential" });
  });

  test("stays forgotten when the answer to a renewal comes late", async () => {
    const late = createLateAnswer();
    const { vault, stored } = openVault(tokenAnswer("first"), late.answer);
    await vault.save(tenant, input);
    const renewal = vault.accessToken(tenant)({ renew: true });
    await late.asked;
    await vault.forget();
    late.resolve(tokenAnswer("second"));
    await renewal;
    expect(stored.text).toBeUndefined();
  });

  test("is not put back in the place of another one by a renewal that comes late", async () => {
    const late = createLateAnswer();
    const { vault, stored } = openVault(tokenAnswer("first"), late.answer, tokenAnswer("third"));
    await vault.save(tenant, input);
    const renewal = vault.accessToken(tenant)({ renew: true });
    await late.asked;
    await vault.save(tenant, { ...input, clientId: "m2m-2" });
    late.resolve(tokenAnswer("second"));
    await renewal;
    expect(await stored.read()).toMatchObject({
      credential: { clientId: "m2m-2" },
      held: { token: "third" },
    });
  });
});
