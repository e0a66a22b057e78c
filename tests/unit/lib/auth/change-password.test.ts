import { describe, expect, test } from "vitest";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { ada, realm, TenantPage } from "./tenant-page.ts";

const request = { connection: realm, email: ada.username };

describe("changePassword", () => {
  test(
    "requests an email with a link, and returns the service's text",
    {
      tags: [
        "library.change-password.connection",
        "library.change-password.email",
        "library.change-password.mail",
      ],
    },
    async () => {
      const page = new TenantPage();
      const text = await page.create().changePassword(request);
      expect(text).toBe("We've just sent you an email to reset your password.");
      expect(page.requests[0]?.url).toBe("http://localhost:4400/dbconnections/change_password");
      expect(page.lastBody).toEqual({ ...request, client_id: "demo-spa" });
      expect(page.open.tenant.mailbox.list(ada.username)).toMatchObject([
        { kind: "password_reset" },
      ]);
    },
  );

  test("returns the same text for an unknown user, and sends no email", async () => {
    const page = new TenantPage();
    const text = await page.create().changePassword({ ...request, email: "nobody@example.com" });
    expect(text).toBe("We've just sent you an email to reset your password.");
    expect(page.open.tenant.mailbox.list()).toEqual([]);
  });

  test("sends a captcha only if the call has one", async () => {
    const page = new TenantPage();
    const { changePassword } = page.create();
    await changePassword({ ...request, captcha: "w7x9q" });
    expect(page.lastBody).toEqual({ ...request, client_id: "demo-spa", captcha: "w7x9q" });
    await changePassword({ ...request, captcha: "" });
    expect(page.lastBody).not.toHaveProperty("captcha");
    expect(() => callUntyped(changePassword, { ...request, captcha: 7 })).toThrow(
      /^captcha option is not valid/,
    );
  });

  test("sends no other option, and no password", async () => {
    const page = new TenantPage();
    await callUntyped(page.create().changePassword, { ...request, password: "p", scope: "x" });
    expect(page.lastBody).toEqual({ ...request, client_id: "demo-spa" });
  });

  test.each([
    [{ connection: undefined }, /^connection option is required/],
    [{ connection: 7 }, /^connection option is not valid/],
    [{ email: "" }, /^email option is required/],
    [{ email: {} }, /^email option is not valid/],
  ])(
    "rejects %j at once, and sends no request",
    { tags: ["library.change-password.connection", "library.change-password.email"] },
    (change, message) => {
      const page = new TenantPage();
      const { changePassword } = page.create();
      expect(() => callUntyped(changePassword, { ...request, ...change })).toThrow(message);
      expect(page.requests).toEqual([]);
    },
  );

  test("reports a rate limit as an AuthError", async () => {
    const page = new TenantPage();
    const fetch = () => Response.json({ error: "too_many_requests" }, { status: 429 });
    const { changePassword } = page.create({ ports: page.ports({ fetch }) });
    expect(await catchAuthError(changePassword(request))).toMatchObject({
      error: "too_many_requests",
      statusCode: 429,
    });
  });
});
