import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import {
  authorizePath,
  fillIn,
  openTenant,
  postJson,
  readFragment,
  readJson,
} from "../open-tenant.ts";

const custom = "http://127.0.0.1:4400";

describe("the custom domain", () => {
  test("is a separate issuer for the same users", async () => {
    const open = openTenant();
    const metadata = await readJson(await open.send(`${custom}/.well-known/openid-configuration`));
    expect(metadata).toMatchObject({
      issuer: `${custom}/`,
      jwks_uri: `${custom}/.well-known/jwks.json`,
    });
    const start = await open.send(`${custom}${authorizePath()}`);
    const login = await open.send(`${custom}${start.headers.get("location") ?? ""}`, {
      method: "POST",
      body: new URLSearchParams({ username: "ada@example.com", password: "correct-horse-1" }),
    });
    const { id_token: idToken = "", access_token: accessToken = "" } = readFragment(login);
    expect(decodeJwt(idToken)).toMatchObject({ iss: `${custom}/` });
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await open.send(`${custom}/userinfo`, { headers })).status).toBe(200);
    expect((await open.send("/userinfo", { headers })).status).toBe(401);
  });

  test(
    "does not serve the Management API",
    { tags: ["library.management.own-domain"] },
    async () => {
      const open = openTenant();
      const token = await open.getToken();
      const path = "/api/v2/token-exchange-profiles";
      expect((await open.call(token, "GET", path)).status).toBe(200);
      const response = await open.call(token, "GET", `${custom}${path}`);
      expect(response.status).toBe(404);
      expect(await readJson(response)).toMatchObject({ statusCode: 404 });
    },
  );
});

describe("the tenant's limit", () => {
  test.each([
    ["POST", "/oauth/token", /"error":"access_denied".*Global rate limit exceeded/],
    ["POST", "/co/authenticate", /"error":"access_denied".*Global rate limit exceeded/],
    ["POST", "/dbconnections/signup", /"error":"too_many_requests"/],
    ["POST", "/dbconnections/change_password", /"error":"too_many_requests"/],
    ["POST", "/passwordless/start", /"error":"too_many_requests"/],
    ["GET", "/userinfo", /^Rate limit exceed$/],
    ["GET", "/.well-known/jwks.json", /^Rate limit exceed$/],
    ["POST", "/co/verify", /^Rate limit exceed$/],
    ["GET", "/authorize", /<html/],
    ["GET", "/v2/logout", /<html/],
    ["GET", "/passwordless/verify_redirect", /<html/],
  ])("has its own wording at %s %s", async (method, path, wording) => {
    const open = openTenant();
    await open.control("PUT", "faults", { "global-limit-reached": true });
    const response = await open.send(path, { method });
    expect(response.status).toBe(429);
    expect(await response.text()).toMatch(wording);
    await open.control("PUT", "faults", { "global-limit-reached": false });
    expect((await open.send(path, { method })).status).not.toBe(429);
  });
});

describe("email_verified", () => {
  test("is a boolean, as at the service, while the fault is planted", async () => {
    const open = openTenant();
    const start = await open.send(authorizePath());
    const form = { username: "ada@example.com", password: "correct-horse-1" };
    const { access_token: token = "" } = readFragment(await fillIn(open, start, form));
    const read = async (): Promise<unknown> =>
      await readJson(
        await open.send("/userinfo", { headers: { authorization: `Bearer ${token}` } }),
      );
    expect(await read()).toMatchObject({ email_verified: "true" });
    await open.control("PUT", "faults", { "email-verified-boolean": true });
    expect(await read()).toMatchObject({ email_verified: true });
  });
});

describe("a tenant that restarts with its state", () => {
  test("accepts the refresh tokens from before the restart", async () => {
    const open = openTenant();
    const body = {
      client_id: "demo-spa",
      grant_type: "http://auth0.com/oauth/grant-type/password-realm",
      username: "ada@example.com",
      password: "correct-horse-1",
      realm: "Username-Password-Authentication",
      scope: "openid offline_access",
    };
    await postJson(open, "/oauth/token", body);
    expect(open.tenant.save().refreshTokens).toHaveLength(1);
  });
});
