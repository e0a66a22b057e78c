import { describe, expect, test } from "vitest";
import {
  checkWithLibrary,
  type LibraryQuestion,
} from "../../../../../lib/runs/token-check/check-with-library.ts";
import { askTheLibrary } from "./ask-the-library.ts";
import { checkedAt, faultyTokens, keySet, keySetUrl, validTokens } from "./faulty-id-tokens.ts";

/** Checks a token with a tenant that serves only its key set. */
async function check(question: LibraryQuestion) {
  const requests: string[] = [];
  const answer = await checkWithLibrary(question, {
    clock: { now: () => checkedAt, after: () => () => undefined },
    crypto: globalThis.crypto,
    fetch(url, request) {
      requests.push(`${request.method} ${url} ${String(request.body ?? "without a body")}`);
      return url === keySetUrl ? Response.json(keySet) : new Response("", { status: 404 });
    },
  });
  return { answer, requests };
}

describe("the check with the library", () => {
  test.each(faultyTokens)("returns the library's own error for $name", async (faulty) => {
    const { answer, requests } = await check(faulty.question);
    const error = await askTheLibrary(faulty.question);
    expect(error).toMatchObject({ error: "invalid_token", reason: faulty.reason });
    expect(answer).toEqual({
      kind: "rejected",
      error: error?.error,
      errorDescription: error?.errorDescription,
      reason: error?.reason,
      remedy: error?.remedy,
    });
    expect(requests.filter((each) => each !== `GET ${keySetUrl} without a body`)).toEqual([]);
  });

  test.each(validTokens)("accepts a token with $name, as the library does", async (valid) => {
    expect(await askTheLibrary(valid.question)).toBeNull();
    expect((await check(valid.question)).answer).toEqual({ kind: "accepted" });
  });

  test("has at least 40 faulty tokens, each with another fault", () => {
    expect(faultyTokens.length).toBeGreaterThanOrEqual(40);
    expect(new Set(faultyTokens.map(({ name }) => name)).size).toBe(faultyTokens.length);
  });

  const [valid] = validTokens;
  const question = {
    token: "",
    domain: "tenant.example",
    clientId: "client-1",
    ...valid?.question,
  };

  test.each([
    ["no application", { clientId: "" }, "clientID option is required: give a string."],
    ["no domain", { domain: "" }, "domain option is required: give a string."],
    ["a domain over plain http", { domain: "http://a.example" }, "domain option is not valid"],
    ["a leeway above 300", { leeway: 301 }, "leeway option is not valid: give seconds, 0 to 300."],
    ["a leeway that is no number", { leeway: Number.NaN }, "leeway option is not valid"],
  ])("returns the text of the library's TypeError for %s", async (_name, change, message) => {
    const { answer, requests } = await check({ ...question, ...change });
    expect(answer).toEqual({ kind: "wrong-option", message: expect.stringContaining(message) });
    expect(requests).toEqual([]);
  });

  test("returns the library's error when the key set cannot be loaded", async () => {
    const { answer, requests } = await check({ ...question, domain: "gone.example" });
    expect(answer).toMatchObject({ error: "invalid_token", reason: "keys_missing" });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["an empty text", "", "no-token"],
    ["half a surrogate pair", "\ud800", "rejected"],
    ["a text longer than any response", "a".repeat(250_000), "rejected"],
  ])("answers for %s without a request", async (_name, token, kind) => {
    const { answer, requests } = await check({ ...question, token });
    expect(answer.kind).toBe(kind);
    expect(requests).toEqual([]);
  });

  test("does not accept an access token without an ID token", async () => {
    const { answer } = await check({ ...question, token: "", accessToken: "access-1" });
    expect(answer.kind).toBe("rejected");
  });
});
