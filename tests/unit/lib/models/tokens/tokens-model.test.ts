import { describe, expect, test, vi } from "vitest";

import { TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import type { KeySetReading, KeySets } from "../../../../../lib/tokens/key-set.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { createSigner, writeToken } from "../../tokens/sign-token.ts";

const now = Date.parse("2026-11-21T08:00:00Z");
const claims = {
  iss: "https://acme.example/",
  aud: "app-1",
  sub: "auth0|ada",
  nonce: "nonce-1",
  iat: now / 1_000 - 10,
  exp: now / 1_000 + 3_600,
};

function openModel(read?: KeySets["read"]) {
  const asked: string[] = [];
  const clock = { time: now, timers: new Set<{ callback: () => void; at: number }>() };
  const model = new TokensModel({
    now: () => clock.time,
    schedule(callback, delayMs) {
      const timer = { callback, at: clock.time + delayMs };
      clock.timers.add(timer);
      return () => void clock.timers.delete(timer);
    },
    keySets: {
      read(issuer, options) {
        asked.push(issuer);
        if (read === undefined) throw new Error("No keys were faked for this test.");
        return read(issuer, options);
      },
    },
  });
  return { model, asked, clock };
}

const findingsOf = ({ report }: InstanceType<typeof TokensModel>): string[] => {
  const { value } = report;
  return value?.kind === "read" ? value.findings.map(({ id }) => id) : [];
};

describe("a pasted token", () => {
  test("is decoded without a tenant and without a network request", async () => {
    const { model, asked } = openModel();
    await model.paste(writeToken({ alg: "RS256", kid: "key-1" }, claims), undefined);
    expect(model.report.value).toMatchObject({
      kind: "read",
      verification: null,
      token: { payload: { sub: "auth0|ada" } },
    });
    expect(model.origin.value).toEqual({ kind: "pasted" });
    expect(asked).toEqual([]);
  });

  test("is verified with the keys of the selected tenant", async () => {
    const signer = await createSigner();
    const { model, asked } = openModel(async () => ({
      ok: true,
      jwks: signer.jwks,
      isCached: false,
    }));
    await model.paste(await signer.sign(claims), sampleTenant);
    expect(asked).toEqual(["https://acme.example/"]);
    expect(model.checkedAgainst.value).toBe("https://acme.example/");
    expect(model.report.value).toMatchObject({ verification: { kind: "verified" } });
  });

  test("is the first one of a text with several, until another is chosen", async () => {
    const { model } = openModel();
    const [first, second] = ["ada", "bob"].map((sub) => writeToken({ alg: "RS256" }, { sub }));
    const text = JSON.stringify({ access_token: "opaque-1234", id_token: first, x: second });
    await model.paste(text, undefined);
    expect(model.text.value).toBe(text);
    expect(model.tokens.value.map(({ name }) => name)).toEqual(["access_token", "id_token", "x"]);
    expect(model.report.value).toMatchObject({ kind: "opaque", length: 11 });
    const choosing = model.choose(2, undefined);
    expect(model.report.value, "the old verdict is gone").toBeUndefined();
    await choosing;
    expect(model.chosen.value).toBe(2);
    expect(model.report.value).toMatchObject({ token: { payload: { sub: "bob" } } });
    await model.inspectAgain(undefined);
    expect(model.report.value).toMatchObject({ token: { payload: { sub: "bob" } } });
    await model.paste(`Bearer ${first}`, undefined);
    expect(model.tokens.value).toHaveLength(1);
    expect(model.report.value).toMatchObject({ token: { payload: { sub: "ada" } } });
  });

  test.each([
    ["JSON without one", '{"token_type":"Bearer"}', "no-token", "this JSON"],
    [
      "a URL without one",
      "https://app.example/cb?code=abcdef123",
      "no-token",
      "A code is no token",
    ],
    ["prose", "The token expired.", "no-token", "this text"],
    ["a text that is too long", "a ".repeat(600_000), "too-long", "1 MiB"],
  ])("is missing in %s, with the reason", async (_, text, code, words) => {
    const { model } = openModel();
    await model.paste(text, undefined);
    expect(model.tokens.value).toEqual([]);
    const report = model.report.value;
    expect(report).toMatchObject({ kind: "unreadable", failure: { code } });
    expect(report?.kind === "unreadable" && report.failure.message).toContain(words);
  });

  test.each([
    ["a form body", (token: string) => `state=s&id_token=${token}`],
    ["JSON", (token: string) => `{"id_token": "${token}", "expires_in": 60}`],
    ["a URL", (token: string) => `https://app.example/cb#id_token=${token}&state=s`],
    ["a cookie line", (token: string) => `Cookie: a=b; __Host-id_token=${token}`],
  ])("that is an access token is refused as an ID token in %s", async (_, write) => {
    const { model } = openModel();
    const { nonce: _nonce, ...access } = { ...claims, scope: "openid" };
    await model.paste(write(writeToken({ alg: "RS256", typ: "at+jwt" }, access)), undefined);
    expect(model.verdict.value).toMatchObject({
      tokenKind: { id: "access-token" },
      severity: "error",
      title: "This is an access token (RFC 9068)",
      message: expect.stringMatching(/under the name \S*id_token, so it is checked as an ID token/),
    });
    await model.paste(write(writeToken({ alg: "RS256" }, access)), undefined);
    expect(model.verdict.value).toMatchObject({
      severity: "warning",
      title: "This looks like an access token",
      seen: "claim scope",
    });
  });

  test("that the page keeps as its ID token is refused if it is an access token", async () => {
    const { model } = openModel();
    const { nonce: _nonce, ...access } = claims;
    const token = writeToken({ alg: "RS256", typ: "at+jwt" }, access);
    const from = { kind: "seen", label: "Seen token: ID token", name: "id_token" } as const;
    await model.takeSeen(token, from, undefined);
    expect(model.verdict.value?.title).toBe("This is an access token (RFC 9068)");
  });

  test("names the kinds of a hundred tokens once for a text", async () => {
    const { model } = openModel();
    const tokens = Array.from({ length: 100 }, (_, at) =>
      writeToken({ alg: "RS256", typ: at % 2 === 0 ? "at+jwt" : "JWT" }, { ...claims, jti: at }),
    );
    await model.paste(tokens.join("\n"), undefined);
    const choices = model.choices.value;
    expect(choices).toHaveLength(100);
    expect(choices.slice(0, 2)).toEqual([
      { name: undefined, kind: "Access token (RFC 9068)" },
      { name: undefined, kind: "ID token" },
    ]);
    await model.choose(7, undefined);
    expect(model.choices.value).toBe(choices);
  });

  test("leaves nothing in the model after it is forgotten", async () => {
    const { model } = openModel();
    await model.paste(
      `${writeToken({ alg: "RS256" }, claims)}\nrefresh_token=abc123def`,
      undefined,
    );
    expect(model.tokens.value).toHaveLength(2);
    model.forget();
    expect(model.tokens.value).toEqual([]);
    expect(model.text.value).toBe("");
  });

  test("shows the reason if it cannot be decoded", async () => {
    const { model } = openModel();
    await model.paste("no token", undefined);
    expect(model.report.value).toMatchObject({ kind: "unreadable" });
  });

  test.each(["", "   "])("of whitespace (%j) is no token, and no failure", async (text) => {
    const { model } = openModel();
    await model.paste("no token", undefined);
    await model.paste(text, undefined);
    expect(model.report.value).toBeUndefined();
    expect(model.isInspecting.value).toBe(false);
  });
});

describe("a token of a run", () => {
  const exchange = {
    request: { client_id: "app-1", nonce: "nonce-1" },
    response: {},
    issuer: "https://acme.example/",
    receivedAt: now,
  };

  test("is checked against the parameters of that run", async () => {
    const { model } = openModel();
    const token = writeToken({ alg: "RS256" }, claims);
    const name = "ID token";
    await model.take(token, { name, exchange });
    const fitting = findingsOf(model);
    const request = { ...exchange.request, nonce: "other" };
    await model.take(token, { name, exchange: { ...exchange, request } });
    const foreign = findingsOf(model);
    expect(model.origin.value).toMatchObject({ kind: "run", name: "ID token" });
    expect(foreign.filter((id) => !fitting.includes(id))).toEqual([
      expect.stringContaining("nonce"),
    ]);
  });

  test("is verified with the keys of its own tenant, whichever is selected meanwhile", async () => {
    const signer = await createSigner();
    const { model, asked } = openModel(async () => ({
      ok: true,
      jwks: signer.jwks,
      isCached: false,
    }));
    await model.take(await signer.sign(claims), { name: "ID token", exchange });
    await model.inspectAgain({ ...sampleTenant, origin: "https://other.example" });
    expect(asked).toEqual(["https://acme.example/", "https://acme.example/"]);
    expect(model.checkedAgainst.value).toBe("https://acme.example/");
    expect(model.report.value).toMatchObject({ verification: { kind: "verified" } });
  });

  test("is forgotten once another text is pasted", async () => {
    const { model } = openModel();
    const token = writeToken({ alg: "RS256" }, claims);
    await model.take(token, { name: "ID token", exchange });
    await model.paste(`${token} `, undefined);
    expect(model.origin.value).toEqual({ kind: "pasted" });
  });

  test("is treated as the kind that the run received, independent of its claims", async () => {
    const { model } = openModel();
    const { nonce: _, ...unbound } = claims;
    const token = writeToken({ alg: "RS256" }, unbound);
    await model.take(token, { name: "ID token", exchange });
    expect(findingsOf(model)).toContain("nonce-missing");
    await model.take(token, { name: "access token", exchange });
    expect(findingsOf(model)).not.toContain("nonce-missing");
  });

  test("is compared with the access token of the same response", async () => {
    const { model } = openModel();
    const token = writeToken({ alg: "RS256" }, { ...claims, at_hash: "x".repeat(22) });
    const response = { access_token: "access-1" };
    await model.take(token, { name: "ID token", exchange: { ...exchange, response } });
    expect(findingsOf(model)).toContain("access-token-hash-different");
    await model.take(token, { name: "access token", exchange: { ...exchange, response } });
    expect(findingsOf(model)).not.toContain("access-token-hash-different");
  });

  test("is masked until it is revealed, for each token", async () => {
    const { model } = openModel();
    const token = writeToken({ alg: "RS256" }, claims);
    await model.take(token, { name: "ID token", exchange });
    expect(model.isMasked.value).toBe(true);
    model.setMasked(false);
    expect(model.isMasked.value).toBe(false);
    await model.take(token, { name: "access token", exchange });
    expect(model.isMasked.value).toBe(true);
    await model.inspectAgain(undefined);
    expect(model.isMasked.value).toBe(true);
    await model.paste(token, undefined);
    expect(model.isMasked.value).toBe(false);
    model.setMasked(true);
    expect(model.isMasked.value, "what a person pasted is in their clipboard anyway").toBe(false);
  });
});

describe("at a tenant with a custom domain", () => {
  const customOrigin = "https://login.acme.example";
  const atCustomDomain = { ...sampleTenant, customOrigin };

  async function inspectAt(iss: string) {
    const signer = await createSigner();
    const { model, asked } = openModel(async () => ({
      ok: true,
      jwks: signer.jwks,
      isCached: false,
    }));
    await model.paste(await signer.sign({ ...claims, iss }), atCustomDomain);
    return { model, asked };
  }

  test("accepts a token of the custom domain, with the keys of that domain", async () => {
    const { model, asked } = await inspectAt(`${customOrigin}/`);
    expect(asked).toEqual([`${customOrigin}/`]);
    expect(model.verdict.value).toMatchObject({ severity: "good", title: "Valid" });
  });

  test("attributes a token of the canonical domain to the same tenant", async () => {
    const { model } = await inspectAt("https://acme.example/");
    expect(model.verdict.value).toMatchObject({
      severity: "error",
      title: "Issued by the tenant's other domain",
      signature: `Signed by ${customOrigin}/ with key "key-1".`,
    });
  });

  test("attributes a token of an unknown domain to another tenant", async () => {
    const { model } = await inspectAt("https://evil.example/");
    expect(model.verdict.value?.title).toBe("Issued by another tenant");
  });
});

describe("a verdict", () => {
  /** Fires each timer at its time, and returns what was read before the first and after each. */
  async function followTimers<Seen>(
    { model, clock }: ReturnType<typeof openModel>,
    read: () => Seen,
  ): Promise<Seen[]> {
    const seen = [read()];
    for (let timer = [...clock.timers][0]; timer !== undefined; timer = [...clock.timers][0]) {
      clock.timers.delete(timer);
      clock.time = timer.at;
      timer.callback();
      await vi.waitFor(() => {
        if (model.isInspecting.value) throw new Error("The token is still being inspected.");
      });
      seen.push(read());
    }
    return seen;
  }

  test("changes when a token that is not valid yet becomes valid", async () => {
    const signer = await createSigner();
    const opened = openModel(async () => ({ ok: true, jwks: signer.jwks, isCached: true }));
    const later = now / 1_000 + 90;
    await opened.model.paste(
      await signer.sign({ ...claims, iat: later, nbf: later }),
      sampleTenant,
    );
    const titles = await followTimers(opened, () => opened.model.verdict.value);
    expect(titles.map((verdict) => `${verdict?.severity}: ${verdict?.title}`)).toEqual([
      "error: The token is not valid yet",
      "warning: The token is not valid yet",
      "good: Valid",
      "warning: The token has expired",
      "error: The token has expired",
    ]);
  });

  test("changes when a DPoP proof is too old to be used", async () => {
    const opened = openModel();
    const header = { typ: "dpop+jwt", alg: "ES256", jwk: { kty: "EC" } };
    const proof = { jti: "1", htm: "POST", htu: "https://acme.example/t", iat: now / 1_000 };
    await opened.model.paste(writeToken(header, proof), undefined);
    const isOld = () => findingsOf(opened.model).includes("dpop-proof-old");
    expect(await followTimers(opened, isOld)).toEqual([false, true]);
    expect(opened.clock.time).toBe(now + 300_001);
  });

  test("changes when the token expires, and when the leeway is over", async () => {
    const signer = await createSigner();
    const keys: KeySetReading = { ok: true, jwks: signer.jwks, isCached: true };
    const opened = openModel(async () => keys);
    await opened.model.paste(await signer.sign(claims), sampleTenant);
    const severities = await followTimers(opened, () => opened.model.verdict.value?.severity);
    expect(severities).toEqual(["good", "warning", "error"]);
  });

  test("is hidden while the next token is checked", async () => {
    const signer = await createSigner();
    const next = Promise.withResolvers<KeySetReading>();
    const readings = [Promise.resolve({ ok: true as const, jwks: signer.jwks, isCached: false })];
    const { model, clock } = openModel(() => readings.shift() ?? next.promise);
    await model.paste(await signer.sign(claims), sampleTenant);
    expect(model.verdict.value?.severity).toBe("good");
    const checking = model.paste(writeToken({ alg: "RS256" }, claims), sampleTenant);
    expect(model.verdict.value).toBeUndefined();
    expect(clock.timers.size, "the timer of the token before is gone").toBe(0);
    next.resolve({ ok: false, why: "Away." });
    await checking;
    expect(model.verdict.value?.severity).toBe("warning");
  });
});

describe("a slow inspection", () => {
  const late = () => {
    const keys = Promise.withResolvers<KeySetReading>();
    return { keys, ...openModel(() => keys.promise) };
  };
  const noKeys: KeySetReading = { ok: false, why: "The keys could not be read." };

  test("is shown as in flight", async () => {
    const { model, keys } = late();
    const inspecting = model.paste(writeToken({ alg: "RS256" }, claims), sampleTenant);
    expect(model.isInspecting.value).toBe(true);
    keys.resolve(noKeys);
    await inspecting;
    expect(model.isInspecting.value).toBe(false);
    expect(model.report.value).toMatchObject({ verification: { kind: "keys-unavailable" } });
  });

  test("has the decoded token at once, before the keys arrive, and names whose they are", async () => {
    const { model, keys } = late();
    expect(model.decoded.value).toBeUndefined();
    const inspecting = model.paste(writeToken({ alg: "RS256" }, claims), sampleTenant);
    expect(model.decoded.value?.payload).toEqual(claims);
    expect(model.loadsKeysOf.value).toBe("https://acme.example/");
    expect(model.report.value).toBeUndefined();
    keys.resolve(noKeys);
    await inspecting;
    expect(model.decoded.value?.payload).toEqual(claims);
    expect(model.loadsKeysOf.value).toBeUndefined();
  });

  test("of a text without a token, or of a token without keys to load, has no decoded token", async () => {
    const { model } = late();
    void model.paste(writeToken({ alg: "RS256" }, claims), sampleTenant);
    await model.paste("no token", sampleTenant);
    expect(model.decoded.value).toBeUndefined();
    expect(model.loadsKeysOf.value).toBeUndefined();
    void model.paste(writeToken({ alg: "RS256" }, claims), sampleTenant);
    await model.paste(writeToken({ alg: "RS256" }, claims), undefined);
    expect(model.decoded.value).toBeUndefined();
    void model.paste(writeToken({ alg: "RS256" }, claims), sampleTenant);
    model.forget();
    expect(model.decoded.value).toBeUndefined();
  });

  test("is discarded after another text was entered", async () => {
    const { model, keys } = late();
    const first = model.paste(writeToken({ alg: "RS256" }, claims), sampleTenant);
    await model.paste(writeToken({ alg: "RS256" }, { ...claims, sub: "second" }), undefined);
    keys.resolve(noKeys);
    await first;
    expect(model.report.value).toMatchObject({ token: { payload: { sub: "second" } } });
    expect(model.isInspecting.value).toBe(false);
  });

  test("is discarded after the token was forgotten", async () => {
    const { model, keys } = late();
    const first = model.paste(writeToken({ alg: "RS256" }, claims), sampleTenant);
    model.forget();
    keys.resolve(noKeys);
    await first;
    expect(model.text.value).toBe("");
    expect(model.report.value).toBeUndefined();
    expect(model.isInspecting.value).toBe(false);
  });
});

test("keeps the token readable if the keys fail unexpectedly, without an unhandled rejection", async () => {
  const { model } = openModel(() => Promise.reject(new Error("hunter2")));
  await expect(
    model.paste(writeToken({ alg: "RS256" }, claims), sampleTenant),
  ).resolves.toBeUndefined();
  expect(model.isInspecting.value).toBe(false);
  expect(model.report.value).toMatchObject({ verification: { kind: "keys-unavailable" } });
  expect(JSON.stringify(model.report.value)).not.toContain("hunter2");
});

test("checks the same text again after the tenant has changed", async () => {
  const { model, asked } = openModel(async () => ({ ok: false, why: "None." }));
  await model.paste(writeToken({ alg: "RS256" }, claims), undefined);
  await model.inspectAgain({ ...sampleTenant, origin: "https://other.example" });
  expect(asked).toEqual(["https://other.example/"]);
  expect(model.report.value).toMatchObject({ verification: { kind: "keys-unavailable" } });
});
