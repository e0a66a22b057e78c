import { beforeAll, describe, expect, test } from "vitest";
import { Authentication } from "../../../../lib/auth/index.ts";
import { callback } from "../../tenant/open-tenant.ts";
import { callUntyped, catchAuthError, showAll } from "./caught-error.ts";
import { FakeClock, fakePorts } from "./fake-ports.ts";
import { jwksUrl, options, serveKeys, Signer } from "./signed-tokens.ts";
import { ada, readBody, realm, TenantPage } from "./tenant-page.ts";

let signer: Signer;

beforeAll(async () => {
  signer = await Signer.create();
});

/** A client whose token endpoint has one response. */
function setUp(answer: unknown) {
  const tenant = serveKeys(signer).answer("https://tenant.example/oauth/token", () =>
    Response.json(answer),
  );
  const ports = fakePorts({ fetch: tenant.fetch, clock: new FakeClock() });
  return { tenant, client: new Authentication({ ...options, ports }) };
}

const good = async (claims = {}) => ({
  access_token: "access-1",
  id_token: await signer.sign(claims),
  expires_in: 86_400,
  token_type: "Bearer",
});

describe("client.oauthToken", () => {
  test("exchanges a code and its verifier, then refreshes, as a public client", async () => {
    const page = new TenantPage();
    const { client } = page.create();
    const verifier = "v".repeat(43);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const codeChallenge = Buffer.from(digest).toString("base64url");
    const url = client.buildAuthorizeUrl({
      pkce: true,
      codeChallenge,
      state: "s",
      nonce: "n",
      scope: "openid email offline_access",
    });
    const { hash } = new URL(await page.logIn(url));
    const code = new URLSearchParams(hash.slice(1)).get("code") ?? "";
    const first = await client.oauthToken({ code, codeVerifier: verifier, nonce: "n" });
    expect(page.requests[0]).toMatchObject({
      url: "http://localhost:4400/oauth/token",
      request: { method: "POST", headers: {}, credentials: "omit" },
    });
    expect(readBody(page.requests[0])).toEqual({
      grant_type: "authorization_code",
      client_id: "demo-spa",
      redirect_uri: callback,
      code,
      code_verifier: verifier,
    });
    expect(first).toMatchObject({ idTokenPayload: { email: ada.username, nonce: "n" } });
    expect(first.expiresIn).toMatch(/^\d+$/);
    const again = await client.oauthToken({ refreshToken: first.refreshToken ?? "" });
    expect(again.accessToken).toEqual(expect.any(String));
    const [, second] = page.requests.filter(({ url }) => url.endsWith("/oauth/token"));
    expect(readBody(second)).toEqual({
      grant_type: "refresh_token",
      client_id: "demo-spa",
      refresh_token: first.refreshToken,
    });
  });

  test("sends any other grant and parameter, and calls back", async () => {
    const { client, tenant } = setUp(await good());
    const call = await new Promise<unknown[]>((resolve) => {
      client.oauthToken(
        { grantType: "urn:x", subjectToken: "t", clientID: "client-1", extra: true },
        (...args) => resolve(args),
      );
    });
    expect(call).toMatchObject([null, { accessToken: "access-1", expiresIn: "86400" }]);
    expect(String(tenant.requests[0]?.request.body)).toBe(
      "client_id=client-1&grant_type=urn%3Ax&subject_token=t&extra=true",
    );
  });

  test.each([
    ["an ID token with another nonce", { nonce: "nonce-2" }, "nonce"],
    ["an ID token for another application", { aud: "client-2" }, "aud"],
    ["an ID token by another issuer", { iss: "https://other.example/" }, "iss"],
  ])("rejects %s, and accepts the unchanged call", async (_what, claims, reason) => {
    const request = { code: "c", nonce: "nonce-1" };
    expect(await setUp(await good()).client.oauthToken(request)).not.toBeNull();
    const error = await catchAuthError(setUp(await good(claims)).client.oauthToken(request));
    expect(error).toMatchObject({ error: "invalid_token", reason });
  });

  test.each([{}, [], "text", { access_token: "" }, { access_token: {} }])(
    "rejects the response %j",
    async (answer) => {
      const { client, tenant } = setUp(answer);
      expect(await catchAuthError(client.oauthToken({ code: "c" }))).toMatchObject({
        error: "request_error",
        reason: "body_malformed",
      });
      expect(tenant.requests.map(({ url }) => url)).not.toContain(jwksUrl);
    },
  );

  test.each([
    ["client_secret", "s"],
    ["clientSecret", "s"],
    ["client_secret_post", "s"],
    ["_clientSecret", ""],
  ])("rejects a secret with the name %s, with the reason", (name, value) => {
    const { client, tenant } = setUp({});
    expect(() => callUntyped(client.oauthToken, { code: "c", [name]: value })).toThrow(
      new RegExp(`^${name} option is not valid: give none, a browser cannot keep a secret`),
    );
    expect(tenant.requests).toEqual([]);
  });

  test("does not repeat the code, the verifier or a token in an error", async () => {
    const page = new TenantPage();
    const secrets = {
      code: "code-1234567",
      codeVerifier: "verifier-1234567",
      refreshToken: "rt-1234567",
    };
    const fetch = () => new Response(Object.values(secrets).join(" "), { status: 403 });
    const { client } = page.create({ ports: page.ports({ fetch }) });
    const shown = showAll(await catchAuthError(client.oauthToken(secrets)));
    for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret);
  });

  test("rejects with the service's own code", async () => {
    const { client } = new TenantPage().create();
    expect(await catchAuthError(client.oauthToken({ code: "nobody's" }))).toMatchObject({
      error: "invalid_grant",
    });
  });
});

describe("client.oauthToken with a grant other than a code or a refresh token", () => {
  test("logs in with a name and a password", async () => {
    const page = new TenantPage();
    const grantType = "http://auth0.com/oauth/grant-type/password-realm";
    const { client } = page.create();
    const tokens = await client.oauthToken({ grantType, ...ada, realm, scope: "openid email" });
    expect(tokens).toMatchObject({ idTokenPayload: { email: ada.username } });
    expect(readBody(page.requests[0])).toEqual({
      grant_type: grantType,
      client_id: "demo-spa",
      ...ada,
      realm,
      scope: "openid email",
    });
    const wrong = { grantType, ...ada, password: "guess-1234567", realm };
    const error = await catchAuthError(client.oauthToken(wrong));
    expect(error).toMatchObject({ error: "invalid_grant", statusCode: 403 });
    expect(showAll(error)).not.toContain(wrong.password);
  });

  test("logs in with a one-time code", async () => {
    const page = new TenantPage();
    const { client, passwordlessStart } = page.create();
    await passwordlessStart({ connection: "email", send: "code", email: ada.username });
    const otp = page.open.tenant.mailbox.list(ada.username)[0]?.code ?? "";
    const tokens = await client.oauthToken({
      grantType: "http://auth0.com/oauth/grant-type/passwordless/otp",
      username: ada.username,
      otp,
      realm: "email",
      scope: "openid email",
    });
    expect(tokens).toMatchObject({ idTokenPayload: { email: ada.username } });
  });
});
