import { describe, expect, test } from "vitest";
import { findKeySetUrl } from "../../../../lib/tokens/find-key-set-url.ts";
import { createKeySets } from "../../../../lib/tokens/key-set.ts";
import { readKeySet } from "../../../../lib/tokens/read-key-set.ts";

const issuer = "https://tenant.example/";
const keys = [{ kty: "RSA", kid: "key-1", n: "AQAB", e: "AQAB" }];

function createNetwork(...answers: (() => Response | Promise<Response>)[]) {
  const urls: string[] = [];
  const inits: RequestInit[] = [];
  return {
    urls,
    inits,
    async fetch(url: string, init: RequestInit): Promise<Response> {
      urls.push(url);
      inits.push(init);
      const answer = answers.shift();
      if (answer === undefined) throw new Error("the tenant was asked once too often");
      return answer();
    },
  };
}

const good = () => Response.json({ keys });

describe("findKeySetUrl", () => {
  test.each([
    ["https://tenant.example/", "https://tenant.example/.well-known/jwks.json"],
    ["https://tenant.example", "https://tenant.example/.well-known/jwks.json"],
    ["http://localhost:4400/", "http://localhost:4400/.well-known/jwks.json"],
    ["https://tenant.example/realm", "https://tenant.example/realm/.well-known/jwks.json"],
  ])("returns a URL below the issuer %s", (from, url) => {
    expect(findKeySetUrl(from)).toBe(url);
  });

  test.each([
    "http://tenant.example/",
    "ftp://tenant.example/",
    "tenant",
    "https://a:b@tenant.example/",
    "https://t.example/?x=1",
  ])("returns undefined for an issuer whose keys cannot be trusted: %s", async (from) => {
    const network = createNetwork();
    expect(findKeySetUrl(from)).toBeUndefined();
    const reading = await createKeySets({ ...network, now: () => 0 }).read(from);
    expect(reading).toEqual({
      ok: false,
      why: expect.stringMatching(/^The tenant's URL does not use https .+ Correct the domain/u),
    });
    expect(network.urls).toEqual([]);
  });
});

describe("KeySets.read", () => {
  test("fetches without cookies and without following redirects", async () => {
    const network = createNetwork(good);
    const reading = await createKeySets({ ...network, now: () => 0 }).read(issuer);
    expect(reading).toEqual({ ok: true, jwks: { keys }, isCached: false });
    expect(network.inits[0]).toMatchObject({ credentials: "omit", redirect: "error" });
  });

  test("caches the keys of each issuer for ten minutes", async () => {
    const start = Date.UTC(2026, 10, 21);
    let now = start;
    const network = createNetwork(good, good, good);
    const sets = createKeySets({ ...network, now: () => now });
    await sets.read(issuer);
    now = start + 10 * 60 * 1000 - 1;
    expect(await sets.read(issuer)).toEqual({ ok: true, jwks: { keys }, isCached: true });
    await sets.read("https://other.example/");
    expect(network.urls).toHaveLength(2);
    now = start + 10 * 60 * 1000;
    expect(await sets.read(issuer)).toMatchObject({ isCached: false });
  });

  test("shares one request between simultaneous calls", async () => {
    const network = createNetwork(good);
    const sets = createKeySets({ ...network, now: () => 0 });
    const readings = await Promise.all([sets.read(issuer), sets.read(issuer), sets.read(issuer)]);
    expect(readings.map((reading) => reading.ok)).toEqual([true, true, true]);
    expect(network.urls).toHaveLength(1);
  });

  test("fetches again on demand", async () => {
    const network = createNetwork(good, good);
    const sets = createKeySets({ ...network, now: () => 0 });
    await sets.read(issuer);
    expect(await sets.read(issuer, { refresh: true })).toMatchObject({ isCached: false });
  });

  test.each([
    ["an error status", () => new Response("no", { status: 503 }), /status 503/u],
    ["a web page", () => new Response("<html>"), /is not a JSON Web Key Set/u],
    ["other JSON", () => Response.json({ issuer }), /is not a JSON Web Key Set/u],
    [
      "an endless response",
      () => new Response("x".repeat(300 * 1024)),
      /a key set.+256 KiB|256 KiB.+a key set/u,
    ],
    ["a dead network", () => Promise.reject(new TypeError("failed to fetch")), /Could not reach/u],
  ])("returns the reason for %s, and does not cache it", async (_, answer, words) => {
    const network = createNetwork(answer, good);
    const sets = createKeySets({ ...network, now: () => 0 });
    const reading = await sets.read(issuer);
    expect(reading.ok ? "" : reading.why).toMatch(words);
    expect(await sets.read(issuer)).toEqual({ ok: true, jwks: { keys }, isCached: false });
  });

  test("aborts a request after the time limit", async () => {
    const limit = new AbortController();
    const sets = createKeySets({
      now: () => 0,
      timeLimit: () => limit.signal,
      fetch: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => {
            reject(new Error("aborted"));
          });
        }),
    });
    const reading = sets.read(issuer);
    limit.abort();
    expect((await reading).ok).toBe(false);
  });

  test("ignores keys that are not supported", () => {
    expect(readKeySet(JSON.stringify({ keys: [1, { kid: "x" }, ...keys] }))).toEqual({ keys });
  });
});
