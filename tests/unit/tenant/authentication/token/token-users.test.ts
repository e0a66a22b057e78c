import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { encodeBase64Url, hashSha256 } from "../../../../../tenant/core/encoding.ts";
import {
  callback,
  issuer,
  logIn,
  openTenant,
  postJson,
  readJson,
  startTime,
  type OpenTenant,
} from "../../open-tenant.ts";

const realm = "Username-Password-Authentication";
const passwordGrant = {
  client_id: "demo-spa",
  grant_type: "http://auth0.com/oauth/grant-type/password-realm",
  username: "ada@example.com",
  password: "correct-horse-1",
  realm,
  scope: "openid profile email offline_access",
};

const answerSchema = z.object({
  access_token: z.string(),
  id_token: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  scope: z.string(),
});

async function ask(open: OpenTenant, body: object): Promise<Response> {
  return await postJson(open, "/oauth/token", body);
}

async function getTokens(open: OpenTenant, body: object) {
  return answerSchema.parse(await readJson(await ask(open, body)));
}

async function expectError(response: Response, status: number, error: string): Promise<void> {
  expect({ status: response.status, body: await readJson(response) }).toMatchObject({
    status,
    body: { error },
  });
}

describe("the password-realm grant", () => {
  test("issues a token for the requested API, except under the fault audience-ignored", async () => {
    const open = openTenant();
    const audience = `${issuer}api/v2/`;
    const request = { ...passwordGrant, audience, scope: "read:current_user" };
    const audienceOf = async () => decodeJwt((await getTokens(open, request)).access_token).aud;
    expect(await audienceOf()).toBe(audience);
    await open.control("PUT", "faults", { "audience-ignored": true });
    expect(await audienceOf()).toBe(`${issuer}userinfo`);
  });

  test("exchanges a password for tokens, with a refresh token only for offline_access", async () => {
    const open = openTenant();
    const tokens = await getTokens(open, passwordGrant);
    expect(decodeJwt(tokens.id_token ?? "")).toMatchObject({
      name: "Ada Lovelace",
      auth_time: startTime / 1000,
    });
    expect(tokens.refresh_token).toMatch(/^v1\.\w{44}$/);
    const without = await getTokens(open, { ...passwordGrant, scope: "openid" });
    expect(without.refresh_token).toBeUndefined();
  });

  test.each([
    [403, "invalid_grant", { password: "guess" }],
    [403, "invalid_grant", { username: "nobody@example.com" }],
    [400, "invalid_request", { realm: "email" }],
    [400, "invalid_request", { password: undefined }],
    [403, "access_denied", { audience: "https://nowhere.example/" }],
    [401, "password_leaked", { username: "sofia@example.com", password: "leaked-password-3" }],
    [400, "invalid_request", { organization: "nowhere" }],
    [
      403,
      "access_denied",
      { username: "grace@example.com", password: "battery-staple-2", organization: "acme" },
    ],
  ])("returns %i %s for %j", async (status, error, changes) => {
    await expectError(await ask(openTenant(), { ...passwordGrant, ...changes }), status, error);
  });

  test("locks an account after consecutive failures and rejects a blocked user", async () => {
    const open = openTenant({ failedLoginsPerAccount: 1 });
    const id = encodeURIComponent("auth0|65f1c0ada000000000000001");
    await open.control("PATCH", `users/${id}`, { blocked: true });
    await expectError(await ask(open, passwordGrant), 401, "unauthorized");
    await ask(open, { ...passwordGrant, password: "guess" });
    await expectError(await ask(open, passwordGrant), 429, "too_many_attempts");
  });

  test("is rejected for a client without this grant type", async () => {
    const body = {
      ...passwordGrant,
      client_id: "demo-management",
      client_secret: "demo-management-secret",
    };
    await expectError(await ask(openTenant(), body), 403, "unauthorized_client");
  });

  test("names the organization in the tokens of a member", async () => {
    const tokens = await getTokens(openTenant(), { ...passwordGrant, organization: "acme" });
    const organization = { org_id: "org_DemoAcme00000001" };
    expect(decodeJwt(tokens.id_token ?? "")).toMatchObject({ ...organization, org_name: "acme" });
    expect(decodeJwt(tokens.access_token)).toMatchObject(organization);
  });
});

describe("the passwordless grant", () => {
  const start = {
    client_id: "demo-spa",
    connection: "email",
    email: "new@example.com",
    send: "code",
  };
  const grant = {
    client_id: "demo-spa",
    grant_type: "http://auth0.com/oauth/grant-type/passwordless/otp",
    username: "new@example.com",
    realm: "email",
    otp: "",
  };

  test("exchanges a code for tokens, once", async () => {
    const open = openTenant();
    await postJson(open, "/passwordless/start", start);
    const otp = open.tenant.mailbox.list()[0]?.code;
    expect(await getTokens(open, { ...grant, otp })).toHaveProperty("id_token");
    await expectError(await ask(open, { ...grant, otp }), 403, "invalid_grant");
  });

  test("does not redeem a code if the account is locked", async () => {
    const open = openTenant();
    await postJson(open, "/passwordless/start", start);
    const otp = open.tenant.mailbox.list(start.email).at(-1)?.code;
    await open.control("PATCH", "limits", { failedLoginsPerAccount: 0 });
    await expectError(await ask(open, { ...grant, otp }), 429, "too_many_attempts");
    await open.control("PATCH", "limits", { failedLoginsPerAccount: 10 });
    expect((await ask(open, { ...grant, otp })).status).toBe(200);
  });

  test("rejects another realm and a missing code", async () => {
    const open = openTenant();
    await expectError(await ask(open, { ...grant, realm }), 400, "invalid_request");
    const { otp: _otp, ...without } = grant;
    await expectError(await ask(open, without), 400, "invalid_request");
  });
});

describe("a second factor", () => {
  const mary = { ...passwordGrant, username: "mary@example.com", password: "second-factor-3" };
  const mfaSchema = z.object({ error: z.literal("mfa_required"), mfa_token: z.string() });

  test("is requested with mfa_required, and completes the request with the sent code", async () => {
    const open = openTenant();
    const refused = await ask(open, mary);
    expect(refused.status).toBe(403);
    const { mfa_token: token } = mfaSchema.parse(await readJson(refused));
    const grant = {
      client_id: "demo-spa",
      grant_type: "http://auth0.com/oauth/grant-type/mfa-otp",
      mfa_token: token,
    };
    await expectError(await ask(open, { ...grant, otp: "0" }), 403, "invalid_grant");
    await expectError(await ask(open, grant), 400, "invalid_request");
    const [message] = open.tenant.mailbox.list("mary@example.com");
    expect(message).toMatchObject({ kind: "mfa_code", channel: "email" });
    const otp = message?.code;
    await expectError(
      await ask(open, { ...grant, otp, client_id: "demo-hs256" }),
      401,
      "expired_token",
    );
    expect(await getTokens(open, { ...grant, otp })).toHaveProperty("refresh_token");
    await expectError(await ask(open, { ...grant, otp }), 401, "expired_token");
  });
});

describe("a refresh token", () => {
  const refresh = { client_id: "demo-spa", grant_type: "refresh_token" };

  test("returns new tokens and its successor, and revokes the whole family when it is used twice", async () => {
    const open = openTenant();
    const first = await getTokens(open, passwordGrant);
    const use = async (token: string | undefined): Promise<Response> =>
      await ask(open, { ...refresh, refresh_token: token });
    const second = answerSchema.parse(await readJson(await use(first.refresh_token)));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.id_token ?? "").sub).toBe("auth0|65f1c0ada000000000000001");
    await expectError(await use(first.refresh_token), 403, "invalid_grant");
    await expectError(await use(second.refresh_token), 403, "invalid_grant");
  });

  test("can request fewer scopes, but never more", async () => {
    const open = openTenant();
    const { refresh_token: token } = await getTokens(open, passwordGrant);
    const less = await getTokens(open, {
      ...refresh,
      refresh_token: token,
      scope: "openid read:reports",
    });
    expect(less.scope).toBe("openid");
    const again = await getTokens(open, { ...refresh, refresh_token: less.refresh_token });
    expect(again.scope).toBe("openid profile email offline_access");
  });

  test("is valid for its own client, before it expires, and if the user is not blocked", async () => {
    const open = openTenant();
    const [other, late, blocked] = [
      await getTokens(open, passwordGrant),
      await getTokens(open, passwordGrant),
      await getTokens(open, passwordGrant),
    ];
    const foreign = { ...refresh, client_id: "demo-hs256", refresh_token: other.refresh_token };
    await expectError(await ask(open, foreign), 403, "invalid_grant");
    const id = encodeURIComponent("auth0|65f1c0ada000000000000001");
    await open.control("PATCH", `users/${id}`, { blocked: true });
    const ofBlocked = { ...refresh, refresh_token: blocked.refresh_token };
    await expectError(await ask(open, ofBlocked), 403, "invalid_grant");
    await open.control("PATCH", `users/${id}`, { blocked: false });
    open.clock.time += 31 * 24 * 60 * 60_000;
    const ofLate = { ...refresh, refresh_token: late.refresh_token };
    await expectError(await ask(open, ofLate), 403, "invalid_grant");
    await expectError(await ask(open, refresh), 400, "invalid_request");
  });

  test("is returned for a code with offline_access, never in a fragment", async () => {
    const open = openTenant();
    const verifier = "a-verifier-of-at-least-forty-three-characters~";
    const login = await logIn(open, {
      response_type: "code",
      scope: "openid offline_access",
      code_challenge: encodeBase64Url(await hashSha256(verifier)),
      code_challenge_method: "S256",
    });
    const code = new URL(login.headers.get("location") ?? "").searchParams.get("code");
    const tokens = await getTokens(open, {
      client_id: "demo-spa",
      grant_type: "authorization_code",
      redirect_uri: callback,
      code_verifier: verifier,
      code,
    });
    expect(tokens.refresh_token).toMatch(/^v1\./);
    const implicit = await logIn(open, { scope: "openid offline_access", prompt: "login" });
    expect(implicit.headers.get("location")).not.toContain("offline_access");
  });
});

describe("token exchange", () => {
  const type = "https://legacy.example/token";
  const exchange = {
    client_id: "demo-spa",
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: "legacy:ada@example.com",
    subject_token_type: type,
    scope: "openid email",
  };

  async function openWithProfile(limits = {}): Promise<OpenTenant> {
    const open = openTenant(limits);
    const token = await open.getToken();
    await open.call(token, "POST", "/api/v2/token-exchange-profiles", {
      name: "Legacy tokens",
      subject_token_type: type,
      action_id: "act_demo_legacy",
      type: "custom_authentication",
    });
    return open;
  }

  test(
    "runs the action of the profile with this subject token type",
    { tags: ["service.exchange.runs-action"] },
    async () => {
      const open = await openWithProfile();
      const response = await ask(open, exchange);
      expect(response.status).toBe(200);
      const answer = await readJson(response);
      expect(answer).toMatchObject({
        issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
        token_type: "Bearer",
      });
      expect(decodeJwt(answerSchema.parse(answer).access_token).sub).toBe(
        "auth0|65f1c0ada000000000000001",
      );
      expect(await open.control("GET", "log")).toMatchObject({
        entries: expect.arrayContaining([expect.objectContaining({ fact: "action ran" })]),
      });
    },
  );

  test.each([
    [400, "invalid_request", { subject_token_type: "https://other.example/token" }],
    [400, "invalid_request", { requested_token_type: "urn:ietf:params:oauth:token-type:id_token" }],
    [400, "invalid_request", { subject_token: undefined }],
    [400, "invalid_request", { subject_token: "forged" }],
    [400, "invalid_request", { subject_token: "legacy:nobody@example.com" }],
    [400, "account_closed", { subject_token: "legacy:ada@example.com:closed" }],
    [403, "unauthorized_client", { client_id: "demo-partner" }],
    [403, "mfa_required", { subject_token: "legacy:mary@example.com" }],
  ])("returns %i %s for %j", async (status, error, changes) => {
    await expectError(
      await ask(await openWithProfile(), { ...exchange, ...changes }),
      status,
      error,
    );
  });

  test("is blocked after ten rejected tokens, and allowed again ten minutes later", async () => {
    const open = await openWithProfile();
    for (let count = 0; count < 10; count += 1) {
      await expectError(
        await ask(open, { ...exchange, subject_token: "forged" }),
        400,
        "invalid_request",
      );
    }
    await expectError(await ask(open, exchange), 429, "too_many_attempts");
    open.clock.time += 10 * 60_000;
    expect((await ask(open, exchange)).status).toBe(200);
  });
});

describe("a token exchange for a user with a second factor", () => {
  test("keeps the requested access and the members of its response until the code is sent", async () => {
    const open = openTenant();
    const type = "https://legacy.example/token";
    await open.call(await open.getToken(), "POST", "/api/v2/token-exchange-profiles", {
      name: "Legacy tokens",
      subject_token_type: type,
      action_id: "act_demo_legacy",
      type: "custom_authentication",
    });
    const asked = await ask(open, {
      client_id: "demo-spa",
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: "legacy:mary@example.com",
      subject_token_type: type,
      scope: "openid email",
    });
    const { mfa_token: token } = z.object({ mfa_token: z.string() }).parse(await readJson(asked));
    const answer = await ask(open, {
      client_id: "demo-spa",
      grant_type: "http://auth0.com/oauth/grant-type/mfa-otp",
      mfa_token: token,
      otp: open.tenant.mailbox.list("mary@example.com").at(-1)?.code,
    });
    expect(await readJson(answer)).toMatchObject({
      scope: "openid email",
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
    });
  });
});

describe("the lifetime of tokens", () => {
  test("follows the limits of the tenant, in expires_in and in the tokens", async () => {
    const open = openTenant();
    await open.control("PATCH", "limits", { userTokenLifetime: 2500, idTokenLifetime: 1000 });
    const answer = await readJson(await ask(open, passwordGrant));
    expect(answer).toMatchObject({ expires_in: 3 });
    const tokens = answerSchema.parse(answer);
    expect(decodeJwt(tokens.access_token).exp).toBe(startTime / 1000 + 3);
    expect(decodeJwt(tokens.id_token ?? "").exp).toBe(startTime / 1000 + 1);
    await open.control("PATCH", "limits", { clientTokenLifetime: 1 });
    const management = await open.getToken("read:events");
    expect(decodeJwt(management).exp).toBe(startTime / 1000 + 1);
    const stream = await open.call(management, "GET", "/api/v2/events");
    expect(stream.status).toBe(200);
    open.clock.time += 1000;
    expect((await open.call(management, "GET", "/api/v2/events")).status).toBe(401);
    await stream.body?.cancel();
  });
});

describe("the tenant's rule", () => {
  test("adds a claim that counts logins, including silent renewals", async () => {
    const open = openTenant();
    await logIn(open);
    const tokens = await getTokens(open, passwordGrant);
    expect(decodeJwt(tokens.id_token ?? "")["https://tenant.example/login_count"]).toBe(2);
  });
});
