import { describe, expect, test } from "vitest";
import { callUntyped, catchAuthError, showAll } from "./caught-error.ts";
import { TenantPage } from "./tenant-page.ts";

/** A page whose user received a code. */
async function setUp(recipient: { email: string } | { phoneNumber: string }) {
  const page = new TenantPage();
  const webAuth = page.create();
  const connection = "email" in recipient ? ("email" as const) : ("sms" as const);
  await webAuth.passwordlessStart({ connection, send: "code", ...recipient });
  const verificationCode = page.open.tenant.mailbox.list()[0]?.code ?? "";
  return { page, webAuth, options: { connection, verificationCode, ...recipient } };
}

const email = "new@example.com";

describe("passwordlessLogin", () => {
  const rows = [
    ["library.passwordless-login.email", { email }, email],
    [
      "library.passwordless-login.phone-number",
      { phoneNumber: "+4915112345678" },
      "+4915112345678",
    ],
  ] as const;
  for (const [row, recipient, username] of rows) {
    test(
      `logs in as ${username} with the sent code, through the five fields`,
      {
        tags: [
          row,
          "library.passwordless-login.connection",
          "library.passwordless-login.verification-code",
        ],
      },
      async () => {
        const { page, webAuth, options } = await setUp(recipient);
        await webAuth.passwordlessLogin(options);
        expect(page.requests.at(-1)).toMatchObject({
          url: "http://localhost:4400/co/authenticate",
          request: { credentials: "include" },
        });
        expect(page.lastBody).toEqual({
          client_id: "demo-spa",
          credential_type: "http://auth0.com/oauth/grant-type/passwordless/otp",
          username,
          otp: options.verificationCode,
          realm: options.connection,
        });
        expect(page.visited[0]).not.toContain(`=${options.verificationCode}`);
        expect(new URL(page.visited[0] ?? "").searchParams.get("realm")).toBe(options.connection);
        const result = await webAuth.parseHash({ hash: await page.followRedirect() });
        expect(result?.idTokenPayload?.sub).toContain(options.connection);
      },
    );
  }

  test.each([
    [{ connection: undefined }, /^connection option is required/],
    [{ connection: "fax" }, /^connection option is not valid/],
    [{ verificationCode: "" }, /^verificationCode option is required/],
    [{ verificationCode: 123_456 }, /^verificationCode option is not valid/],
    [{ email: "" }, /email and phoneNumber/],
    [{ phoneNumber: "+4915112345678" }, /email and phoneNumber/],
  ])(
    "rejects %j at once, and accepts the unchanged call",
    {
      tags: [
        "library.passwordless-login.connection",
        "library.passwordless-login.verification-code",
        "library.passwordless-login.email",
        "library.passwordless-login.phone-number",
      ],
    },
    async (change, message) => {
      const { page, webAuth, options } = await setUp({ email });
      expect(() => callUntyped(webAuth.passwordlessLogin, { ...options, ...change })).toThrow(
        message,
      );
      await webAuth.passwordlessLogin(options);
      expect(page.visited).toHaveLength(1);
    },
  );

  test("rejects with the service's error for a wrong one-time code, without repeating that code", async () => {
    const { webAuth, options } = await setUp({ email });
    const wrong = { ...options, verificationCode: "000000000" };
    const error = await catchAuthError(webAuth.passwordlessLogin(wrong));
    expect(error).toMatchObject({ error: "access_denied", statusCode: 403 });
    expect(showAll(error)).not.toContain("000000000");
  });

  test("does not repeat the code in an error if the response echoes it in plain text", async () => {
    const { page, options } = await setUp({ email });
    const fetch = () => new Response(`no ${options.verificationCode}`, { status: 403 });
    const { passwordlessLogin } = page.create({ ports: page.ports({ fetch }) });
    const error = await catchAuthError(passwordlessLogin(options));
    expect(showAll(error)).not.toContain(options.verificationCode);
  });
});
