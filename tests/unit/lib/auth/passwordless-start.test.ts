import { describe, expect, test } from "vitest";
import { listLogins } from "./fake-ports.ts";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { TenantPage } from "./tenant-page.ts";

const email = "new@example.com";
const start = { connection: "email", send: "code", email } as const;

describe("passwordlessStart", () => {
  test(
    "requests an email with a code, and returns camelCase",
    { tags: ["library.passwordless-start.connection", "library.passwordless-start.email"] },
    async () => {
      const page = new TenantPage();
      const answer = await page.create().passwordlessStart({ ...start, email: ` ${email} ` });
      expect(answer).toMatchObject({ email, emailVerified: false });
      expect(page.requests[0]?.url).toBe("http://localhost:4400/passwordless/start");
      expect(page.lastBody).toMatchObject({ client_id: "demo-spa", ...start });
      expect(page.open.tenant.mailbox.list(email)[0]?.code).toMatch(/^\d+$/);
    },
  );

  test(
    "requests a code for a phone",
    { tags: ["library.passwordless-start.phone-number"] },
    async () => {
      const page = new TenantPage();
      const phoneNumber = "+4915112345678";
      await page.create().passwordlessStart({ connection: "sms", send: "code", phoneNumber });
      expect(page.lastBody).toMatchObject({ connection: "sms", phone_number: phoneNumber });
      expect(page.lastBody).not.toHaveProperty("email");
      expect(page.open.tenant.mailbox.list(phoneNumber)).toHaveLength(1);
    },
  );

  test("sends a captcha only if the call has one", async () => {
    const page = new TenantPage();
    const { passwordlessStart } = page.create();
    await passwordlessStart({ ...start, captcha: "w7x9q" });
    expect(page.lastBody).toMatchObject({ ...start, captcha: "w7x9q" });
    expect(page.lastBody["authParams"]).not.toHaveProperty("captcha");
    await passwordlessStart(start);
    expect(page.lastBody).not.toHaveProperty("captcha");
    expect(() => callUntyped(passwordlessStart, { ...start, captcha: {} })).toThrow(
      /^captcha option is not valid/,
    );
  });

  test.each([null, undefined, "link"] as const)(
    "sends a link for %j, which begins a login that parseHash accepts",
    { tags: ["library.passwordless-start.send"] },
    async (send) => {
      const page = new TenantPage();
      const webAuth = page.create();
      await webAuth.passwordlessStart({ connection: "email", send, email });
      expect(page.lastBody["send"]).toBe("link");
      expect(page.lastBody["authParams"]).toMatchObject({
        response_type: "token id_token",
        redirect_uri: "http://localhost:4401/callback",
        scope: "openid profile email",
      });
      const link = page.open.tenant.mailbox.list(email)[0]?.link ?? "";
      const response = await page.open.send(link);
      const { hash } = new URL(response.headers.get("location") ?? "about:blank");
      expect(await webAuth.parseHash({ hash })).toMatchObject({ idTokenPayload: { email } });
    },
  );

  test("returns the appState of authParams with the login of the link, and does not send it", async () => {
    const page = new TenantPage();
    const webAuth = page.create();
    const authParams = { appState: { from: "/cart" } };
    await webAuth.passwordlessStart({ connection: "email", send: "link", email, authParams });
    expect(JSON.stringify(page.lastBody)).not.toContain("cart");
    const response = await page.open.send(page.open.tenant.mailbox.list(email)[0]?.link ?? "");
    const { hash } = new URL(response.headers.get("location") ?? "about:blank");
    expect(await webAuth.parseHash({ hash })).toMatchObject({ appState: { from: "/cart" } });
  });

  test("sends the language of the message, and parameters of the login", async () => {
    const page = new TenantPage();
    await page.create().passwordlessStart({
      ...start,
      xRequestLanguage: "de",
      authParams: { scope: "openid", loginHint: "x", pkce: true },
    });
    expect(page.requests[0]?.request.headers).toMatchObject({ "X-Request-Language": "de" });
    expect(page.lastBody["authParams"]).toMatchObject({
      scope: "openid",
      login_hint: "x",
      code_challenge_method: "S256",
    });
    const stored = page.storage.get(listLogins(page.storage)[0] ?? "") ?? "";
    const [, verifier] = /"code_verifier":"([\w-]{43})"/.exec(stored) ?? [];
    expect(JSON.stringify(page.lastBody)).not.toContain(verifier ?? "none");
    expect(verifier).toBeDefined();
  });

  test.each([
    [{ connection: undefined }, /^connection option is required/],
    [{ connection: "fax" }, /^connection option is not valid/],
    [{ send: "pigeon" }, /^send option is not valid/],
    [{ email: undefined }, /email and phoneNumber/],
    [{ phoneNumber: "+4915112345678" }, /email and phoneNumber/],
    [{ email: 7 }, /^email option is not valid/],
    [{ authParams: "x" }, /^options parameter is not valid/],
    [{ client_secret: "x" }, /^client_secret option is not valid/],
    [{ authParams: { clientSecret: "x" } }, /a browser cannot keep a secret/],
    [{ authParams: { scope: ["openid"] } }, /^scope option is not valid/],
  ])(
    "rejects %j at once, and sends no request",
    {
      tags: [
        "library.passwordless-start.connection",
        "library.passwordless-start.send",
        "library.passwordless-start.email",
        "library.passwordless-start.phone-number",
      ],
    },
    (change, message) => {
      const page = new TenantPage();
      const { passwordlessStart } = page.create();
      expect(() => callUntyped(passwordlessStart, { ...start, ...change })).toThrow(message);
      expect(page.requests).toEqual([]);
    },
  );

  test.each([
    [{ redirectUri: "" }, /^redirectUri option is required/],
    [{ responseType: "" }, /^responseType option is required/],
  ])(
    "rejects a call of a library created with %j, as passwordlessLogin does",
    { tags: ["library.passwordless-start.initialized"] },
    (lack, message) => {
      const page = new TenantPage();
      expect(() => page.create(lack).passwordlessStart(start)).toThrow(message);
      expect(() =>
        page.create(lack).passwordlessLogin({ connection: "email", email, verificationCode: "1" }),
      ).toThrow(message);
    },
  );

  test("rejects with the service's own code", async () => {
    const page = new TenantPage();
    const refused = page.create({ clientID: "nobody" }).passwordlessStart(start);
    expect(await catchAuthError(refused)).toMatchObject({
      error: "bad.client_id",
      statusCode: 400,
    });
  });

  test("does not change the caller's options", async () => {
    const options = Object.freeze({ ...start, authParams: Object.freeze({ scope: "openid" }) });
    await new TenantPage().create().passwordlessStart(options);
    expect(options).toEqual({ ...start, authParams: { scope: "openid" } });
  });
});
