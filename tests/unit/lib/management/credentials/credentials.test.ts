import { describe, expect, test } from "vitest";
import {
  clockSkew,
  createAccessTokenSource,
  type Credential,
  type CachedToken,
} from "../../../../../lib/management/credentials/credentials.ts";
import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import { describeAccessToken } from "../../../../../lib/management/credentials/describe-access-token.ts";
import { catchManagementError, createClock, createNetwork, createSilentNetwork } from "../fakes.ts";

const testSecret = "a-secret-that-must-not-leak";
const credential = {
  kind: "client_credentials" as const,
  tokenUrl: "https://tenant.example/oauth/token",
  clientId: "client-1",
  clientSecret: testSecret,
  audience: "https://tenant.example/api/v2/",
};

const grant = (token: string, lifetime = 3600) =>
  Response.json({ access_token: token, expires_in: lifetime });

function writeJwt(payload: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ alg: "RS256" })}.${encode(payload)}.c2ln`;
}

describe("a client's credentials", () => {
  test(
    "are sent as a form to the token endpoint",
    { tags: ["authn.management.client-credentials"] },
    async () => {
      const network = createNetwork(grant("t1"));
      const source = createAccessTokenSource(credential, { ...network, clock: createClock() });
      expect(await source()).toBe("t1");
      const [request] = network.sent;
      expect(request?.url).toBe("https://tenant.example/oauth/token");
      expect(request?.header("content-type")).toBe("application/x-www-form-urlencoded");
      expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
        grant_type: "client_credentials",
        client_id: "client-1",
        client_secret: testSecret,
        audience: "https://tenant.example/api/v2/",
      });
      expect(request?.init).toMatchObject({
        method: "POST",
        credentials: "omit",
        redirect: "error",
      });
    },
  );

  test("share one token among all callers, until a minute before it expires", async () => {
    const clock = createClock();
    const network = createNetwork(grant("t1"), grant("t2"));
    const source = createAccessTokenSource(credential, { ...network, clock });
    expect(await Promise.all([source(), source(), source()])).toEqual(["t1", "t1", "t1"]);
    clock.advance(3_539_000);
    expect(await source()).toBe("t1");
    clock.advance(1000);
    expect(await Promise.all([source(), source({ renew: true })])).toEqual(["t2", "t2"]);
    expect(network.sent).toHaveLength(2);
  });

  test("use a token with a lifetime of seconds for most of its life", async () => {
    const clock = createClock();
    const network = createNetwork(grant("t1", 10), grant("t2", 10));
    const source = createAccessTokenSource(credential, { ...network, clock });
    await source();
    clock.advance(8000);
    expect(await source()).toBe("t1");
    clock.advance(1000);
    expect(await source()).toBe("t2");
  });

  test("renew a rejected token once, regardless of the number of rejected calls", async () => {
    const network = createNetwork(grant("t1"), grant("t2"));
    const source = createAccessTokenSource(credential, { ...network, clock: createClock() });
    await source();
    expect(await source({ renew: true, refused: "t1" })).toBe("t2");
    expect(await source({ renew: true, refused: "t1" })).toBe("t2");
    expect(network.sent).toHaveLength(2);
  });

  test("continue with a token that was stored before", async () => {
    const clock = createClock();
    const written: unknown[] = [];
    const kept = {
      read: () => Promise.resolve({ token: "t0", renewAt: clock.now() + 1000 }),
      write: async (held: unknown) => {
        written.push(held);
      },
    };
    const network = createNetwork(grant("t1"));
    const source = createAccessTokenSource(credential, { ...network, clock, cache: kept });
    expect(await source()).toBe("t0");
    clock.advance(1000);
    expect(await source()).toBe("t1");
    expect(written).toEqual([{ token: "t1", renewAt: clock.now() + 3_540_000 }]);
  });

  test("are used again after a failure", async () => {
    const network = createNetwork(new Response("", { status: 500 }), grant("t1"));
    const source = createAccessTokenSource(credential, { ...network, clock: createClock() });
    expect((await catchManagementError(source())).code).toBe("server-error");
    expect(await source()).toBe("t1");
  });

  test.each([
    [
      Response.json(
        { error: "invalid_client", error_description: `no ${testSecret}` },
        { status: 401 },
      ),
      "credentials-refused",
    ],
    [Response.json({ error: "access_denied" }, { status: 403 }), "credentials-refused"],
    [Response.json({}, { status: 429, headers: { "retry-after": "30" } }), "rate-limited"],
    [new Response("<html>", { status: 404 }), "not-found"],
    [new Response("", { status: 503 }), "server-error"],
    [new Response("<html>"), "unexpected-response"],
    [Response.json({ access_token: "a b\n" }), "unexpected-response"],
    [new TypeError(`failed with ${testSecret}`), "unreachable"],
  ])("fail with a message that does not contain the secret (%#)", async (answer, code) => {
    const network = createNetwork(answer);
    const source = createAccessTokenSource(credential, { ...network, clock: createClock() });
    const error = await catchManagementError(source());
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^Getting a Management API token.*\.$/u);
    expect(
      JSON.stringify([error.toFacts(), error.message, error.stack, String(error.cause)]),
    ).not.toContain(testSecret);
  });

  test("report the retry time after a 429", async () => {
    const clock = createClock();
    const network = createNetwork(
      Response.json({}, { status: 429, headers: { "retry-after": "30" } }),
    );
    const source = createAccessTokenSource(credential, { ...network, clock });
    expect((await catchManagementError(source())).retryAt).toBe(clock.now() + 30_000);
  });

  test.each([429, 503])(
    "are not sent again before the Retry-After of %i, for any caller",
    async (status) => {
      const clock = createClock();
      const refused = Response.json({}, { status, headers: { "retry-after": "30" } });
      const network = createNetwork(refused, grant("later"));
      const source = createAccessTokenSource(credential, { ...network, clock });
      const error = await catchManagementError(source());
      clock.advance(29_999);
      expect(await catchManagementError(source({ renew: true }))).toBe(error);
      expect(network.sent).toHaveLength(1);
      clock.advance(1);
      expect(await source()).toBe("later");
    },
  );

  test("keep the length of the wait if the clock is set back", async () => {
    const clock = createClock();
    const refused = Response.json({}, { status: 429, headers: { "retry-after": "30" } });
    const source = createAccessTokenSource(credential, {
      ...createNetwork(refused, grant("later")),
      clock,
    });
    await catchManagementError(source());
    clock.advance(-86_400_000);
    await catchManagementError(source());
    clock.advance(30_000);
    expect(await source()).toBe("later");
  });

  test("time out after 20 seconds", async () => {
    const clock = createClock();
    const network = createSilentNetwork();
    const source = createAccessTokenSource(credential, { ...network, clock });
    const work = catchManagementError(source());
    await network.asked;
    clock.advance(20_000);
    expect((await work).code).toBe("timeout");
  });

  test("are never sent over plain http to another machine", async () => {
    const network = createNetwork();
    const tokenUrl = "http://tenant.example/oauth/token";
    const source = createAccessTokenSource(
      { ...credential, tokenUrl },
      { ...network, clock: createClock() },
    );
    expect((await catchManagementError(source())).code).toBe("invalid-address");
    expect(network.sent).toEqual([]);
  });
});

describe("a pasted access token", () => {
  const clock = createClock();
  const ports = { fetch: createNetwork().fetch, clock };

  test("is used without its Bearer prefix and surrounding spaces", async () => {
    const source = createAccessTokenSource(
      { kind: "access_token", token: " Bearer abc.def \n" },
      ports,
    );
    expect(await source()).toBe("abc.def");
    expect(await source({ renew: true })).toBe("abc.def");
  });

  test("is reported as expired before a request is sent", async () => {
    const token = writeJwt({ exp: (clock.now() - clockSkew) / 1000 });
    const error = await catchManagementError(
      createAccessTokenSource({ kind: "access_token", token }, ports)(),
    );
    expect(error.code).toBe("token-expired");
    expect(error.message).not.toContain(token);
  });

  test("is still sent just after its expiry, because the service's clock decides", async () => {
    const token = writeJwt({ exp: (clock.now() - clockSkew) / 1000 + 1 });
    expect(await createAccessTokenSource({ kind: "access_token", token }, ports)()).toBe(token);
  });

  test("is reported as invalid if it contains a line break", async () => {
    const source = createAccessTokenSource({ kind: "access_token", token: "abc\ndef" }, ports);
    const error = await catchManagementError(source());
    expect(error.code).toBe("unauthorized");
    expect(error.message).toContain("line break");
  });
});

describe("a login of the current user", () => {
  const token = "login.t1.x";

  /** Creates a source whose logins return the prepared results, one after the other. */
  function createLogin(
    over: Partial<Extract<Credential, { kind: "login" }>> = {},
    ...results: (string | Error)[]
  ) {
    const clock = createClock();
    let runs = 0;
    const logIn = async () => {
      const result = results[runs];
      runs += 1;
      if (result === undefined) throw new Error("No login was prepared.");
      if (result instanceof Error) throw result;
      return { token: result, expiresAt: clock.now() + 3_600_000 };
    };
    const kept: CachedToken[] = [];
    const keeper = {
      read: async () => kept.at(-1),
      write: async (held: CachedToken) => void kept.push(held),
    };
    const credential = {
      kind: "login" as const,
      token,
      expiresAt: clock.now() + 3_600_000,
      ...over,
    };
    const ports = { fetch: createNetwork().fetch, clock };
    return {
      clock,
      kept,
      runs: () => runs,
      source: createAccessTokenSource(credential, { ...ports, cache: keeper, logIn }),
      sourceWithoutLogin: createAccessTokenSource(credential, ports),
    };
  }

  test("lasts as long as its token if no new login is possible", async () => {
    const { clock, sourceWithoutLogin: source } = createLogin();
    expect(await source()).toBe(token);
    expect(await source({ renew: true, refused: token })).toBe(token);
    clock.advance(3_600_000 + clockSkew - 1);
    expect(await source()).toBe(token);
    clock.advance(1);
    expect(await catchManagementError(source())).toMatchObject({ code: "login-required" });
  });

  test("is renewed before it expires by one login for all waiting callers", async () => {
    const { clock, source, runs, kept } = createLogin({}, "login.t2.x");
    expect(await Promise.all([source(), source()])).toEqual([token, token]);
    clock.advance(3_540_000);
    expect(await Promise.all([source(), source(), source()])).toEqual(
      Array.from({ length: 3 }, () => "login.t2.x"),
    );
    expect(runs()).toBe(1);
    expect(kept).toEqual([{ token: "login.t2.x", renewAt: clock.now() + 3_540_000 }]);
  });

  test("is renewed once after a rejection, regardless of the number of calls", async () => {
    const { source, runs } = createLogin({}, "login.t2.x");
    await source();
    const refused = { renew: true, refused: token };
    expect(await Promise.all([source(refused), source(refused)])).toEqual([
      "login.t2.x",
      "login.t2.x",
    ]);
    expect(await source(refused)).toBe("login.t2.x");
    expect(runs()).toBe(1);
  });

  test("uses the token's own expiry if the login has none", async () => {
    const now = createClock().now();
    const jwt = writeJwt({ exp: now / 1000 + 600 });
    const { clock, source } = createLogin({ token: jwt, expiresAt: undefined }, "login.t2.x");
    clock.advance(539_000);
    expect(await source()).toBe(jwt);
    clock.advance(1000);
    expect(await source()).toBe("login.t2.x");
    const endless = createLogin({ expiresAt: undefined });
    endless.clock.advance(10 * 365 * 24 * 3_600_000);
    expect(await endless.source()).toBe(token);
  });

  test.each([new Error(`closed, ${testSecret}`), "a b"])(
    "asks for a new login if it cannot be renewed (%#)",
    async (result) => {
      const { source } = createLogin({}, result);
      const error = await catchManagementError(source({ renew: true }));
      expect(error.code).toBe("login-required");
      expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(testSecret);
    },
  );

  test("passes on a known problem of the login", async () => {
    const cause = new ManagementError({ code: "unreachable", message: "The tenant is gone." });
    const { source } = createLogin({}, cause);
    expect(await catchManagementError(source({ renew: true }))).toBe(cause);
  });
});

describe("the description of an access token", () => {
  test("contains its scopes, expiry, issuer, audience and client, unverified", () => {
    const token = writeJwt({
      scope: "read:events  create:token_exchange_profiles",
      exp: 1_800_000_000,
      iss: "https://tenant.example/",
      aud: "https://tenant.example/api/v2/",
      azp: "client-1",
    });
    expect(describeAccessToken(token)).toEqual({
      kind: "jwt",
      scopes: ["read:events", "create:token_exchange_profiles"],
      expiresAt: 1_800_000_000_000,
      issuer: "https://tenant.example/",
      audience: ["https://tenant.example/api/v2/"],
      clientId: "client-1",
    });
  });

  test("omits claims of an unexpected type", () => {
    const token = writeJwt({ scope: 1, exp: "soon", aud: ["a", 2], iss: null });
    expect(describeAccessToken(token)).toEqual({ kind: "jwt", scopes: [], audience: ["a"] });
  });

  test.each(["", "opaque", "a.b.c", "..", `${"a".repeat(70_000)}.e30.x`, "e30.W10.x"])(
    "of other text is opaque (%#)",
    (token) => {
      expect(describeAccessToken(token)).toEqual({ kind: "opaque" });
    },
  );
});
