import { describe, expect, test } from "vitest";
import { callUntyped, catchAuthError, showAll } from "./caught-error.ts";
import { ada, realm, TenantPage } from "./tenant-page.ts";

const newcomer = { email: "new@example.com", password: "Long-enough-9!", connection: realm };

describe("signup", () => {
  test(
    "creates a user, and returns camelCase",
    { tags: ["library.signup.email", "library.signup.password", "library.signup.connection"] },
    async () => {
      const page = new TenantPage();
      const user = await page.create().signup(newcomer);
      expect(user).toMatchObject({ email: newcomer.email, emailVerified: false });
      expect(user["Id"]).toMatch(/\w+/);
      expect(page.requests[0]).toMatchObject({
        url: "http://localhost:4400/dbconnections/signup",
        request: { method: "POST", credentials: "omit" },
      });
      expect(page.lastBody).toEqual({ ...newcomer, client_id: "demo-spa" });
      const { email, password } = newcomer;
      await page.create().login({ email, password, realm });
      expect(page.visited).toHaveLength(1);
    },
  );

  test(
    "sends metadata unchanged, and the rest in snake case without a scope",
    { tags: ["library.signup.user-metadata", "library.signup.username"] },
    async () => {
      const user_metadata = { favoriteColor: "red", nested: { camelCase: 1 } };
      const answer = { _id: "1", user_metadata };
      const page = new TenantPage();
      const ports = page.ports({
        fetch: (url, request) => {
          page.requests.push({ url, request });
          return Response.json(answer);
        },
      });
      const { signup } = page.create({ ports });
      const user = await signup({
        ...newcomer,
        username: " ada ",
        givenName: "Ada",
        scope: "x",
        user_metadata,
      });
      expect(page.lastBody).toEqual({
        ...newcomer,
        client_id: "demo-spa",
        username: "ada",
        given_name: "Ada",
        user_metadata,
      });
      expect(user).toEqual({ Id: "1", userMetadata: user_metadata });
      await signup({ ...newcomer, userMetadata: user_metadata });
      expect(page.lastBody).toEqual({ ...newcomer, client_id: "demo-spa", user_metadata });
    },
  );

  test.each([
    [{ email: undefined }, /^email option is required/],
    [{ email: 7 }, /^email option is not valid/],
    [{ password: "" }, /^password option is required/],
    [{ connection: null }, /^connection option is required/],
    [{ username: {} }, /^username option is not valid/],
    [{ user_metadata: "x" }, /^user_metadata option is not valid/],
    [{ userMetadata: [] }, /^userMetadata option is not valid/],
    [{ clientSecret: "s" }, /^clientSecret option is not valid/],
  ])(
    "rejects %j at once, and sends no request",
    {
      tags: [
        "library.signup.email",
        "library.signup.password",
        "library.signup.connection",
        "library.signup.user-metadata",
      ],
    },
    (change, message) => {
      const page = new TenantPage();
      expect(() => callUntyped(page.create().signup, { ...newcomer, ...change })).toThrow(message);
      expect(page.requests).toEqual([]);
    },
  );

  test("reports a weak password with its rules and its policy", async () => {
    const page = new TenantPage();
    const error = await catchAuthError(page.create().signup({ ...newcomer, password: "short" }));
    expect(error).toMatchObject({
      error: "invalid_password",
      code: "invalid_password",
      errorDescription: "Password is too weak",
      statusCode: 400,
    });
    expect(error.policy).toContain("\n");
    expect(error.original).toMatchObject({ body: { description: { verified: false } } });
    expect(showAll(error)).not.toContain("short");
  });

  test(
    "returns the code for an existing user, and for a connection of another kind",
    { tags: ["library.signup.database-only"] },
    async () => {
      const page = new TenantPage();
      const { signup } = page.create();
      const taken = await catchAuthError(signup({ ...newcomer, email: ada.username }));
      expect(taken).toMatchObject({ statusCode: 400, reason: "http_status" });
      expect(taken.error).toMatch(/^(?:invalid_signup|user_exists)$/);
      const other = await catchAuthError(signup({ ...newcomer, connection: "email" }));
      expect(other.statusCode).toBe(400);
    },
  );

  test("rejects a response that is not an object", async () => {
    const page = new TenantPage();
    for (const answer of ["text", 7, []]) {
      const ports = page.ports({ fetch: () => Response.json(answer) });
      const error = await catchAuthError(page.create({ ports }).signup(newcomer));
      expect(error).toMatchObject({ error: "request_error", reason: "body_malformed" });
    }
  });
});
