import fc from "fast-check";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  AuthError,
  WebAuth,
  type AuthResult,
  type ParseHashOptions,
  type WebAuthOptions,
} from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError, showAll } from "./caught-error.ts";
import { fakePorts, FakeTenant } from "./fake-ports.ts";
import {
  fragment,
  goodClaims,
  issuer,
  judgingPorts,
  jwksUrl,
  options,
  seconds,
  serveKeys,
  Signer,
} from "./signed-tokens.ts";

let signer: Signer;
let stranger: Signer;

beforeAll(async () => {
  [signer, stranger] = await Promise.all([Signer.create(), Signer.create()]);
});

/** A WebAuth that can judge responses; its state and nonce are checked through the call's options. */
function setUp(given: Partial<WebAuthOptions> = {}, tenant = serveKeys(signer)) {
  const ports = judgingPorts(tenant);
  const { parseHash } = new WebAuth({ ...options, ...given, ports: fakePorts(ports) });
  const judge = (idToken: string, more: Record<string, string> = {}) =>
    parseHash({
      hash: fragment({ id_token: idToken, state: "state-1", ...more }),
      state: "state-1",
      nonce: "nonce-1",
    });
  return { parseHash, judge, tenant, ...ports };
}

/** A login that authorize has begun, and what it sent. */
async function begin(given: Record<string, unknown> = {}, settings: Partial<WebAuthOptions> = {}) {
  const ports = judgingPorts(serveKeys(signer));
  let visited = "";
  const webAuth = new WebAuth({
    ...options,
    responseType: "token id_token",
    ...settings,
    ports: fakePorts({
      ...ports,
      navigation: {
        goTo: (url) => {
          visited = url;
        },
      },
    }),
  });
  await webAuth.authorize(given);
  const sent = new URL(visited).searchParams;
  const state = sent.get("state") ?? "";
  const nonce = sent.get("nonce") ?? "";
  const hash = fragment({
    access_token: "access-1",
    id_token: await signer.sign({ nonce }),
    expires_in: "7200",
    token_type: "Bearer",
    state,
  });
  return { webAuth, state, nonce, hash, ...ports };
}

describe("parseHash", () => {
  it("turns the response to authorize into a result [library.parse-hash.result] [library.result.access-token] [library.result.id-token]", async () => {
    const { webAuth, hash, state, nonce } = await begin({ appState: { from: "/cart" } });
    const result = await webAuth.parseHash({ hash });
    expect(result).toEqual({
      accessToken: "access-1",
      idToken: new URLSearchParams(hash.slice(1)).get("id_token"),
      idTokenPayload: { ...goodClaims, nonce },
      refreshToken: null,
      expiresIn: "7200",
      tokenType: "Bearer",
      scope: null,
      state,
      appState: { from: "/cart" },
    });
  });

  it("gives the lifetime as a string of seconds [library.result.expires-in]", async () => {
    const { webAuth, hash } = await begin();
    expect((await webAuth.parseHash({ hash }))?.expiresIn).toBe("7200");
  });

  it("reads the page's own fragment when it is given none [library.parse-hash.hash]", async () => {
    const hash = fragment({ access_token: "access-1", state: "s" });
    const location = { hash: () => hash, origin: () => "https://app.example" };
    const { parseHash } = new WebAuth({
      ...options,
      ports: fakePorts({ ...judgingPorts(serveKeys()), location }),
    });
    expect((await parseHash({ state: "s" }))?.accessToken).toBe("access-1");
  });

  it.each(["", "#", "#/", "/", "?", "?/"])(
    "takes a fragment or a query that begins with %j",
    async (prefix) => {
      const { parseHash } = setUp();
      const hash = prefix + fragment({ access_token: "a", state: "s" }).slice(1);
      expect((await parseHash({ hash, state: "s" }))?.accessToken).toBe("a");
    },
  );

  it.each(["", "#", "#section-2", "#code=abc&state=s", "#access_token=", "#state=s"])(
    "gives null for %j, which holds neither a token nor an error",
    async (hash) => {
      expect(await setUp().parseHash({ hash })).toBeNull();
    },
  );

  it("calls back with an error, then a result [library.callbacks.err-result]", async () => {
    const { webAuth, hash } = await begin();
    const { parseHash } = webAuth;
    const ask = () =>
      new Promise<[AuthError | null, AuthResult | null]>((resolve) => {
        parseHash({ hash }, (...call) => resolve(call));
      });
    const [noError, result] = await ask();
    expect([noError, result?.accessToken]).toEqual([null, "access-1"]);
    const [error, noResult] = await ask();
    expect([error?.error, noResult]).toEqual(["invalid_token", null]);
  });

  it("takes a callback as its only argument", async () => {
    const location = { hash: () => "", origin: () => "" };
    const { parseHash } = new WebAuth({
      ...options,
      ports: fakePorts({ ...judgingPorts(serveKeys()), location }),
    });
    const call = await new Promise((resolve) => {
      parseHash((...call) => resolve(call));
    });
    expect(call).toEqual([null, null]);
  });

  it("passes on the service's own error with its state, and the login is over", async () => {
    const { webAuth, state, storage } = await begin();
    const hash = fragment({ error: "access_denied", error_description: "No, thanks.", state });
    const error = await catchAuthError(webAuth.parseHash({ hash }));
    expect(error).toMatchObject({
      error: "access_denied",
      errorDescription: "No, thanks.",
      state,
    });
    expect(storage.size).toBe(0);
  });

  it.each([
    ["text", /^options parameter is not valid/],
    [{ hash: 7 }, /^hash option is not valid/],
    [{ state: {} }, /^state option is not valid/],
    [{ nonce: 7 }, /^nonce option is not valid/],
    [{ responseType: "x" }, /^responseType option is not valid/],
  ])("refuses %j at once", (given, message) => {
    expect(() => callUntyped(setUp().parseHash, given)).toThrow(message);
  });
});

describe("parseHash and the state", () => {
  const mismatch = { error: "invalid_token", errorDescription: "`state` does not match." };

  it("takes a response once", async () => {
    const { webAuth, hash } = await begin();
    expect(await webAuth.parseHash({ hash })).not.toBeNull();
    const error = await catchAuthError(webAuth.parseHash({ hash }));
    expect(error).toMatchObject({ ...mismatch, reason: "state_unknown" });
  });

  it("takes a response once, also when asked twice at the same time", async () => {
    const { webAuth, hash } = await begin();
    const outcomes = await Promise.allSettled([
      webAuth.parseHash({ hash }),
      webAuth.parseHash({ hash }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("takes a response for 30 minutes", async () => {
    const intime = await begin();
    intime.clock.advance(30 * 60 * 1000 - 1);
    expect(await intime.webAuth.parseHash({ hash: intime.hash })).not.toBeNull();
    const late = await begin();
    late.clock.advance(30 * 60 * 1000);
    const error = await catchAuthError(late.webAuth.parseHash({ hash: late.hash }));
    expect(error).toMatchObject({ ...mismatch, reason: "state_expired" });
  });

  it("checks against a given state, and tells a missing one from a different one [library.parse-hash.state]", async () => {
    const { parseHash } = setUp();
    const members = { access_token: "a", state: "mine" };
    expect(await parseHash({ hash: fragment(members), state: "mine" })).toMatchObject({
      accessToken: "a",
      appState: "mine",
    });
    const different = parseHash({ hash: fragment({ ...members, state: "other" }), state: "mine" });
    expect(await catchAuthError(different)).toMatchObject({
      ...mismatch,
      reason: "state_different",
    });
    const missing = parseHash({ hash: fragment({ access_token: "a" }), state: "mine" });
    expect(await catchAuthError(missing)).toMatchObject({ ...mismatch, reason: "state_missing" });
  });

  it("refuses a response that nobody here asked for", async () => {
    const { parseHash } = setUp();
    const unknown = parseHash({ hash: fragment({ access_token: "a", state: "s" }) });
    expect(await catchAuthError(unknown)).toMatchObject({ ...mismatch, reason: "state_unknown" });
    const stateless = parseHash({ hash: fragment({ access_token: "a" }) });
    expect(await catchAuthError(stateless)).toMatchObject({ ...mismatch, reason: "state_missing" });
  });

  it.each(["{}", "null", "no JSON", '{"expiresAt":"soon"}', '{"expiresAt":9e15,"nonce":1}'])(
    "refuses a response whose stored login reads %j",
    async (text) => {
      const { webAuth, hash, storage } = await begin();
      for (const key of storage.keys()) storage.set(key, text);
      const error = await catchAuthError(webAuth.parseHash({ hash }));
      expect(error).toMatchObject({ ...mismatch, reason: "state_unknown" });
    },
  );

  it("does not mix up logins that were begun at the same time", async () => {
    const first = await begin();
    const second = await begin();
    for (const [key, value] of second.storage) first.storage.set(key, value);
    const swapped = new URLSearchParams(first.hash.slice(1));
    swapped.set("state", second.state);
    const error = await catchAuthError(first.webAuth.parseHash({ hash: `#${swapped.toString()}` }));
    expect(error).toMatchObject({ error: "invalid_token", reason: "nonce" });
    expect(await first.webAuth.parseHash({ hash: first.hash })).not.toBeNull();
  });
});

describe("parseHash and what was asked for", () => {
  it.each([
    ["token id_token", { access_token: "a" }, "id_token"],
    ["token", { refresh_token: "r" }, "access_token"],
  ])("with %s, refuses %j for lack of its %s", async (responseType, members, missing) => {
    const { parseHash } = setUp({ responseType });
    const hash = fragment({ ...members, state: "s" });
    const error = await catchAuthError(parseHash({ hash, state: "s" }));
    expect(error).toMatchObject({ error: "invalid_hash", reason: "token_missing" });
    expect(error.errorDescription).toContain(missing);
  });

  it("refuses a response without the ID token that this very login asked for", async () => {
    const { webAuth, state } = await begin(
      { responseType: "token id_token" },
      { responseType: "" },
    );
    const hash = fragment({ access_token: "a", state });
    const error = await catchAuthError(webAuth.parseHash({ hash }));
    expect(error).toMatchObject({ error: "invalid_hash", reason: "token_missing" });
  });

  it("tells of a missing token first, also when the state is wrong", async () => {
    const { parseHash } = setUp({ responseType: "token id_token" });
    for (const state of ["s", ""]) {
      const error = await catchAuthError(
        parseHash({ hash: fragment({ access_token: "a", state }) }),
      );
      expect(error).toMatchObject({ error: "invalid_hash", reason: "token_missing" });
    }
  });

  it("goes by what this very login asked for, or the call says, rather than by the constructor", async () => {
    const settings = { responseType: "token id_token" };
    const { webAuth, state } = await begin({ responseType: "token" }, settings);
    const hash = fragment({ access_token: "a", state });
    expect((await webAuth.parseHash({ hash }))?.accessToken).toBe("a");
    const { parseHash } = setUp(settings);
    const response = { hash: fragment({ access_token: "a", state: "s" }), state: "s" };
    expect((await parseHash({ ...response, responseType: "token" }))?.accessToken).toBe("a");
    for (const given of [
      { ...response, responseType: "id_token" },
      { ...response, responseType: "" },
    ]) {
      expect(await catchAuthError(parseHash(given))).toMatchObject({
        error: "invalid_hash",
        reason: "token_missing",
      });
    }
  });

  it("refuses a member that appears twice, and takes it once", async () => {
    const { parseHash } = setUp();
    const once = fragment({ access_token: "a", state: "s" });
    expect(await parseHash({ hash: once, state: "s" })).not.toBeNull();
    for (const more of ["&access_token=b", "&state=s", "&error="]) {
      const twice = parseHash({ hash: `${once}${more}${more}`, state: "s" });
      expect(await catchAuthError(twice)).toMatchObject({ error: "invalid_hash" });
    }
  });

  it("refuses a fragment that is not percent-encoded, and takes it encoded", async () => {
    const { parseHash } = setUp();
    const hash = fragment({ access_token: "50%", state: "s" });
    expect(await parseHash({ hash, state: "s" })).toMatchObject({ accessToken: "50%" });
    const broken = parseHash({ hash: hash.replace("%25", "%"), state: "s" });
    expect(await catchAuthError(broken)).toMatchObject({
      error: "invalid_hash",
      reason: "hash_malformed",
    });
  });

  it("refuses a fragment longer than any response", async () => {
    const hash = fragment({ access_token: "a".repeat(300_000), state: "s" });
    const error = await catchAuthError(setUp().parseHash({ hash, state: "s" }));
    expect(error).toMatchObject({ error: "invalid_hash", reason: "hash_malformed" });
    expect(showAll(error)).not.toContain("aaaa");
  });

  it("expects the token to be for the application that the login named", async () => {
    const { webAuth, state, nonce } = await begin({ clientID: "client-2" });
    const id_token = await signer.sign({ nonce, aud: "client-2" });
    const hash = fragment({ access_token: "a", id_token, state });
    expect((await webAuth.parseHash({ hash }))?.idTokenPayload?.aud).toBe("client-2");
  });

  it.each([
    ["org_7", { org_id: "org_7" }, { org_id: "org_8" }],
    ["Acme", { org_name: "acme" }, { org_name: "acme2" }],
    ["org_7", { org_id: "org_7" }, {}],
  ])("asked for the organization %s, takes %j and refuses %j", async (organization, good, bad) => {
    const judge = async (claims: Record<string, unknown>) => {
      const { webAuth, state, nonce } = await begin({ organization });
      const id_token = await signer.sign({ nonce, ...claims });
      return webAuth.parseHash({ hash: fragment({ access_token: "a", id_token, state }) });
    };
    expect(await judge(good)).not.toBeNull();
    expect(await catchAuthError(judge(bad))).toMatchObject({ reason: Object.keys(good)[0] });
  });

  it("holds auth_time against the max_age of the login", async () => {
    const judge = async (claims: Record<string, unknown>) => {
      const { webAuth, state, nonce } = await begin({ maxAge: 300 });
      const id_token = await signer.sign({ nonce, ...claims });
      return webAuth.parseHash({ hash: fragment({ access_token: "a", id_token, state }) });
    };
    expect(await judge({ auth_time: seconds - 300 - 60 })).not.toBeNull();
    const old = judge({ auth_time: seconds - 300 - 61 });
    expect(await catchAuthError(old)).toMatchObject({ reason: "auth_time" });
    expect(await catchAuthError(judge({}))).toMatchObject({ reason: "auth_time" });
  });
});

describe("parseHash and the ID token", () => {
  it("refuses HS256 with the reason and the remedy, and asks for no key [library.errors.hs256-invalid-token] [authn.library.hs256-refused] [versioning.hs256]", async () => {
    const { judge, tenant } = setUp();
    const token = await new SignJWT(goodClaims)
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("a shared secret of sufficient length"));
    const error = await catchAuthError(judge(token));
    expect(error).toMatchObject({
      error: "invalid_token",
      errorDescription:
        'Signature algorithm of "HS256" is not supported. Expected the ID token to be signed with "RS256".',
      reason: "alg",
    });
    expect(error.remedy).toContain("RS256");
    expect(tenant.requests).toEqual([]);
    expect(await judge(await signer.sign())).not.toBeNull();
  });

  it.each(["none", "RS512", "rs256", "PS256", "", undefined, ["RS256"]])(
    "refuses the algorithm %j and asks for no key",
    async (alg) => {
      const { judge, tenant } = setUp();
      const good = await signer.sign();
      const header = Buffer.from(JSON.stringify({ alg, kid: "key-1" })).toString("base64url");
      const error = await catchAuthError(judge(`${header}${good.slice(good.indexOf("."))}`));
      expect(error).toMatchObject({ error: "invalid_token", reason: "alg" });
      expect(tenant.requests).toEqual([]);
      expect(await judge(good)).not.toBeNull();
    },
  );

  it.each([
    ["iss", "https://other.example/", "iss"],
    ["iss", issuer.slice(0, -1), "iss"],
    ["iss", undefined, "iss"],
    ["sub", undefined, "sub"],
    ["sub", "", "sub"],
    ["aud", "client-2", "aud"],
    ["aud", ["client-2", "client-3"], "aud"],
    ["aud", [], "aud"],
    ["aud", [["client-1"]], "aud"],
    ["aud", undefined, "aud"],
    ["aud", ["client-1", "client-2"], "azp"],
    ["azp", "client-2", "azp"],
    ["nonce", "nonce-2", "nonce"],
    ["nonce", undefined, "nonce"],
    ["exp", undefined, "exp"],
    ["exp", "2099", "exp"],
    ["exp", seconds - 61, "exp"],
    ["iat", undefined, "iat"],
    ["iat", `${seconds}`, "iat"],
    ["iat", seconds + 61, "issued_in_the_future"],
    ["nbf", seconds + 61, "nbf"],
    ["nbf", "soon", "nbf"],
  ])("refuses the claim %s as %j: %s", async (claim, value, reason) => {
    const { judge } = setUp();
    expect(await judge(await signer.sign())).not.toBeNull();
    const error = await catchAuthError(judge(await signer.sign({ [claim]: value })));
    expect(error).toMatchObject({ error: "invalid_token", reason });
  });

  it("takes several audiences when the token was issued to this application", async () => {
    const { judge } = setUp();
    const aud = ["client-2", "client-1"];
    const result = await judge(await signer.sign({ aud, azp: "client-1" }));
    expect(result?.idTokenPayload?.aud).toEqual(aud);
  });

  it("says that a token was issued in the future, and forgives a clock by the leeway [library.errors.issued-in-future] [library.init.leeway]", async () => {
    const early = await signer.sign({ iat: seconds + 61 });
    const error = await catchAuthError(setUp().judge(early));
    expect(error.errorDescription).toBe("The token was issued in the future");
    expect(error.remedy).toContain("leeway");
    expect(await setUp({ leeway: 61 }).judge(early)).not.toBeNull();
    expect(await setUp({ leeway: 300 }).judge(early)).not.toBeNull();
    const slightlyEarly = await signer.sign({ iat: seconds + 1 });
    expect(await setUp().judge(slightlyEarly)).not.toBeNull();
    expect(await catchAuthError(setUp({ leeway: 0 }).judge(slightlyEarly))).toMatchObject({
      reason: "issued_in_the_future",
    });
  });

  it("forgives an expiry by the leeway, 60 seconds unless told otherwise", async () => {
    const { judge, clock } = setUp();
    const token = await signer.sign();
    clock.advance((3600 + 60) * 1000);
    expect(await judge(token)).not.toBeNull();
    clock.advance(1);
    expect(await catchAuthError(judge(token))).toMatchObject({ reason: "exp" });
  });

  it("checks the nonce that the call gives [library.parse-hash.nonce]", async () => {
    const { parseHash } = setUp();
    const hash = fragment({ id_token: await signer.sign(), state: "s" });
    expect(await parseHash({ hash, state: "s", nonce: "nonce-1" })).not.toBeNull();
    const error = await catchAuthError(parseHash({ hash, state: "s", nonce: "nonce-2" }));
    expect(error).toMatchObject({ error: "invalid_token", reason: "nonce" });
  });

  it("refuses another access token than the one the ID token was issued with", async () => {
    const digest = new Uint8Array(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode("access-1")),
    );
    const at_hash = Buffer.from(digest.slice(0, 16)).toString("base64url");
    const { judge } = setUp();
    const token = await signer.sign({ at_hash });
    expect(await judge(token, { access_token: "access-1" })).not.toBeNull();
    const error = await catchAuthError(judge(token, { access_token: "access-2" }));
    expect(error).toMatchObject({ error: "invalid_token", reason: "at_hash" });
    const odd = judge(await signer.sign({ at_hash: 1 }), { access_token: "access-1" });
    expect(await catchAuthError(odd)).toMatchObject({ reason: "at_hash" });
    expect(await judge(token)).not.toBeNull();
  });

  it("refuses a header with critical extensions", async () => {
    const { judge } = setUp();
    const good = await signer.sign();
    const header = { alg: "RS256", kid: "key-1", crit: ["exp"], exp: 1 };
    const encoded = Buffer.from(JSON.stringify(header)).toString("base64url");
    const error = await catchAuthError(judge(`${encoded}${good.slice(good.indexOf("."))}`));
    expect(error).toMatchObject({ reason: "crit" });
  });

  it("refuses a signature by another key with the same name", async () => {
    const { judge } = setUp();
    expect(await judge(await signer.sign())).not.toBeNull();
    const error = await catchAuthError(judge(await stranger.sign()));
    expect(error).toMatchObject({ error: "invalid_token", reason: "signature" });
  });
});

describe("parseHash and the keys", () => {
  it("asks the tenant's own key set, whatever address a token names", async () => {
    const { judge, tenant } = setUp();
    expect(await judge(await signer.sign())).not.toBeNull();
    const forged = await stranger.sign(
      { iss: "https://evil.example/" },
      {
        kid: "other",
        jku: "https://evil.example/keys",
        x5u: "https://evil.example/cert",
        jwk: stranger.publicJwk,
      },
    );
    expect(await catchAuthError(judge(forged))).toMatchObject({ reason: "kid" });
    expect(new Set(tenant.requests.map(({ url }) => url))).toEqual(new Set([jwksUrl]));
  });

  it("sends nothing with the request that would force a preflight, and follows no redirect", async () => {
    const { judge, tenant } = setUp();
    await judge(await signer.sign());
    expect(tenant.requests).toEqual([
      {
        url: jwksUrl,
        request: { method: "GET", headers: {}, credentials: "omit", redirect: "error" },
      },
    ]);
  });

  it("asks once for many responses, also at the same time", async () => {
    const { judge, tenant } = setUp();
    const token = await signer.sign();
    await Promise.all([judge(token), judge(token), judge(token)]);
    await judge(token);
    expect(tenant.requests).toHaveLength(1);
  });

  it("asks once more for a key it does not know, and finds a rotated one", async () => {
    const next = await Signer.create("key-2");
    let served = [signer];
    const tenant = new FakeTenant().answer(jwksUrl, () =>
      Response.json({ keys: served.map(({ publicJwk }) => publicJwk) }),
    );
    const { judge } = setUp({}, tenant);
    expect(await judge(await signer.sign())).not.toBeNull();
    expect(await catchAuthError(judge(await next.sign()))).toMatchObject({ reason: "kid" });
    expect(tenant.requests).toHaveLength(2);
    served = [next];
    expect(await judge(await next.sign())).not.toBeNull();
    expect(tenant.requests).toHaveLength(3);
  });

  it("trusts no key for longer than ten minutes without asking again", async () => {
    const { judge, tenant, clock } = setUp();
    const token = await signer.sign();
    await judge(token);
    clock.advance(10 * 60 * 1000 - 1);
    await judge(token);
    expect(tenant.requests).toHaveLength(1);
    clock.advance(1);
    await judge(token);
    expect(tenant.requests).toHaveLength(2);
  });

  it("imports a key once for many responses", async () => {
    const importKey = vi.spyOn(crypto.subtle, "importKey");
    const { judge } = setUp();
    const token = await signer.sign();
    importKey.mockClear();
    for (const _ of [1, 2, 3]) expect(await judge(token)).not.toBeNull();
    expect(importKey).toHaveBeenCalledTimes(1);
    importKey.mockRestore();
  });

  it("takes a token without a key name from a tenant that has one key, not from one that has two", async () => {
    const token = await signer.sign({}, {});
    expect(await setUp().judge(token)).not.toBeNull();
    const two = setUp({}, serveKeys(signer, await Signer.create("key-2")));
    expect(await catchAuthError(two.judge(token))).toMatchObject({ reason: "kid" });
  });

  it.each([
    ["kty", "EC"],
    ["use", "enc"],
    ["alg", "HS256"],
    ["n", "AQAB"],
    ["n", 7],
    ["e", undefined],
  ])("passes over a key whose %s is %j", async (member, value) => {
    const { judge } = setUp();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    const tenant = new FakeTenant().answer(jwksUrl, () =>
      Response.json({ keys: [null, 7, { ...signer.publicJwk, [member]: value }] }),
    );
    const error = await catchAuthError(setUp({}, tenant).judge(token));
    expect(error).toMatchObject({ error: "invalid_token", reason: "kid" });
  });

  it.each([
    ["a limit in plain text", () => new Response("Rate limit exceed", { status: 429 }), 429],
    ["a page", () => new Response("<html>"), 200],
    ["no key set", () => Response.json({ keys: "none" }), 200],
    [
      "nothing",
      () => {
        throw new TypeError("Failed to fetch");
      },
      undefined,
    ],
  ])(
    "reports %s in place of the keys, and asks again the next time",
    async (_what, answer, statusCode) => {
      let isDown = true;
      const tenant = new FakeTenant().answer(jwksUrl, () =>
        isDown ? answer() : Response.json({ keys: [signer.publicJwk] }),
      );
      const { judge } = setUp({}, tenant);
      const token = await signer.sign();
      const error = await catchAuthError(judge(token));
      expect(error).toMatchObject({ error: "invalid_token", reason: "keys_missing" });
      expect(error.statusCode).toBe(statusCode);
      isDown = false;
      expect(await judge(token)).not.toBeNull();
    },
  );

  it("says what is missing in a page that has no WebCrypto", async () => {
    const ports = { ...judgingPorts(serveKeys(signer)), crypto: { getRandomValues: () => null } };
    const { parseHash } = new WebAuth({ ...options, ports: fakePorts(ports) });
    const hash = fragment({ id_token: await signer.sign(), state: "s" });
    const error = await catchAuthError(parseHash({ hash, state: "s" }));
    expect(error).toMatchObject({ error: "runtime_error", reason: "crypto_missing" });
  });
});

describe("parseHash and hostile input", () => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n";
  const bound = { numRuns: 500 };

  it("accepts no token of which a single character was changed, put in or taken out", async () => {
    const { judge } = setUp();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: token.length - 1 }),
        fc.constantFrom(...alphabet),
        fc.constantFrom("change", "insert", "remove"),
        async (position, character, way) => {
          const rest = token.slice(way === "insert" ? position : position + 1);
          const mutant = token.slice(0, position) + (way === "remove" ? "" : character) + rest;
          fc.pre(mutant !== token);
          const error = await catchAuthError(judge(mutant));
          expect(error.error).toBe("invalid_token");
          expect(showAll(error)).not.toContain(token.slice(0, 20));
        },
      ),
      bound,
    );
  });

  it("accepts a signature in one spelling only, though others would decode to the same bytes", async () => {
    const { judge } = setUp();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    const spellings = Array.from(alphabet.slice(0, 64), (last) => token.slice(0, -1) + last);
    for (const spelling of spellings.filter((text) => text !== token)) {
      expect((await catchAuthError(judge(spelling))).error).toBe("invalid_token");
    }
  });

  it("accepts no token one claim of which was changed without signing it again", async () => {
    const { judge } = setUp();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    const [header, , signature] = token.split(".");
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(...Object.keys(goodClaims)), fc.string()),
        fc.jsonValue(),
        async (claim, value) => {
          const payload = JSON.stringify({ ...goodClaims, [claim]: value });
          fc.pre(payload !== JSON.stringify(goodClaims));
          const encoded = Buffer.from(payload).toString("base64url");
          const error = await catchAuthError(judge(`${header}.${encoded}.${signature}`));
          expect(error).toMatchObject({ error: "invalid_token", reason: "signature" });
        },
      ),
      bound,
    );
  });

  it("accepts no token with a checked claim of any other value, even when the tenant signed it", async () => {
    const { judge } = setUp();
    expect(await judge(await signer.sign())).not.toBeNull();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("iss", "aud", "nonce", "azp"),
        fc.jsonValue(),
        async (claim, value) => {
          const right: unknown[] = ["client-1", issuer, "nonce-1", ["client-1"]];
          fc.pre(!right.map((one) => JSON.stringify(one)).includes(JSON.stringify(value)));
          const error = await catchAuthError(judge(await signer.sign({ [claim]: value })));
          expect(error.error).toBe("invalid_token");
        },
      ),
      { numRuns: 200 },
    );
  });

  it("answers any header with a refusal, and asks nobody but the tenant", async () => {
    const { judge, tenant } = setUp();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    const rest = token.slice(token.indexOf("."));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("alg", "kid", "typ", "crit", "jku", "x5u", "jwk", "b64", "zip"),
        fc.oneof(fc.jsonValue(), fc.constantFrom("none", "HS256", "RS384")),
        async (name, value) => {
          const header = JSON.stringify({ alg: "RS256", kid: "key-1", [name]: value });
          fc.pre(header !== JSON.stringify({ alg: "RS256", kid: "key-1" }));
          const encoded = Buffer.from(header).toString("base64url");
          expect((await catchAuthError(judge(encoded + rest))).error).toBe("invalid_token");
        },
      ),
      bound,
    );
    expect(new Set(tenant.requests.map(({ url }) => url))).toEqual(new Set([jwksUrl]));
  });

  it("answers any fragment with null or an AuthError", async () => {
    const { parseHash } = setUp();
    const name = fc.constantFrom("access_token", "id_token", "state", "error", "__proto__", "x");
    const members = fc.array(fc.tuple(name, fc.string()), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), members), async (content) => {
        const hash =
          typeof content === "string"
            ? content
            : content.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
        const given: ParseHashOptions = { hash: `#${hash}` };
        const outcome = await parseHash(given).catch((error: unknown) => error);
        expect(outcome === null || outcome instanceof AuthError).toBe(true);
      }),
      bound,
    );
  });
});
