import { describe, expect, test } from "vitest";
import {
  createDiscoveries,
  discoverTenant,
  type DiscoveryReading,
} from "../../../../lib/runs/discover-tenant.ts";
import { openTenant, origin as tenantOrigin } from "../../tenant/open-tenant.ts";

const origin = "https://tenant.example";
const path = "/.well-known/openid-configuration";

/** The parts of the service's public documents that matter here. They list no grants. */
const ownDocument = {
  issuer: `${origin}/`,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  userinfo_endpoint: `${origin}/userinfo`,
  mfa_challenge_endpoint: `${origin}/mfa/challenge`,
  jwks_uri: `${origin}/.well-known/jwks.json`,
  response_types_supported: ["code", "token", "id_token", "token id_token"],
  response_modes_supported: ["query", "fragment", "form_post"],
};
const { mfa_challenge_endpoint: _, ...otherDocument } = ownDocument;

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
      if (answer === undefined) throw new Error("unexpected request");
      return answer();
    },
  };
}

const answer = (document: unknown) => () => Response.json(document);

async function discover(document: unknown): Promise<DiscoveryReading> {
  return await discoverTenant(origin, createNetwork(answer(document)));
}

describe("discoverTenant", () => {
  test("returns issuer, key set, endpoints and what the server supports", async () => {
    const document = {
      ...ownDocument,
      end_session_endpoint: `${origin}/oidc/logout`,
      grant_types_supported: ["refresh_token"],
    };
    expect(await discover(document)).toEqual({
      ok: true,
      discovery: {
        issuer: `${origin}/`,
        keySetUrl: `${origin}/.well-known/jwks.json`,
        endpoints: {
          authorization: `${origin}/authorize`,
          token: `${origin}/oauth/token`,
          userInfo: `${origin}/userinfo`,
          logout: `${origin}/oidc/logout`,
        },
        responseTypes: ["code", "token", "id_token", "token id_token"],
        responseModes: ["query", "fragment", "form_post"],
        grantTypes: ["refresh_token"],
        isOwnService: true,
      },
    });
  });

  test("leaves out what the server does not announce", async () => {
    const { issuer, authorization_endpoint, jwks_uri } = otherDocument;
    expect(await discover({ issuer, authorization_endpoint, jwks_uri })).toEqual({
      ok: true,
      discovery: {
        issuer,
        keySetUrl: jwks_uri,
        endpoints: { authorization: authorization_endpoint },
        isOwnService: false,
      },
    });
  });

  test.each([
    ["its own endpoint", ownDocument, true],
    ["neither", otherDocument, false],
    [
      "its own grants",
      {
        ...otherDocument,
        grant_types_supported: ["http://auth0.com/oauth/grant-type/password-realm"],
      },
      true,
    ],
    ["grants of the standard", { ...otherDocument, grant_types_supported: ["implicit"] }, false],
  ])("knows the service by %s", async (_name, document, isOwnService) => {
    expect(await discover(document)).toMatchObject({ ok: true, discovery: { isOwnService } });
  });

  test("knows the local tenant as the service", async () => {
    const { tenant } = openTenant();
    const reading = await discoverTenant(tenantOrigin, {
      fetch: async (url, init) => tenant.fetch(new Request(url, init)),
    });
    expect(reading).toMatchObject({
      ok: true,
      discovery: { issuer: `${tenantOrigin}/`, isOwnService: true },
    });
  });

  test("requests the document without cookies and without following redirects", async () => {
    const network = createNetwork(answer(ownDocument));
    await discoverTenant(origin, network);
    expect(network.urls).toEqual([`${origin}${path}`]);
    expect(network.inits[0]).toMatchObject({ credentials: "omit", redirect: "error" });
  });

  test("accepts an issuer without a slash at the end", async () => {
    expect(await discover({ ...ownDocument, issuer: origin })).toMatchObject({
      discovery: { issuer: origin },
    });
  });

  test.each([
    ["an error status", () => new Response("no", { status: 503 }), "responded with status 503"],
    ["a web page", () => new Response("<html>"), "is not a discovery document"],
    ["a document without keys", answer({ ...ownDocument, jwks_uri: undefined }), "is not a disc"],
    ["a script as a URL", answer({ ...ownDocument, jwks_uri: "javascript:1" }), "is not a disc"],
    ["numbers", answer({ ...ownDocument, response_types_supported: [1] }), "is not a discovery"],
    ["another issuer", answer({ ...ownDocument, issuer: "https://evil.example/" }), "another issu"],
    ["an endless response", () => new Response("x".repeat(300 * 1024)), "exceeds 256 KiB"],
    ["a dead network", () => Promise.reject(new TypeError("failed to fetch")), "Could not reach"],
  ])("returns the reason for %s", async (_name, respond, words) => {
    const reading = await discoverTenant(origin, createNetwork(respond));
    expect(reading.ok ? "" : reading.why).toContain(words);
  });

  test("aborts the request after the time limit", async () => {
    const limit = new AbortController();
    const reading = discoverTenant(origin, {
      timeLimit: () => limit.signal,
      fetch: (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    });
    limit.abort();
    expect((await reading).ok).toBe(false);
  });
});

describe("Discoveries.read", () => {
  test("caches the document of each tenant for ten minutes", async () => {
    let now = 0;
    const other = "https://other.example";
    const network = createNetwork(
      answer(ownDocument),
      answer({ ...ownDocument, issuer: other }),
      answer(ownDocument),
      answer(ownDocument),
    );
    const discoveries = createDiscoveries({ ...network, now: () => now });
    await discoveries.read(origin);
    await discoveries.read(origin);
    await discoveries.read(other);
    expect(network.urls).toEqual([`${origin}${path}`, `${other}${path}`]);
    now = 10 * 60 * 1000;
    await discoveries.read(origin);
    expect(network.urls).toHaveLength(3);
    // The device's clock was set back.
    now = 0;
    await discoveries.read(origin);
    expect(network.urls).toHaveLength(4);
  });

  test("shares one request between simultaneous calls", async () => {
    const network = createNetwork(answer(ownDocument));
    const discoveries = createDiscoveries({ ...network, now: () => 0 });
    await Promise.all([discoveries.read(origin), discoveries.read(origin)]);
    expect(network.urls).toHaveLength(1);
  });

  test("does not cache a failure", async () => {
    const network = createNetwork(() => new Response("no", { status: 503 }), answer(ownDocument));
    const discoveries = createDiscoveries({ ...network, now: () => 0 });
    expect(await discoveries.read(origin)).toMatchObject({ ok: false });
    expect(await discoveries.read(origin)).toMatchObject({ ok: true });
  });
});
