import { describe, expect, test } from "vitest";
import { catchAuthError, showAll } from "./caught-error.ts";
import { ada, readBody, realm, TenantPage } from "./tenant-page.ts";

// The grants of the token endpoint besides a code and a refresh token, as the local tenant takes them.

describe("client.oauthToken and other grants", () => {
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
