import { signal } from "@preact/signals";
import { describe, expect, test, vi } from "vitest";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import {
  LibraryCheckModel,
  type AskLibrary,
} from "../../../../../lib/models/tokens/library-check-model.ts";
import { issuerAt, TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import type {
  LibraryAnswer,
  LibraryQuestion,
} from "../../../../../lib/runs/token-check/check-with-library.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { encode, writeToken } from "../../tokens/sign-token.ts";

const now = Date.parse("2026-11-21T08:00:00Z");
const idToken = writeToken({ alg: "RS256" }, { sub: "ada", nonce: "nonce-1" });
const accepted: LibraryAnswer = { kind: "accepted" };

/** A library whose answers a test gives. */
function openModel(given: { tenant?: Tenant | undefined; load?: () => Promise<AskLibrary> } = {}) {
  const asked: { question: LibraryQuestion; answer: (answer: LibraryAnswer) => void }[] = [];
  const tenant = signal("tenant" in given ? given.tenant : sampleTenant);
  const source = new TokensModel({
    now: () => now,
    schedule: () => () => undefined,
    keySets: { read: async () => ({ ok: false, why: "No keys are needed." }) },
  });
  const ask: AskLibrary = (question) =>
    new Promise((resolve) => {
      asked.push({ question, answer: resolve });
    });
  const model = new LibraryCheckModel({ source, tenant, load: given.load ?? (async () => ask) });
  const waitForQuestions = (count: number) =>
    vi.waitFor(() => {
      expect(asked).toHaveLength(count);
    });
  return { model, source, tenant, asked, waitForQuestions };
}

const exchange = {
  request: {
    client_id: "app-2",
    nonce: "nonce-2",
    max_age: "60",
    organization: "org_a",
    response_type: "code id_token",
  },
  response: { code: "code-1", access_token: "access-1" },
  issuer: "https://run.example/",
  receivedAt: now,
};

describe("the check with the library", () => {
  test("takes the values of the run for a token of a run", async () => {
    const { model, source, asked, waitForQuestions } = openModel();
    model.setOpen(true);
    await source.take(idToken, { name: "ID token", exchange });
    await waitForQuestions(1);
    expect(asked[0]?.question).toEqual({
      token: idToken,
      domain: "https://run.example/",
      clientId: "app-2",
      nonce: "nonce-2",
      leeway: 60,
      maxAge: 60,
      organization: "org_a",
      accessToken: "access-1",
      code: "code-1",
    });
    expect(model.clients.value).toEqual([{ clientId: "app-2" }, { clientId: "app-1" }]);
    asked[0]?.answer(accepted);
    await vi.waitFor(() => {
      expect(model.state.value).toMatchObject({ kind: "answered", answer: accepted });
    });
    expect(model.state.value).toMatchObject({
      compared: expect.arrayContaining([
        "nonce nonce-2",
        "max_age 60 seconds",
        "organization org_a",
      ]),
    });
  });

  test("omits the code of a login that receives its ID token from the token endpoint", async () => {
    const { model, source, asked, waitForQuestions } = openModel();
    model.setOpen(true);
    const request = { ...exchange.request, response_type: "code", max_age: "soon" };
    await source.take(idToken, { name: "ID token", exchange: { ...exchange, request } });
    await waitForQuestions(1);
    expect(asked[0]?.question).toMatchObject({ accessToken: "access-1", code: undefined });
    expect(asked[0]?.question).not.toHaveProperty("maxAge");
  });

  test("ignores the late answer about an older question", async () => {
    const { model, source, asked, waitForQuestions } = openModel();
    model.setOpen(true);
    await source.paste(idToken, sampleTenant);
    await waitForQuestions(1);
    model.change({ nonce: "nonce-9" });
    await waitForQuestions(2);
    asked[0]?.answer(accepted);
    const rejected = { kind: "rejected", error: "invalid_token", errorDescription: "x" } as const;
    asked[1]?.answer({ ...rejected, reason: "nonce", remedy: undefined });
    await vi.waitFor(() => {
      expect(model.state.value).toMatchObject({ answer: { kind: "rejected" } });
    });
    expect(asked[1]?.question).toMatchObject({ nonce: "nonce-9", clientId: "app-1" });
  });

  test("asks nothing while the section is closed, and again when the token is inspected again", async () => {
    const { model, source, asked, waitForQuestions } = openModel();
    await source.paste(idToken, sampleTenant);
    expect(model.isOffered.value).toBe(true);
    expect(asked).toEqual([]);
    model.setOpen(true);
    await waitForQuestions(1);
    await source.inspectAgain(sampleTenant);
    await waitForQuestions(2);
    model.setOpen(false);
    await source.inspectAgain(sampleTenant);
    model.setOpen(true);
    await waitForQuestions(3);
  });

  test("drops the entered values with the token, and when another tenant is selected", async () => {
    const { model, source, tenant } = openModel();
    await source.paste(idToken, sampleTenant);
    model.change({ nonce: "nonce-9", clientId: "app-9" });
    expect(model.fields.value).toMatchObject({ nonce: "nonce-9", clientId: "app-9", leeway: "60" });
    await source.paste(`${idToken} `, sampleTenant);
    expect(model.fields.value).toMatchObject({ nonce: "nonce-9" });
    source.forget();
    expect(model.fields.value).toMatchObject({ nonce: "", clientId: "app-1" });
    await source.paste(idToken, sampleTenant);
    model.change({ nonce: "nonce-9" });
    tenant.value = { ...sampleTenant, id: "https://b.example", origin: "https://b.example" };
    expect(model.fields.value).toMatchObject({ nonce: "", domain: "https://b.example/" });
  });

  test("keeps the entered values when the selected tenant is stored again", async () => {
    const { model, source, tenant } = openModel();
    await source.paste(idToken, sampleTenant);
    model.change({ nonce: "nonce-9" });
    tenant.value = { ...sampleTenant, name: "renamed" };
    expect(model.fields.value).toMatchObject({ nonce: "nonce-9" });
  });

  describe("of a captured login", () => {
    const login = { request: exchange.request, response: exchange.response };
    const captured = {
      kind: "captured",
      label: "Trace: ID token",
      use: "id_token",
      isOfLibrary: true,
    } as const;

    test("takes its application and nonce, and asks no issuer that is not the tenant's", async () => {
      const { model, source, asked, waitForQuestions } = openModel();
      model.setOpen(true);
      const from = { ...captured, login: { ...login, issuer: exchange.issuer } };
      await source.takeSeen(idToken, from, sampleTenant);
      expect(model.filler.value).toBe("Trace: ID token");
      expect(model.fields.value).toMatchObject({ domain: "", clientId: "app-2", nonce: "nonce-2" });
      expect(model.state.value).toMatchObject({ kind: "no-answer", severity: "note" });
      expect(asked).toEqual([]);
      model.change({ domain: "https://run.example/" });
      await waitForQuestions(1);
      expect(asked[0]?.question).toMatchObject({
        domain: "https://run.example/",
        clientId: "app-2",
        maxAge: 60,
        organization: "org_a",
        accessToken: "access-1",
      });
    });

    test("has the domain of the selected tenant", async () => {
      const { model, source } = openModel();
      model.setOpen(true);
      const issuer = issuerAt(sampleTenant);
      const from = { ...captured, login: { ...login, issuer } };
      await source.takeSeen(idToken, from, sampleTenant);
      expect(model.fields.value).toMatchObject({ domain: issuer, clientId: "app-2" });
    });
  });

  test("fills the fields from a seen token, and from the tenant for the next one", async () => {
    const { model, source, asked, waitForQuestions } = openModel();
    model.setOpen(true);
    const label = "Seen token: ID token";
    const from = { kind: "run", label, name: "ID token", exchange } as const;
    await source.takeSeen(idToken, from, sampleTenant);
    await waitForQuestions(1);
    expect(model.filler.value).toBe(label);
    const filled = { clientId: "app-2", nonce: "nonce-2", domain: "https://run.example/" };
    expect(model.fields.value).toMatchObject(filled);
    model.change({ nonce: "typed" });
    expect([model.isChanged.value, model.fields.value.nonce]).toEqual([true, "typed"]);
    model.reset();
    expect([model.isChanged.value, model.fields.value.nonce]).toEqual([false, "nonce-2"]);
    await source.paste(idToken, sampleTenant);
    expect([model.basis.value, model.filler.value]).toEqual(["tenant", undefined]);
    expect(model.fields.value).toMatchObject({ clientId: "app-1", nonce: "" });
    await vi.waitFor(() => {
      expect(asked.at(-1)?.question).not.toHaveProperty("accessToken");
    });
  });

  describe("with pasted keys", () => {
    const issuer = "https://issuer.example/";
    const foreign = writeToken({ alg: "RS256" }, { iss: issuer, sub: "ada", nonce: "nonce-1" });
    const keys = [
      { kty: "RSA", kid: "a", n: "A".repeat(342), e: "AQAB" },
      { kty: "RSA", kid: "b", alg: "PS256", n: "A".repeat(342), e: "AQAB" },
    ];
    const pasteKeys = async (source: ReturnType<typeof openModel>["source"]) => {
      await source.keys.paste(JSON.stringify({ keys }));
      expect(source.keys.inUse.value?.keys).toHaveLength(2);
    };

    test("uses them, and names those that the library ignores", async () => {
      const { model, source, asked, waitForQuestions } = openModel();
      await pasteKeys(source);
      await source.paste(idToken, sampleTenant);
      model.setOpen(true);
      await waitForQuestions(1);
      expect(asked[0]?.question).toMatchObject({ clientId: "app-1", keys: { keys } });
      expect(model.basis.value).toBe("tenant");
      asked[0]?.answer(accepted);
      await vi.waitFor(() => {
        expect(model.state.value).toMatchObject({
          compared: expect.arrayContaining(["the pasted keys"]),
          ignoredKeys: ["PS256 kid b"],
        });
      });
    });

    test("expects the issuer that the token names, and the tenant's again with its keys", async () => {
      const { model, source, asked, waitForQuestions } = openModel();
      model.setOpen(true);
      await source.paste(foreign, sampleTenant);
      await waitForQuestions(1);
      expect(asked[0]?.question).not.toHaveProperty("keys");
      await pasteKeys(source);
      expect(model.basis.value).toBe("keys");
      expect(model.fields.value).toMatchObject({ domain: issuer, clientId: "" });
      model.change({ clientId: "app-7", domain: "https://typed.example/" });
      await vi.waitFor(() => {
        expect(asked.at(-1)?.question).toMatchObject({ domain: "https://typed.example/" });
      });
      source.keys.preferTenant(true);
      await vi.waitFor(() => {
        expect(asked.at(-1)?.question).toMatchObject({ clientId: "app-1" });
      });
      const fetching = asked.filter(({ question }) => question.keys === undefined);
      const own = model.fields.value.domain;
      expect(fetching.map(({ question }) => question.domain)).not.toContain(
        "https://typed.example/",
      );
      expect(new Set(fetching.map(({ question }) => question.domain))).toEqual(new Set([own]));
    });

    test("keeps the tenant if the token names it, or names no domain", async () => {
      const { model, source } = openModel();
      await pasteKeys(source);
      const own = model.fields.value.domain;
      for (const iss of [own, "not a domain", "http://issuer.example/", undefined, 7]) {
        await source.paste(writeToken({ alg: "RS256" }, { iss, nonce: "n" }), sampleTenant);
        expect(model.basis.value).toBe("tenant");
      }
    });
  });

  test("asks for a domain and a client ID where none is known, and accepts an empty leeway", async () => {
    const { model, source, asked, waitForQuestions } = openModel({ tenant: undefined });
    model.setOpen(true);
    await source.paste(idToken, undefined);
    const missing = (name: string) =>
      expect(model.state.value).toMatchObject({
        kind: "no-answer",
        sentence: expect.stringContaining(name),
      });
    missing("domain");
    model.change({ domain: "a.example" });
    missing("client ID");
    expect(model.clients.value).toEqual([]);
    model.change({ clientId: " app-1 ", leeway: " " });
    await waitForQuestions(1);
    expect(asked[0]?.question).toMatchObject({ clientId: "app-1", leeway: undefined });
    asked[0]?.answer({ kind: "no-token" });
    await vi.waitFor(() => missing("returns null"));
  });

  test("says what to do when the library cannot be loaded", async () => {
    const load = () => Promise.reject(new TypeError("Failed to fetch"));
    const { model, source } = openModel({ load });
    model.setOpen(true);
    await source.paste(idToken, sampleTenant);
    await vi.waitFor(() => {
      expect(model.state.value).toMatchObject({ sentence: expect.stringContaining("Reload") });
    });
  });

  test.each([
    ["an access token", writeToken({ alg: "RS256", typ: "at+jwt" }, { sub: "ada" }), false],
    ["an opaque token", "opaque-1234", false],
    ["a JWE", `${encode('{"alg":"dir","enc":"A128GCM"}')}..a.b.c`, false],
    ["no text", "", false],
    ["a JWT of no particular kind", writeToken({ alg: "RS256" }, { sub: "ada" }), true],
    ["a JWS whose payload is not JSON", `${encode('{"alg":"RS256"}')}.${encode("{")}.AAAA`, true],
  ])("is offered or not for %s", async (_name, text, isOffered) => {
    const { model, source } = openModel();
    await source.paste(text, sampleTenant);
    expect(model.isOffered.value).toBe(isOffered);
  });
});
