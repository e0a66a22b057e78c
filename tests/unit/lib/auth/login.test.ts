import { describe, expect, test } from "vitest";
import type { AuthError } from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError, showAll } from "./caught-error.ts";
import { ada, realm, TenantPage } from "./tenant-page.ts";

const credentials = { ...ada, realm };

describe("login", () => {
  test(
    "exchanges the password for a ticket, and leaves the page for the tenant with the ticket",
    {
      tags: [
        "library.login.username",
        "library.login.password",
        "library.login.realm",
        "library.login.co-authenticate",
        "library.routes.co-authenticate",
      ],
    },
    async () => {
      const page = new TenantPage();
      const webAuth = page.create();
      await webAuth.login({ ...credentials, appState: "cart" });
      expect(page.requests).toHaveLength(1);
      expect(page.requests[0]).toMatchObject({
        url: "http://localhost:4400/co/authenticate",
        request: {
          method: "POST",
          credentials: "include",
          headers: { "Content-Type": "application/json" },
        },
      });
      expect(page.lastBody).toEqual({
        client_id: "demo-spa",
        credential_type: "http://auth0.com/oauth/grant-type/password-realm",
        username: "ada@example.com",
        password: "correct-horse-1",
        realm,
      });
      const sent = new URL(page.visited[0] ?? "").searchParams;
      expect(sent.get("login_ticket")).toMatch(/^\w{32}$/);
      expect(sent.get("realm")).toBe(realm);
      expect(page.visited[0]).not.toContain("correct-horse");
      const result = await webAuth.parseHash({ hash: await page.followRedirect() });
      expect(result).toMatchObject({ appState: "cart", idTokenPayload: { email: ada.username } });
    },
  );

  test("sends the answer to a captcha that the tenant asks for, to /co/authenticate alone", async () => {
    const page = new TenantPage();
    await page.open.control("PUT", "faults", { "verification-required": true });
    const webAuth = page.create();
    expect(await catchAuthError(webAuth.login(credentials))).toMatchObject({
      error: "requires_verification",
      statusCode: 401,
      remedy: expect.stringContaining("captcha"),
    });
    await webAuth.login({ ...credentials, captcha: "w7x9q" });
    expect(page.lastBody).toMatchObject({ captcha: "w7x9q" });
    expect(page.visited[0]).not.toContain("captcha");
    expect(() => callUntyped(webAuth.login, { ...credentials, captcha: 7 })).toThrow(
      /^captcha option is not valid/,
    );
  });

  test("is for the application of the call", async () => {
    const page = new TenantPage();
    await page.create().login({ ...credentials, clientID: "demo-hs256" });
    expect(page.lastBody["client_id"]).toBe("demo-hs256");
    expect(new URL(page.visited[0] ?? "").searchParams.get("client_id")).toBe("demo-hs256");
  });

  test("sends no password if the page cannot be left", async () => {
    const page = new TenantPage();
    const { navigation: _, ...ports } = page.ports();
    const { login } = page.create({ ports });
    expect(await catchAuthError(login(credentials))).toMatchObject({ reason: "port_missing" });
    expect(page.requests).toEqual([]);
  });

  test(
    "accepts an email address as the username, without the spaces around it",
    { tags: ["library.login.email"] },
    async () => {
      const page = new TenantPage();
      const { username: email, ...rest } = credentials;
      await page.create().login({ ...rest, email: ` ${email} ` });
      expect(page.lastBody["username"]).toBe(email);
      expect(page.lastBody).not.toHaveProperty("email");
      expect(page.visited).toHaveLength(1);
    },
  );

  test.each([
    [{ username: undefined }, /^email option is required/],
    [{ username: 7 }, /^username option is not valid/],
    [{ password: "" }, /^password option is required/],
    [{ password: 7 }, /^password option is not valid/],
    [{ realm: undefined }, /^realm option is required/],
    [{ realm: [] }, /^realm option is not valid/],
    [{ client_secret: "s" }, /^client_secret option is not valid/],
  ])(
    "rejects %j at once, and sends no request",
    {
      tags: [
        "library.login.username",
        "library.login.email",
        "library.login.password",
        "library.login.realm",
      ],
    },
    (change, message) => {
      const page = new TenantPage();
      const { login } = page.create();
      expect(() => callUntyped(login, { ...credentials, ...change })).toThrow(message);
      expect(() => callUntyped(login)).toThrow(/^options parameter is not valid/);
      expect(page.requests).toEqual([]);
    },
  );

  test("neither changes the caller's options nor keeps the password or the ticket", async () => {
    const page = new TenantPage();
    const options = Object.freeze({ ...credentials });
    await page.create().login(options);
    const kept = [...page.storage.values()].join("");
    expect(kept).not.toContain("correct-horse");
    const ticket = new URL(page.visited[0] ?? "").searchParams.get("login_ticket") ?? "-";
    expect(kept).not.toContain(ticket);
  });

  test("calls back only for a failure, because success leaves the page", async () => {
    const page = new TenantPage();
    const calls: unknown[] = [];
    const { login } = page.create();
    const error = await new Promise<AuthError | null>((resolve) => {
      login({ ...credentials, password: "wrong" }, (failure, ...rest) => {
        calls.push(rest);
        resolve(failure);
      });
    });
    expect(error?.error).toBe("access_denied");
    expect(calls).toEqual([[null]]);
    await new Promise<void>((resolve) => {
      const goTo = () => resolve();
      const quiet = page.create({ ports: page.ports({ navigation: { goTo } }) });
      quiet.login(credentials, () => calls.push("called"));
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toEqual([[null]]);
  });

  test("calls onRedirecting before it leaves the page", async () => {
    const page = new TenantPage();
    const steps: string[] = [];
    await page.create().login({
      ...credentials,
      onRedirecting(done) {
        steps.push(`visited ${page.visited.length}`);
        done();
      },
    });
    expect([...steps, page.visited.length]).toEqual(["visited 0", 1]);
  });

  test("redeems the code of the login with PKCE", async () => {
    const page = new TenantPage();
    const webAuth = page.create({ pkce: true });
    await webAuth.login(credentials);
    const result = await webAuth.parseHash({ hash: await page.followRedirect() });
    expect(result).toMatchObject({ idTokenPayload: { email: ada.username }, tokenType: "Bearer" });
  });
});

describe("login and the failures of the service", () => {
  const describeFailure = (error: string, statusCode: number) => ({
    error,
    code: error,
    statusCode,
  });

  const rows = [
    ["library.co-authenticate.403.wrong-password", { password: "wrong" }, "access_denied", 403],
    ["library.co-authenticate.400.unknown-realm", { realm: "nobody's" }, "invalid_request", 400],
  ] as const;
  for (const [row, change, error, status] of rows) {
    test(
      `reports ${error} with status ${status} in the common shape`,
      { tags: [row] },
      async () => {
        const page = new TenantPage();
        const failure = await catchAuthError(page.create().login({ ...credentials, ...change }));
        expect(failure).toMatchObject(describeFailure(error, status));
        expect(failure.errorDescription).not.toBe("");
        expect(page.visited).toEqual([]);
        await page.create().login(credentials);
        expect(page.visited).toHaveLength(1);
      },
    );
  }

  const answers: [string, number, string, string][] = [
    ["library.co-authenticate.400.invalid-body", 400, "invalid_request", "Invalid body."],
    ["library.co-authenticate.401.unauthorized-client", 401, "unauthorized_client", "Not allowed."],
    [
      "library.co-authenticate.400.unsupported-credential-type",
      400,
      "unsupported_credential_type",
      "Unknown.",
    ],
    [
      "library.co-authenticate.403.authentication-error",
      403,
      "access_denied",
      "Authentication error.",
    ],
    ["library.co-authenticate.403.blocked-user", 403, "blocked_user", "Blocked."],
    ["library.co-authenticate.401.password-leaked", 401, "password_leaked", "Leaked."],
    ["library.co-authenticate.429.consecutive-failures", 429, "too_many_attempts", "Blocked."],
    ["library.co-authenticate.429.suspicious", 429, "too_many_attempts", "Suspicious."],
  ];
  for (const [row, status, error, description] of answers) {
    test(
      `returns the code ${error} and the status ${status} with any description: ${description}`,
      { tags: [row, "library.co-authenticate.description-not-parsed"] },
      async () => {
        const page = new TenantPage();
        for (const error_description of [description, "access_denied", ""]) {
          const fetch = () => Response.json({ error, error_description }, { status });
          const { login } = page.create({ ports: page.ports({ fetch }) });
          const failure = await catchAuthError(login(credentials));
          expect(failure).toMatchObject({ ...describeFailure(error, status), error_description });
        }
      },
    );
  }

  test(
    "reports a rejected origin with a code, although its response is plain text without one",
    { tags: ["library.co-authenticate.403.origin-not-allowed"] },
    async () => {
      const page = new TenantPage();
      const text = "Origin https://evil.example is not allowed.";
      const fetch = () => new Response(text, { status: 403 });
      const { login } = page.create({ ports: page.ports({ fetch }) });
      const failure = await catchAuthError(login(credentials));
      expect(failure).toMatchObject(describeFailure("request_error", 403));
      expect(failure.errorDescription).toContain(text);
      expect(failure.original).toEqual({ statusCode: 403, body: text });
    },
  );

  test.each([
    ["plain text", (secret: string) => new Response(`no: ${secret}`, { status: 403 })],
    [
      "a description",
      (secret: string) => Response.json({ error: "x", error_description: secret }, { status: 403 }),
    ],
    ["a code", (secret: string) => Response.json({ error: secret }, { status: 403 })],
    [
      "a text of JSON",
      (secret: string) => new Response(`{"password":${JSON.stringify(secret)}`, { status: 403 }),
    ],
    [
      "JSON that escapes more than it must",
      (secret: string) =>
        new Response(`{"error":"x","error_description":"No: ${escapeAll(secret)}"}`, {
          status: 403,
        }),
    ],
    [
      "a form",
      (secret: string) => new Response(`password=${encodeURIComponent(secret)}`, { status: 500 }),
    ],
    ["a page with status 200", (secret: string) => new Response(`<p>${secret}</p>`)],
  ])(
    "does not repeat the password in an error if the response echoes it in %s",
    async (_where, answer) => {
      for (const password of ["correct-horse-1", 'a "quoted" & spaced\\one', "Pässwörd%20"]) {
        const page = new TenantPage();
        const fetch = () => answer(password);
        const { login } = page.create({ ports: page.ports({ fetch }) });
        const shown = showAll(await catchAuthError(login({ ...credentials, password })));
        expect(shown).not.toContain(password);
        expect(shown).not.toContain(JSON.stringify(password).slice(1, -1));
        expect(shown).not.toContain(encodeURIComponent(password));
      }
    },
  );

  test.each(["user-suspended", "urn:example:suspended", "Bad Request", "bad.connection"])(
    "returns the code %j, which a tenant's custom code can choose",
    async (code) => {
      const page = new TenantPage();
      const fetch = () => Response.json({ code, description: "No." }, { status: 400 });
      const { login } = page.create({ ports: page.ports({ fetch }) });
      const failure = await catchAuthError(login(credentials));
      expect(failure).toMatchObject(describeFailure(code, 400));
    },
  );

  test("keeps the code of a leaked password, even if the password is a word of the code", async () => {
    const page = new TenantPage();
    const fetch = () => Response.json({ error: "password_leaked" }, { status: 401 });
    const { login } = page.create({ ports: page.ports({ fetch }) });
    const failure = await catchAuthError(login({ ...credentials, password: "password" }));
    expect(failure.error).toBe("password_leaked");
  });

  test.each([{}, { login_ticket: "" }, { login_ticket: 7 }, [], "ticket", null])(
    "rejects %j in place of a ticket, and stays on the page",
    async (body) => {
      const page = new TenantPage();
      const { login } = page.create({ ports: page.ports({ fetch: () => Response.json(body) }) });
      expect(await catchAuthError(login(credentials))).toMatchObject({ reason: "body_malformed" });
      expect(page.visited).toEqual([]);
    },
  );
});

/** A text as JSON may write it, too: each character as an escape (RFC 8259, section 7). */
function escapeAll(text: string): string {
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
