import { CompactSign, importJWK } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { KeysModel } from "../../../../../lib/models/tokens/keys-model.ts";
import { TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import { createKeySets } from "../../../../../lib/tokens/key-set.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { createSampleKey, signWithSecret, type SampleKey } from "../../tokens/keys/sample-keys.ts";
import { createSigner } from "../../tokens/sign-token.ts";

const now = Date.parse("2026-11-21T08:00:00Z");
const secret = "planted-secret-5d2f";
const mask = "••••••••";

let rsa: SampleKey;

beforeAll(async () => {
  rsa = await createSampleKey("RS256", "one");
});

describe("a pasted key", () => {
  test("is masked until it is revealed, and its length is hidden", async () => {
    const keys = new KeysModel();
    expect(keys.shownText.value).toBe("");
    await keys.paste(secret);
    expect(keys.shownText.value).toBe(mask);
    keys.setMasked(false);
    expect(keys.shownText.value).toBe(secret);
    await keys.paste(`${secret}2`);
    expect(keys.shownText.value, "a new key is masked again").toBe(mask);
  });

  test("that is typed is shown until the field is left", async () => {
    const keys = new KeysModel();
    await keys.edit("p");
    await keys.edit("pl");
    expect(keys.shownText.value).toBe("pl");
    keys.endTyping();
    expect(keys.shownText.value).toBe(mask);
    keys.setMasked(false);
    await keys.edit("pla");
    keys.endTyping();
    expect(keys.shownText.value, "the user revealed it").toBe("pla");
  });

  test("is named by its algorithm and kid, without the secret", async () => {
    const keys = new KeysModel();
    const hidden = { kty: "oct", k: "AAAA", kid: "a\u202eb\n" };
    const long = { kty: "EC", crv: "P-256", x: "AA", y: "AA", kid: "k".repeat(99) };
    await keys.paste(JSON.stringify({ keys: [rsa.jwk, hidden, long] }));
    expect(keys.names.value.slice(0, 2)).toEqual(["RS256 kid one", "secret kid a\\u202eb\\u000a"]);
    expect(keys.names.value[2]).toHaveLength(60);
    await keys.paste(secret);
    expect(keys.names.value).toEqual(["secret"]);
    expect(keys.isSecret.value).toBe(true);
  });

  test("is not kept if it is private", async () => {
    const keys = new KeysModel();
    await keys.paste(JSON.stringify(rsa.privateJwk));
    expect(keys.problem.value).toContain("This is a private key, and was not kept");
    expect(keys.hasText.value).toBe(false);
    expect(keys.inUse.value).toBeUndefined();
  });

  test("is read again in another encoding", async () => {
    const keys = new KeysModel();
    await keys.paste("c2VjcmV0");
    await keys.setEncoding("base64");
    expect(keys.inUse.value?.keys[0]?.["k"]).toBe("c2VjcmV0");
    await keys.paste("not base64!");
    expect(keys.problem.value).toContain("is not base64");
    expect(keys.isSecret.value, "its encoding can still be chosen").toBe(true);
    await keys.setEncoding("text");
    expect(keys.problem.value).toBeUndefined();
  });

  test("is not used while the tenant's keys are preferred", async () => {
    const keys = new KeysModel();
    await keys.paste(secret);
    keys.preferTenant(true);
    expect(keys.inUse.value).toBeUndefined();
    keys.preferTenant(false);
    expect(keys.inUse.value).toBeDefined();
  });

  test("leaves nothing after it is forgotten, also while it is read", async () => {
    const keys = new KeysModel();
    const reading = keys.paste(rsa.spki);
    keys.forget();
    await reading;
    expect(keys.inUse.value).toBeUndefined();
    await keys.paste(secret);
    await keys.setEncoding("base64");
    keys.forget();
    const state = Object.values(keys).map((part: unknown) =>
      typeof part === "object" && part !== null && "value" in part ? part.value : undefined,
    );
    expect(JSON.stringify(state)).not.toContain(secret);
    expect([keys.hasText.value, keys.encoding.value, keys.problem.value]).toEqual([
      false,
      "text",
      undefined,
    ]);
  });
});

describe("the token model with pasted keys", () => {
  const foreign = { iss: "https://foreign.example/", sub: "ada", exp: now / 1_000 + 60, iat: 1 };

  function openModel(fetching?: typeof fetch) {
    const fetched: string[] = [];
    const model = new TokensModel({
      now: () => now,
      schedule: () => () => undefined,
      keySets: createKeySets({
        now: () => now,
        fetch: (url, init) => {
          fetched.push(url);
          if (fetching === undefined) throw new Error("nothing may be fetched");
          return fetching(url, init);
        },
      }),
    });
    return { model, fetched };
  }

  const outcomeOf = ({ report }: InstanceType<typeof TokensModel>) =>
    report.value?.kind === "read" ? report.value.verification?.kind : report.value?.kind;
  /** Waits for the inspection that a change of the keys started. */
  async function settle(model: InstanceType<typeof TokensModel>): Promise<void> {
    await expect.poll(() => model.isInspecting.value).toBe(false);
  }

  test("verifies content that is no set of claims, and says that pasted keys were used", async () => {
    const { model } = openModel();
    const key = await importJWK(rsa.privateJwk, "RS256");
    const signed = await new CompactSign(new TextEncoder().encode("a text"))
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .sign(key);
    await model.keys.paste(JSON.stringify({ keys: [rsa.jwk] }));
    await model.paste(signed, undefined);
    expect(model.report.value).toMatchObject({
      kind: "content",
      verification: { kind: "verified" },
    });
    expect(model.isCheckedWithPasted.value).toBe(true);
  });

  test("verifies a token of a foreign issuer again as soon as the keys change", async () => {
    const { model, fetched } = openModel();
    const other = await createSampleKey("RS256", "one");
    await model.paste(await rsa.sign(foreign), undefined);
    expect(outcomeOf(model)).toBeUndefined();
    expect(model.isCheckedWithPasted.value).toBe(false);
    await model.keys.paste(JSON.stringify({ keys: [rsa.jwk] }));
    await settle(model);
    expect(outcomeOf(model)).toBe("verified");
    expect(model.isCheckedWithPasted.value).toBe(true);
    await model.keys.paste(other.spki);
    await settle(model);
    expect(outcomeOf(model)).toBe("wrong-signature");
    model.keys.forget();
    await settle(model);
    expect(outcomeOf(model)).toBeUndefined();
    expect(model.isCheckedWithPasted.value).toBe(false);
    expect(fetched).toEqual([]);
  });

  test("fetches nothing that the token names, with and without a tenant", async () => {
    const { model, fetched } = openModel();
    const attacker = await createSigner("attacker");
    const text = await attacker.sign(foreign, {
      kid: "attacker",
      jku: "https://attacker.example/jwks.json",
      x5u: "https://attacker.example/chain.pem",
      x5c: ["MIIB"],
      jwk: attacker.jwks.keys[0],
    });
    await model.keys.paste(rsa.spki);
    for (const tenant of [undefined, sampleTenant]) {
      await model.paste(text, tenant);
      expect(outcomeOf(model)).toBe("wrong-signature");
    }
    expect(fetched).toEqual([]);
    model.keys.forget();
    await model.paste(text, sampleTenant);
    await settle(model);
    expect(fetched, "without pasted keys, only the tenant's are fetched").toEqual([
      "https://acme.example/.well-known/jwks.json",
    ]);
  });

  test("expects no issuer of a token that pasted keys verify, and that of the tenant again", async () => {
    const { model } = openModel(() => Promise.resolve(Response.json({ keys: [rsa.jwk] })));
    const ids = () =>
      model.report.value?.kind === "read" ? model.report.value.findings.map(({ id }) => id) : [];
    await model.paste(await rsa.sign(foreign), sampleTenant);
    expect(ids()).toContain("issuer-different");
    await model.keys.paste(rsa.spki);
    await settle(model);
    expect(ids()).not.toContain("issuer-different");
    model.keys.preferTenant(true);
    await settle(model);
    expect(ids()).toContain("issuer-different");
    expect(model.checkedAgainst.value).toBe("https://acme.example/");
  });

  test("verifies a token of a run with a pasted secret, against the facts of the run", async () => {
    const { model } = openModel();
    const exchange = {
      request: { client_id: "app-1", nonce: "n-1" },
      response: {},
      issuer: "https://acme.example/",
      receivedAt: now,
    };
    await model.keys.paste(secret);
    const bytes = new TextEncoder().encode(secret);
    const token = await signWithSecret(bytes, "HS256", {}, { ...foreign, nonce: "n-2" });
    await model.take(token, { name: "ID token", exchange });
    expect(outcomeOf(model)).toBe("verified");
    const report = JSON.stringify(model.report.value);
    for (const id of ["alg-hs256", "secret-weak", "nonce-different", "issuer-different"]) {
      expect(report).toContain(id);
    }
    expect(report).not.toContain(secret);
  });

  test("forgets the keys with the token", async () => {
    const { model } = openModel();
    await model.keys.paste(secret);
    await model.paste(await rsa.sign(foreign), undefined);
    model.forget();
    expect(model.keys.hasText.value).toBe(false);
    expect(model.keys.inUse.value).toBeUndefined();
    expect(model.report.value).toBeUndefined();
  });
});
