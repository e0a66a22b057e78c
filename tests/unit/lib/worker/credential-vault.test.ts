import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../lib/management/refusals/management-error.ts";
import { createSealedStore } from "../../../../lib/management/credentials/sealed-store.ts";
import {
  createCredentialVault,
  type CredentialVault,
  keptCredentialsSchema,
  rememberedKindsSchema,
  sealedCredentialsSchema,
  sessionCredentialsSchema,
} from "../../../../lib/worker/credential-vault.ts";
import { createClock, createNetwork } from "../management/fakes.ts";
import { sampleTenant } from "../messages/sample-activity.ts";
import { createDeviceStorage } from "../../../../lib/worker/device-storage.ts";
import { createMemoryArea, type StorageStep } from "./memory-area.ts";
import { createMemoryItem } from "./memory-item.ts";
import { createMemoryKeys } from "./memory-keys.ts";

const tenant = { ...sampleTenant, id: "t1", origin: "https://acme.example" };
const session = { remembering: "session" } as const;
const input = { kind: "client_credentials", clientId: "m2m", clientSecret: "s3cret" } as const;

function tokenAnswer(token: string, lifetime = 3_600): Response {
  return Response.json({ access_token: token, expires_in: lifetime });
}

/** Creates a response that the test resolves; `asked` resolves after the request. */
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
  const stored = createMemoryItem((value) => keptCredentialsSchema.parse(value));
  const local = createMemoryArea();
  local.values.set("settings", "{}");
  const sealed = local.item("sealedCredentials", (value) => sealedCredentialsSchema.parse(value));
  const kinds = local.item("rememberedKinds", (value) => rememberedKindsSchema.parse(value));
  const inMemory = local.item("sessionCredentials", (value) =>
    sessionCredentialsSchema.parse(value),
  );
  const keys = createMemoryKeys();
  const open = () =>
    createCredentialVault(
      { kept: stored, sealed, kinds, inMemory },
      { fetch: network.fetch, clock, random: () => 0.5, crypto, keys: keys.ring },
      createDeviceStorage(local.ports),
    );
  return {
    clock,
    local,
    stored,
    sealed,
    kinds,
    keys: keys.kept,
    sent: network.sent,
    open,
    vault: open(),
    /** Closes the browser, which removes the session's values, and opens a new vault. */
    closeBrowser: async () => {
      await stored.remove();
      const next = open();
      await next.browserStarted();
      return next;
    },
    /** Updates the extension, which removes the session's values, and opens a new vault. */
    update: async () => {
      await stored.remove();
      return open();
    },
  };
}

describe("saving a credential", () => {
  test("requests one token from the tenant, and stores credential and token together", async () => {
    const { vault, stored, sent } = openVault(tokenAnswer("first"));
    expect(await vault.save(tenant, input, session)).toEqual({
      kind: "client_credentials",
      scopes: [],
      remembering: "session",
      isLocked: false,
    });
    expect(await vault.accessToken(tenant.id)()).toBe("first");
    expect(sent.map(({ url }) => url)).toEqual(["https://acme.example/oauth/token"]);
    expect(sent[0]?.body).toContain("audience=https%3A%2F%2Facme.example%2Fapi%2Fv2%2F");
    expect(await stored.read()).toMatchObject({ t1: { held: { token: "first" } } });
  });

  test("stores nothing if the tenant rejects the credential", async () => {
    const { vault, stored } = openVault(
      tokenAnswer("first"),
      Response.json({ error: "access_denied" }, { status: 401 }),
    );
    await vault.save(tenant, input, session);
    const before = stored.text;
    const wrong = vault.save(tenant, { ...input, clientSecret: "wrong-s3cret" }, session);
    await expect(wrong).rejects.toBeInstanceOf(ManagementError);
    expect(stored.text).toBe(before);
    expect(await vault.accessToken(tenant.id)()).toBe("first");
  });

  test("needs no request for a pasted token, and describes it by its claims", async () => {
    const payload = Buffer.from(JSON.stringify({ scope: "read:events", exp: 4_000_000_000 }));
    const token = `e30.${payload.toString("base64url")}.c2ln`;
    const { vault, sent } = openVault();
    const summary = {
      kind: "access_token",
      scopes: ["read:events"],
      expiresAt: 4e12,
      remembering: "session",
      isLocked: false,
    };
    expect(await vault.save(tenant, { kind: "access_token", token }, session)).toEqual(summary);
    expect(await vault.summary(tenant.id)).toEqual(summary);
    expect(await vault.accessToken(tenant.id)()).toBe(token);
    expect(sent).toEqual([]);
  });
});

describe("a stored credential", () => {
  test("belongs only to its tenant", async () => {
    const { vault } = openVault(tokenAnswer("first"));
    await vault.save(tenant, input, session);
    const other = { ...tenant, id: "t2", origin: "https://other.example" };
    expect(await vault.summary(other.id)).toBeUndefined();
    await expect(vault.accessToken(other.id)()).rejects.toMatchObject({ code: "no-credential" });
  });

  test("provides its token to the next worker until the token is due for renewal", async () => {
    const { clock, open, vault, sent } = openVault(tokenAnswer("first"), tokenAnswer("second"));
    await vault.save(tenant, input, session);
    expect(await open().accessToken(tenant.id)()).toBe("first");
    expect(sent).toHaveLength(1);
    clock.advance(3_600_000);
    expect(await open().accessToken(tenant.id)()).toBe("second");
    expect(await open().accessToken(tenant.id)()).toBe("second");
    expect(sent).toHaveLength(2);
  });

  test("is renewed once for concurrent callers", async () => {
    const { clock, open, vault, sent } = openVault(tokenAnswer("first"), tokenAnswer("second"));
    await vault.save(tenant, input, session);
    clock.advance(3_600_000);
    const source = open().accessToken(tenant.id);
    expect(await Promise.all([source(), source(), source()])).toEqual(
      Array.from({ length: 3 }, () => "second"),
    );
    expect(sent).toHaveLength(2);
  });

  test("is missing after it is forgotten", async () => {
    const { vault, stored } = openVault(tokenAnswer("first"));
    await vault.save(tenant, input, session);
    await vault.forget(tenant.id);
    expect(stored.text).toBeUndefined();
    expect(await vault.summary(tenant.id)).toBeUndefined();
    await expect(vault.accessToken(tenant.id)()).rejects.toMatchObject({ code: "no-credential" });
  });

  test("stays forgotten if the response of a renewal arrives late", async () => {
    const late = createLateAnswer();
    const { vault, stored } = openVault(tokenAnswer("first"), late.answer);
    await vault.save(tenant, input, session);
    const renewal = vault.accessToken(tenant.id)({ renew: true });
    await late.asked;
    await vault.forget(tenant.id);
    late.resolve(tokenAnswer("second"));
    await renewal;
    expect(stored.text).toBeUndefined();
  });

  test("is not replaced by the late renewal of an earlier credential", async () => {
    const late = createLateAnswer();
    const { vault, stored } = openVault(tokenAnswer("first"), late.answer, tokenAnswer("third"));
    await vault.save(tenant, input, session);
    const renewal = vault.accessToken(tenant.id)({ renew: true });
    await late.asked;
    await vault.save(tenant, { ...input, clientId: "m2m-2" }, session);
    late.resolve(tokenAnswer("second"));
    await renewal;
    expect(await stored.read()).toMatchObject({
      t1: { credential: { clientId: "m2m-2" }, held: { token: "third" } },
    });
  });
});

describe("a remembered credential", () => {
  const device = { remembering: "device" } as const;
  const passphrase = "correct horse battery";
  const locked = { remembering: "passphrase", passphrase } as const;

  test("is available after a restart of the browser, and never in clear text", async () => {
    const { vault, sealed, closeBrowser } = openVault(tokenAnswer("first"), tokenAnswer("second"));
    await vault.save(tenant, input, device);
    expect(sealed.text).not.toContain(input.clientSecret);
    expect(sealed.text).not.toContain(input.clientId);
    const later = await closeBrowser();
    expect(await later.summary(tenant.id)).toMatchObject({
      kind: "client_credentials",
      remembering: "device",
      isLocked: false,
    });
    expect(await later.accessToken(tenant.id)()).toBe("second");
  });

  test("requires its passphrase, and a wrong passphrase opens nothing", async () => {
    const { vault, closeBrowser } = openVault(tokenAnswer("first"), tokenAnswer("second"));
    await vault.save(tenant, input, locked);
    const later = await closeBrowser();
    const waiting = { kind: "client_credentials", scopes: [], isLocked: true };
    expect(await later.summary(tenant.id)).toMatchObject(waiting);
    await expect(later.accessToken(tenant.id)()).rejects.toMatchObject({ code: "locked" });
    await expect(later.unlock(tenant.id, "wrong horse battery")).rejects.toMatchObject({
      code: "wrong-passphrase",
    });
    expect(await later.summary(tenant.id)).toMatchObject(waiting);
    expect(await later.unlock(tenant.id, passphrase)).toMatchObject({ isLocked: false });
    expect(await later.accessToken(tenant.id)()).toBe("second");
  });

  test("is not stored with a passphrase that is too short", async () => {
    const { vault, stored, sealed } = openVault(tokenAnswer("first"));
    const weak = vault.save(tenant, input, { remembering: "passphrase", passphrase: "short" });
    await expect(weak).rejects.toMatchObject({ code: "weak-passphrase" });
    expect([stored.text, sealed.text]).toEqual([undefined, undefined]);
  });

  test("is removed from the device, with its key, if it is saved for the session only", async () => {
    const answers = [1, 2, 3].map((number) => tokenAnswer(`token-${number}`));
    const { vault, sealed, keys } = openVault(...answers);
    const other = { ...tenant, id: "t2", origin: "https://other.example" };
    await vault.save(tenant, input, device);
    await vault.save(other, input, device);
    await vault.save(tenant, input, session);
    expect(Object.keys((await sealed.read()) ?? {})).toEqual(["t2"]);
    expect([...keys.keys()]).toEqual(["t2"]);
    await vault.forget(other.id);
    expect(sealed.text).toBeUndefined();
    expect(keys.size).toBe(0);
  });

  test("opens only for its own tenant: an envelope moved to another tenant does not open", async () => {
    const { vault, sealed, closeBrowser } = openVault(tokenAnswer("first"), tokenAnswer("second"));
    await vault.save(tenant, input, device);
    await vault.save({ ...tenant, id: "t2" }, input, device);
    const { t1, t2 } = (await sealed.read()) ?? {};
    await sealed.write({ t1: t2, t2: t1 });
    const later = await closeBrowser();
    await expect(later.summary("t2")).rejects.toMatchObject({ code: "tampered" });
  });

  test("is removed with all others, and with the key, when everything is forgotten", async () => {
    const { vault, stored, sealed, kinds, keys } = openVault(tokenAnswer("first"));
    await vault.save(tenant, input, device);
    await vault.forgetEverything();
    expect([stored.text, sealed.text, kinds.text]).toEqual([undefined, undefined, undefined]);
    expect(keys.size).toBe(0);
    expect(await vault.summary(tenant.id)).toBeUndefined();
  });
});

describe("the browser's files", () => {
  const device = { remembering: "device" } as const;
  const other = { ...tenant, id: "t2", origin: "https://other.example" };

  test.each([
    ["forgetting the credential", (vault: CredentialVault) => vault.forget(tenant.id)],
    [
      "another credential on the device",
      (vault: CredentialVault) => vault.save(tenant, { ...input, clientId: "m2m-2" }, device),
    ],
    [
      "a passphrase",
      (vault: CredentialVault) =>
        vault.save(tenant, input, { remembering: "passphrase", passphrase: "correct horse" }),
    ],
    ["the session only", (vault: CredentialVault) => vault.save(tenant, input, session)],
    ["forgetting everything", (vault: CredentialVault) => vault.forgetEverything()],
  ] as const)("are rewritten on a change to: %s", async (_name, change) => {
    const { vault, local, keys } = openVault(...[1, 2, 3].map((each) => tokenAnswer(`t${each}`)));
    await vault.save(tenant, input, device);
    await vault.save(other, input, device);
    const before = keys.get(tenant.id);
    local.steps.splice(0);
    await change(vault);
    expect(local.steps.filter((step) => step === "area.clear")).toHaveLength(1);
    expect(keys.get(tenant.id)).not.toBe(before);
  });

  test("are not rewritten for a credential of the session, which was never on the device", async () => {
    const { vault, local } = openVault(tokenAnswer("first"));
    await vault.save(tenant, input, session);
    await vault.forget(tenant.id);
    expect(local.steps).not.toContain("area.clear");
  });

  test("are rewritten by the next forget if the rewriting failed, which is reported", async () => {
    const { vault, local } = openVault(tokenAnswer("first"));
    await vault.save(tenant, input, device);
    local.before = (step) => {
      if (step === "aside.write") throw new Error("the disk is full");
    };
    await expect(vault.forget(tenant.id)).rejects.toMatchObject({ code: "forget-failed" });
    expect(await vault.summary(tenant.id)).toBeUndefined();
    local.before = () => undefined;
    local.steps.splice(0);
    await vault.forget(tenant.id);
    expect(local.steps).toContain("area.clear");
    local.steps.splice(0);
    await vault.forget(tenant.id);
    expect(local.steps).not.toContain("area.clear");
  });
});

describe("a browser that closes during a forget", () => {
  const device = { remembering: "device" } as const;
  const other = { ...tenant, id: "t2", origin: "https://other.example" };

  async function endWhileForgetting(step: StorageStep) {
    const opened = openVault(...[1, 2, 3].map((each) => tokenAnswer(`t${each}`)));
    await opened.vault.save(tenant, input, device);
    await opened.vault.save(other, input, device);
    const reached = Promise.withResolvers<void>();
    opened.local.before = (begun) => {
      if (begun !== step || !opened.local.steps.includes("area.clear")) return undefined;
      reached.resolve();
      return new Promise(() => undefined);
    };
    void opened.vault.forget(tenant.id);
    await reached.promise;
    opened.local.before = () => undefined;
    return opened;
  }

  test("after the storage was cleared loses the other credentials and reports it, but not the forgotten one", async () => {
    const opened = await endWhileForgetting("area.write");
    const later = await opened.closeBrowser();
    expect(await later.summary(other.id)).toBeUndefined();
    expect(await later.lossOf(other.id)).toBe("erasure");
    expect(await later.lossOf(tenant.id)).toBeUndefined();
    await expect(later.accessToken(other.id)()).rejects.toMatchObject({
      code: "no-credential",
      message: expect.stringContaining("was lost"),
    });
    expect([...opened.keys.keys()]).toEqual([]);
    await later.save(other, input, device);
    expect(await later.lossOf(other.id)).toBeUndefined();
  });

  test("before the storage was cleared loses no credential, and the next worker continues to forget", async () => {
    const opened = await endWhileForgetting("area.clear");
    opened.local.steps.splice(0);
    const later = await opened.closeBrowser();
    expect(await later.summary(tenant.id)).toBeUndefined();
    expect(await later.lossOf(other.id)).toBeUndefined();
    expect(await later.summary(other.id)).toMatchObject({ remembering: "device" });
    expect(opened.local.steps).toContain("area.clear");
    expect([...opened.keys.keys()]).toEqual([other.id]);
  });

  test("or a stopped worker keeps the session's credentials for the session, and asks for them later", async () => {
    const opened = await endWhileForgetting("area.write");
    const next = opened.open();
    expect(await next.summary(other.id)).toMatchObject({ remembering: "session" });
    expect(await next.lossOf(other.id)).toBeUndefined();
    const later = await opened.closeBrowser();
    expect(await later.lossOf(other.id)).toBe("erasure");
  });
});

test.each(["hunter2, which is no JSON", JSON.stringify({ kind: "of-later", token: "hunter2" })])(
  "reports a remembered credential of an unknown version without its content: %s",
  async (text) => {
    const { sealed, keys, vault, closeBrowser } = openVault(tokenAnswer("t"));
    await vault.save(tenant, input, { remembering: "device" });
    const { envelope, key } = await createSealedStore({ crypto }).seal(text, {
      purpose: tenant.id,
    });
    keys.set(tenant.id, key);
    await sealed.write({ [tenant.id]: envelope });
    await closeBrowser();
    const failing = vault.accessToken(tenant.id)({ renew: false });
    await expect(failing).rejects.toMatchObject({ code: "unknown-version" });
    await expect(failing).rejects.not.toThrow("hunter2");
  },
);

describe("an update of the extension", () => {
  const device = { remembering: "device" } as const;
  const other = { ...tenant, id: "t2", origin: "https://other.example" };

  test("is the named reason for a credential that was in memory only, until it is saved again", async () => {
    const opened = openVault(...[1, 2, 3].map((each) => tokenAnswer(`t${each}`)));
    await opened.vault.save(tenant, input, session);
    await opened.vault.save(other, input, device);
    const later = await opened.update();
    expect(await later.lossOf(tenant.id)).toBe("update");
    expect(await later.lossOf(other.id)).toBeUndefined();
    await expect(later.accessToken(tenant.id)()).rejects.toMatchObject({
      code: "no-credential",
      message:
        "The credential of this tenant was in memory only, and the extension was updated, reloaded or disabled. Add it again in the options.",
    });
    await later.save(tenant, input, session);
    expect(await later.lossOf(tenant.id)).toBeUndefined();
  });

  test.each(["forgotten", "remembered on the device"])(
    "is no reason for a credential that was %s before",
    async (how) => {
      const opened = openVault(tokenAnswer("t1"), tokenAnswer("t2"));
      await opened.vault.save(tenant, input, session);
      if (how === "forgotten") await opened.vault.forget(tenant.id);
      else await opened.vault.save(tenant, input, device);
      expect(await (await opened.update()).lossOf(tenant.id)).toBeUndefined();
    },
  );

  test("is no reason once the browser was closed: the credential was promised to go then", async () => {
    const opened = openVault(tokenAnswer("t1"));
    await opened.vault.save(tenant, input, session);
    const later = await opened.closeBrowser();
    expect(await later.summary(tenant.id)).toBeUndefined();
    expect(await later.lossOf(tenant.id)).toBeUndefined();
  });

  test("takes no more than its name if the list of such credentials is unreadable", async () => {
    const opened = openVault(tokenAnswer("t1"), tokenAnswer("t2"));
    await opened.vault.save(tenant, input, session);
    opened.local.values.set("sessionCredentials", "7");
    const later = await opened.update();
    expect(await later.lossOf(tenant.id)).toBeUndefined();
    await later.save(tenant, input, session);
    expect(await later.summary(tenant.id)).toMatchObject({ remembering: "session" });
  });
});
