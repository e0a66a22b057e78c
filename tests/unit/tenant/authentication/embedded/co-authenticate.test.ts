import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  authorizePath,
  demoOrigin,
  openTenant,
  readFragment,
  readJson,
  readTask,
  type OpenTenant,
} from "../../open-tenant.ts";

const realm = "Username-Password-Authentication";
const passwordRealm = "http://auth0.com/oauth/grant-type/password-realm";
const otpType = "http://auth0.com/oauth/grant-type/passwordless/otp";

const credentials = {
  client_id: "demo-spa",
  credential_type: passwordRealm,
  username: "ada@example.com",
  password: "correct-horse-1",
  realm,
};

const ticketSchema = z.object({
  login_ticket: z.string(),
  co_verifier: z.string(),
  co_id: z.string(),
});

async function post(
  open: OpenTenant,
  body: object,
  origin: string | undefined = demoOrigin,
): Promise<Response> {
  return await open.send("/co/authenticate", {
    method: "POST",
    headers: { "content-type": "application/json", ...(origin !== "" && { origin }) },
    body: JSON.stringify(body),
  });
}

async function getTicket(open: OpenTenant, body: object = credentials) {
  return ticketSchema.parse(await readJson(await post(open, body)));
}

async function expectError(response: Response, status: number, error: string): Promise<void> {
  expect({ status: response.status, body: await readJson(response) }).toMatchObject({
    status,
    body: { error },
  });
}

describe("/co/authenticate", () => {
  test(
    "returns a ticket, a verifier and a cookie for a correct password, readable by the page",
    { tags: ["library.routes.co-authenticate"] },
    async () => {
      const response = await post(openTenant(), credentials);
      expect(response.status).toBe(200);
      const ticket = ticketSchema.parse(await readJson(response));
      expect(ticket.login_ticket).toMatch(/^\w{32}$/);
      expect(ticket.co_verifier).toMatch(/^\w{32}$/);
      expect(ticket.co_id).toMatch(/^\w{12}$/);
      expect(response.headers.getSetCookie()[0]).toMatch(/^tenant_co=\w{32}; .*HttpOnly/);
      expect(response.headers.get("access-control-allow-origin")).toBe(demoOrigin);
      expect(response.headers.get("access-control-allow-credentials")).toBe("true");
      expect(response.headers.get("cache-control")).toBe("no-store");
    },
  );

  test("logs in a new passwordless user with the five fields of that variant", async () => {
    const open = openTenant();
    await open.send("/passwordless/start", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: "demo-spa",
        connection: "email",
        email: "new@example.com",
        send: "code",
      }),
    });
    const code = open.tenant.mailbox.list("new@example.com")[0]?.code ?? "";
    const body = {
      client_id: "demo-spa",
      credential_type: otpType,
      username: "new@example.com",
      otp: code,
      realm: "email",
    };
    const { login_ticket: ticket } = await getTicket(open, body);
    const login = await open.send(authorizePath({ login_ticket: ticket }));
    expect(readFragment(login)).toHaveProperty("id_token");
    await expectError(await post(open, body), 403, "access_denied");
  });

  const otpBody = {
    client_id: "demo-spa",
    credential_type: otpType,
    username: "ada@example.com",
    otp: "000000",
    realm: "email",
  };
  const { realm: _realm, ...withoutRealm } = otpBody;
  const { password: _password, ...withoutPassword } = credentials;
  const { credential_type: _type, ...withoutType } = otpBody;
  test.each([
    ["a field missing from the code variant", withoutRealm],
    ["a sixth field", { ...otpBody, scope: "openid" }],
    ["a password beside the code", { ...otpBody, password: "x" }],
    ["a missing password", withoutPassword],
    ["a code in place of the password", { ...withoutPassword, otp: "123456" }],
    ["a missing credential type", withoutType],
    ["a username that is not a string", { ...credentials, username: 7 }],
    ["an empty username", { ...credentials, username: "" }],
  ])(
    "rejects %s as an invalid request",
    { tags: ["library.co-authenticate.400.invalid-body"] },
    async (_title, body) => {
      await expectError(await post(openTenant(), body), 400, "invalid_request");
    },
  );

  test("rejects a body that is not JSON", async () => {
    const response = await openTenant().send("/co/authenticate", {
      method: "POST",
      headers: { "content-type": "application/json", origin: demoOrigin },
      body: "{",
    });
    await expectError(response, 400, "invalid_request");
  });

  test(
    "rejects a client without cross-origin authentication",
    { tags: ["library.co-authenticate.401.unauthorized-client"] },
    async () => {
      const body = { ...credentials, client_id: "demo-partner" };
      await expectError(await post(openTenant(), body), 401, "unauthorized_client");
      const unknown = { ...credentials, client_id: "nobody" };
      await expectError(await post(openTenant(), unknown), 401, "unauthorized_client");
    },
  );

  test(
    "rejects an unknown credential type",
    { tags: ["library.co-authenticate.400.unsupported-credential-type"] },
    async () => {
      const body = { ...credentials, credential_type: "http://example.com/magic" };
      await expectError(await post(openTenant(), body), 400, "unsupported_credential_type");
      const inherited = { ...credentials, credential_type: "toString" };
      await expectError(await post(openTenant(), inherited), 400, "unsupported_credential_type");
    },
  );

  test(
    "rejects an unknown realm, and a realm of the other credential type",
    { tags: ["library.co-authenticate.400.unknown-realm"] },
    async () => {
      for (const body of [
        { ...credentials, realm: "nowhere" },
        { ...credentials, realm: "email" },
        { ...otpBody, realm },
      ]) {
        await expectError(await post(openTenant(), body), 400, "invalid_request");
      }
    },
  );

  test(
    "rejects a wrong password, an unknown user and a wrong code with the same error",
    { tags: ["library.co-authenticate.403.wrong-password"] },
    async () => {
      const open = openTenant();
      for (const body of [
        { ...credentials, password: "guess" },
        { ...credentials, username: "nobody@example.com" },
        { ...credentials, username: "emmy" },
        otpBody,
      ]) {
        await expectError(await post(open, body), 403, "access_denied");
      }
      expect(await post(open, credentials)).toHaveProperty("status", 200);
    },
  );

  test(
    "rejects a user that a rule denies, with an authentication error",
    { tags: ["library.co-authenticate.403.authentication-error"] },
    async () => {
      const open = openTenant();
      const token = await open.getToken();
      const id = encodeURIComponent("auth0|65f1c0ada000000000000001");
      await open.call(token, "PATCH", `/api/v2/users/${id}`, {
        app_metadata: { login_denied: true },
      });
      await expectError(await post(open, credentials), 403, "access_denied");
    },
  );

  test(
    "reports a blocked user only if the password is correct",
    { tags: ["library.co-authenticate.403.blocked-user"] },
    async () => {
      const open = openTenant();
      const id = encodeURIComponent("auth0|65f1c0ada000000000000001");
      await open.control("PATCH", `users/${id}`, { blocked: true });
      await expectError(await post(open, credentials), 403, "blocked_user");
      await expectError(
        await post(open, { ...credentials, password: "guess" }),
        403,
        "access_denied",
      );
    },
  );

  test(
    "rejects a password from a data breach",
    { tags: ["library.co-authenticate.401.password-leaked"] },
    async () => {
      const body = { ...credentials, username: "sofia@example.com", password: "leaked-password-3" };
      await expectError(await post(openTenant(), body), 401, "password_leaked");
    },
  );

  test(
    "locks an account after ten wrong passwords, also for the correct password",
    { tags: ["library.co-authenticate.429.consecutive-failures"] },
    async () => {
      const open = openTenant();
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const refused = await post(open, { ...credentials, password: "guess" });
        expect(refused.status).toBe(403);
      }
      await expectError(await post(open, credentials), 429, "too_many_attempts");
      const other = {
        ...credentials,
        username: "grace@example.com",
        password: "battery-staple-2",
      };
      expect((await post(open, other)).status).toBe(200);
    },
  );

  test("resets the count of wrong passwords after the correct one", async () => {
    const open = openTenant({ failedLoginsPerAccount: 2 });
    for (const password of ["guess", "correct-horse-1", "guess", "correct-horse-1"]) {
      expect((await post(open, { ...credentials, password })).status).not.toBe(429);
    }
  });

  test(
    "blocks an IP address that guesses passwords of many accounts",
    { tags: ["library.co-authenticate.429.suspicious"] },
    async () => {
      const open = openTenant({ failedLoginsPerAddress: 3 });
      for (const username of ["a@example.com", "b@example.com", "c@example.com"]) {
        await expectError(await post(open, { ...credentials, username }), 403, "access_denied");
      }
      await expectError(await post(open, credentials), 429, "too_many_attempts");
    },
  );

  test.each([["https://evil.example"], ["http://localhost:9999"], ["null"], [""]])(
    "rejects the origin %j in plain text, without an error property and without CORS",
    { tags: ["library.co-authenticate.403.origin-not-allowed"] },
    async (origin) => {
      const open = openTenant();
      for (const body of [credentials, {}, { client_id: "nobody" }]) {
        const response = await post(open, body, origin);
        expect(response.status).toBe(403);
        expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
        expect(response.headers.get("access-control-allow-origin")).toBeNull();
        expect(await response.text()).toMatch(/^Origin \S+ is not allowed\.$/);
      }
    },
  );

  test("allows credentials in its responses to preflights of allowed origins", async () => {
    const open = openTenant();
    const ask = async (origin: string): Promise<Response> =>
      await open.send("/co/authenticate", { method: "OPTIONS", headers: { origin } });
    const allowed = await ask(demoOrigin);
    expect(allowed.headers.get("access-control-allow-credentials")).toBe("true");
    expect(allowed.headers.get("access-control-allow-headers")).toContain("Content-Type");
    const refused = await ask("https://evil.example");
    expect(refused.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("a login ticket", () => {
  test("logs the user in once, in the browser that received it", async () => {
    const open = openTenant();
    const { login_ticket: ticket } = await getTicket(open);
    const path = authorizePath({ login_ticket: ticket, realm });
    expect(readFragment(await open.send(path))).toHaveProperty("id_token");
    expect(readFragment(await open.send(path))).toMatchObject({
      error: "access_denied",
      state: "state-1",
    });
    const silent = await open.send(authorizePath({ prompt: "none" }));
    expect(readFragment(silent)).toHaveProperty("id_token");
  });

  test("is rejected for another client, and after ten minutes", async () => {
    const open = openTenant();
    const other = await getTicket(open);
    const path = authorizePath({ login_ticket: other.login_ticket, client_id: "demo-hs256" });
    expect(readFragment(await open.send(path))).toMatchObject({ error: "access_denied" });
    const { login_ticket: ticket } = await getTicket(open);
    open.clock.time += 10 * 60_000;
    const late = await open.send(authorizePath({ login_ticket: ticket }));
    expect(readFragment(late)).toMatchObject({ error: "access_denied" });
  });

  test("needs no page for prompt=none and a web message, as in a popup", async () => {
    const open = openTenant();
    const { login_ticket: ticket } = await getTicket(open);
    const changes = { login_ticket: ticket, prompt: "none", response_mode: "web_message" };
    const page = await (await open.send(authorizePath(changes))).text();
    expect(page).toContain('"id_token"');
  });

  test(
    "leads to login_required for prompt=none if its cookie was blocked",
    { tags: ["service.library.third-party-cookies"] },
    async () => {
      const open = openTenant();
      const { login_ticket: ticket } = await getTicket(open);
      open.forgetCookies();
      const response = await open.send(authorizePath({ login_ticket: ticket, prompt: "none" }));
      expect(readFragment(response)).toMatchObject({ error: "login_required" });
    },
  );
});

describe("cross-origin verification", () => {
  async function openFallback(open: OpenTenant) {
    const ticket = await getTicket(open);
    open.forgetCookies();
    const response = await open.send(authorizePath({ login_ticket: ticket.login_ticket }));
    const page = await response.text();
    const state = /name="state" value="(\w+)"/.exec(page)?.[1] ?? "";
    return { ticket, response, page, state };
  }

  async function verify(open: OpenTenant, form: Record<string, string>): Promise<Response> {
    return await open.send("/co/verify", { method: "POST", body: new URLSearchParams(form) });
  }

  test("embeds the application's page and requests the verifier only from that page", async () => {
    const { ticket, response, page } = await openFallback(openTenant());
    expect(response.status).toBe(200);
    expect(page).toContain(
      `src="${demoOrigin}/cross-origin#origin=${encodeURIComponent("http://localhost:4400")}"`,
    );
    expect(readTask(page)).toEqual({ task: "verify", appOrigin: demoOrigin, id: ticket.co_id });
    expect(page).not.toContain(ticket.co_verifier);
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain(`frame-src ${demoOrigin}`);
    expect(policy).toContain(`form-action 'self' ${demoOrigin}`);
  });

  test("logs the user in with the verifier, once", async () => {
    const open = openTenant();
    const { ticket, state } = await openFallback(open);
    const form = { state, verifier: ticket.co_verifier };
    expect(readFragment(await verify(open, form))).toMatchObject({ state: "state-1" });
    expect((await verify(open, form)).status).toBe(400);
  });

  test("rejects a wrong verifier at the callback, and an unknown state on a page", async () => {
    const open = openTenant();
    const { state } = await openFallback(open);
    const refused = await verify(open, { state, verifier: "guess" });
    expect(readFragment(refused)).toMatchObject({ error: "access_denied" });
    expect((await verify(open, { state: "none", verifier: "x" })).status).toBe(400);
  });
});
