import { describe, expect, test } from "vitest";
import type { FetchRequest } from "../../../../lib/auth/index.ts";
import { catchAuthError, showAll } from "./caught-error.ts";
import { ada, readBody, realm, TenantPage } from "./tenant-page.ts";

// Each row of the API's table, with the response of the local tenant's own handler.

const credentials = { ...ada, realm };
const adasId = "auth0|65f1c0ada000000000000001";

/** Sends the page's requests with a changed body. */
function changeRequests(
  page: TenantPage,
  change: (request: FetchRequest) => { headers?: object; body?: object },
) {
  return async (url: string, request: FetchRequest): Promise<Response> => {
    const { headers = {}, body = {} } = change(request);
    const sent = { ...readBody({ request }), ...body };
    return await page.open.send(url, {
      method: request.method,
      headers: { ...request.headers, origin: "http://localhost:4401", ...headers },
      body: JSON.stringify(sent),
    });
  };
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  /** Puts the tenant, or the page, into the state of the row. */
  readonly prepare?: (page: TenantPage) => Promise<unknown>;
  readonly change?: Partial<typeof credentials>;
  readonly clientID?: string;
  readonly limits?: ConstructorParameters<typeof TenantPage>[0];
  readonly onTheWay?: Parameters<typeof changeRequests>[1];
}

const refusals: [cause: string, row: string, refusal: Refusal][] = [
  [
    "a body that is not valid",
    "library.co-authenticate.400.invalid-body",
    { status: 400, code: "invalid_request", onTheWay: () => ({ body: { scope: "openid" } }) },
  ],
  [
    "a field that is too long",
    "library.co-authenticate.400.invalid-body",
    { status: 400, code: "invalid_request", change: { username: "a".repeat(1025) } },
  ],
  [
    "a client that may not log in across origins",
    "library.co-authenticate.401.unauthorized-client",
    { status: 401, code: "unauthorized_client", clientID: "demo-partner" },
  ],
  [
    "an unknown client",
    "library.co-authenticate.401.unauthorized-client",
    { status: 401, code: "unauthorized_client", clientID: "nobody" },
  ],
  [
    "an unknown credential type",
    "library.co-authenticate.400.unsupported-credential-type",
    {
      status: 400,
      code: "unsupported_credential_type",
      onTheWay: () => ({ body: { credential_type: "http://example.com/magic" } }),
    },
  ],
  [
    "an unknown realm",
    "library.co-authenticate.400.unknown-realm",
    { status: 400, code: "invalid_request", change: { realm: "nowhere" } },
  ],
  [
    "a realm of the other kind",
    "library.co-authenticate.400.unknown-realm",
    { status: 400, code: "invalid_request", change: { realm: "email" } },
  ],
  [
    "a wrong password",
    "library.co-authenticate.403.wrong-password",
    { status: 403, code: "access_denied", change: { password: "guess" } },
  ],
  [
    "a wrong e-mail address",
    "library.co-authenticate.403.wrong-password",
    { status: 403, code: "access_denied", change: { username: "nobody@example.com" } },
  ],
  [
    "a user whom a rule turns away",
    "library.co-authenticate.403.authentication-error",
    {
      status: 403,
      code: "access_denied",
      prepare: async ({ open }) =>
        await open.call(await open.getToken(), "PATCH", `/api/v2/users/${adasId}`, {
          app_metadata: { login_denied: true },
        }),
    },
  ],
  [
    "a blocked user",
    "library.co-authenticate.403.blocked-user",
    {
      status: 403,
      code: "blocked_user",
      prepare: async ({ open }) =>
        await open.control("PATCH", `users/${adasId}`, { blocked: true }),
    },
  ],
  [
    "a password known from a breach",
    "library.co-authenticate.401.password-leaked",
    {
      status: 401,
      code: "password_leaked",
      change: { username: "sofia@example.com", password: "leaked-password-3" },
    },
  ],
  [
    "an account with too many failures in a row",
    "library.co-authenticate.429.consecutive-failures",
    {
      status: 429,
      code: "too_many_attempts",
      limits: { failedLoginsPerAccount: 2 },
      prepare: (page) => failFor(page, ada.username, ada.username),
    },
  ],
  [
    "an address that guesses for one account after the other",
    "library.co-authenticate.429.suspicious",
    {
      status: 429,
      code: "too_many_attempts",
      limits: { failedLoginsPerAddress: 2 },
      prepare: (page) => failFor(page, "a@example.com", "b@example.com"),
    },
  ],
];

async function failFor(page: TenantPage, ...usernames: readonly string[]): Promise<void> {
  for (const username of usernames) {
    await catchAuthError(page.create().login({ ...credentials, username, password: "guess" }));
  }
}

/** Logs in at a new tenant in the state of a row. */
async function attempt({ prepare, change, clientID, limits, onTheWay }: Refusal) {
  const page = new TenantPage(limits);
  await prepare?.(page);
  const fetch = onTheWay ? changeRequests(page, onTheWay) : page.fetch;
  const webAuth = page.create({ ...(clientID && { clientID }), ports: page.ports({ fetch }) });
  return { page, webAuth, options: { ...credentials, ...change } };
}

describe("an embedded login that the tenant rejects", () => {
  for (const [cause, row, refusal] of refusals) {
    test(
      `for ${cause}: returns status, code and message in the common shape`,
      { tags: [row] },
      async () => {
        const { page, webAuth, options } = await attempt(refusal);
        const error = await catchAuthError(webAuth.login(options));
        const { status, code } = refusal;
        expect(error).toMatchObject({
          name: "AuthError",
          error: code,
          code,
          statusCode: status,
          reason: "http_status",
          original: { statusCode: status, body: { error: code, error_description: error.message } },
        });
        const { errorDescription, error_description, description, message } = error;
        expect(new Set([errorDescription, error_description, description]).size).toBe(1);
        expect(description).toBe(message);
        expect(message).not.toBe("");
        expect(showAll(error)).not.toContain(options.password);
        expect(page.visited).toEqual([]);
        expect(page.storage.size).toBe(0);

        // The same login without the fault of the row succeeds.
        const good = new TenantPage();
        await good.create().login(credentials);
        expect(good.visited).toHaveLength(1);
      },
    );
  }

  test.each(["https://evil.example", "null"])(
    "for its origin %s: returns status 403 and a code, although the plain text has no error code",
    { tags: ["library.co-authenticate.403.origin-not-allowed"] },
    async (origin) => {
      const { page, webAuth, options } = await attempt({
        status: 403,
        code: "request_error",
        onTheWay: () => ({ headers: { origin } }),
      });
      const error = await catchAuthError(webAuth.login(options));
      const text = `Origin ${origin} is not allowed.`;
      expect(error).toMatchObject({
        error: "request_error",
        code: "request_error",
        statusCode: 403,
        reason: "http_status",
        original: { statusCode: 403, body: text },
      });
      expect(error.errorDescription).toContain(text);
      expect(showAll(error)).not.toContain(options.password);
      expect(page.visited).toEqual([]);
      await page.create().login(credentials);
      expect(page.visited).toHaveLength(1);
    },
  );

  test(
    "for a wrong one-time code: fails as for a wrong password, without the code in the error",
    { tags: ["library.co-authenticate.403.wrong-password"] },
    async () => {
      const page = new TenantPage();
      const webAuth = page.create();
      const recipient = { connection: "email", email: ada.username } as const;
      await webAuth.passwordlessStart({ ...recipient, send: "code" });
      const code = page.open.tenant.mailbox.list(ada.username)[0]?.code ?? "";
      const verificationCode = code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
      const error = await catchAuthError(
        webAuth.passwordlessLogin({ ...recipient, verificationCode }),
      );
      expect(error).toMatchObject({ error: "access_denied", statusCode: 403 });
      expect(showAll(error)).not.toContain(verificationCode);
      await webAuth.passwordlessLogin({ ...recipient, verificationCode: code });
      expect(page.visited).toHaveLength(1);
    },
  );
});

describe("an embedded login that the tenant accepts", () => {
  test("accepts any response with a ticket, because the contract does not define the rest", async () => {
    const page = new TenantPage();
    const fetch = async (url: string, request: FetchRequest) => {
      const answer: unknown = await (await page.fetch(url, request)).json();
      return Response.json({ ...Object(answer), expires_in: 600, links: [], is_new: false });
    };
    const webAuth = page.create({ ports: page.ports({ fetch }) });
    await webAuth.login(credentials);
    expect(page.visited).toHaveLength(1);
    const keys = [...page.storage.keys()];
    expect(keys.filter((key) => key.includes("co/verifier/"))).toHaveLength(1);
  });
});
