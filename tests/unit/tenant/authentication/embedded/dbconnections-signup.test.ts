import { describe, expect, test } from "vitest";
import { collectEvents } from "../../collect-events.ts";
import { containing, listWith, matching } from "../../matchers.ts";
import {
  demoOrigin,
  logIn,
  openTenant,
  postJson,
  readFragment,
  readJson,
} from "../../open-tenant.ts";

const account = {
  client_id: "demo-spa",
  email: "new@example.com",
  password: "Quiet-lamp-42",
  connection: "Username-Password-Authentication",
};

const path = "/dbconnections/signup";

describe("/dbconnections/signup", () => {
  test(
    "creates a user that can log in, and stores the metadata",
    { tags: ["library.signup.user-metadata"] },
    async () => {
      const open = openTenant();
      const metadata = { plan: "gold", firstName: "New" };
      const response = await postJson(open, path, { ...account, user_metadata: metadata });
      expect(response.status).toBe(200);
      expect(response.headers.get("access-control-allow-origin")).toBe(demoOrigin);
      const answer = await readJson(response);
      expect(answer).toEqual({
        _id: matching(/^\w{24}$/),
        email: "new@example.com",
        email_verified: false,
        user_metadata: metadata,
      });
      const login = await logIn(open, {}, { username: account.email, password: account.password });
      expect(readFragment(login)).toHaveProperty("id_token");
    },
  );

  test("emits the same event as for every other new user", async () => {
    const open = openTenant();
    const events = await collectEvents(open, async () => {
      await postJson(open, path, account);
    });
    expect(events).toMatchObject([
      {
        type: "user.created",
        data: { object: { email: "new@example.com" }, context: { client: { id: "demo-spa" } } },
      },
    ]);
  });

  test("sends a link that verifies the email address, once", async () => {
    const open = openTenant();
    await postJson(open, path, account);
    const [message] = open.tenant.mailbox.list("new@example.com");
    expect(message).toMatchObject({ kind: "email_verification", channel: "email" });
    expect((await open.send(message?.link ?? "")).status).toBe(200);
    expect((await open.send(message?.link ?? "")).status).toBe(400);
    const login = await logIn(open, {}, { username: account.email, password: account.password });
    const token = readFragment(login)["access_token"] ?? "";
    const headers = { authorization: `Bearer ${token}` };
    const claims = await readJson(await open.send("/userinfo", { headers }));
    expect(claims).toMatchObject({ email_verified: "true" });
  });

  test("describes a weak password in an object, rule by rule", async () => {
    const response = await postJson(openTenant(), path, { ...account, password: "lamp" });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({
      name: "PasswordStrengthError",
      code: "invalid_password",
      message: "Password is too weak",
      description: {
        verified: false,
        rules: [
          { code: "lengthAtLeast", format: [8], verified: false },
          { code: "containsAtLeast", format: [3, 4], verified: false, items: listWith({}) },
        ],
      },
      policy: containing("* At least 8 characters in length\n"),
      statusCode: 400,
    });
  });

  test("does not disclose that an email address has an account", async () => {
    const response = await postJson(openTenant(), path, { ...account, email: "Ada@Example.com" });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toEqual({
      name: "BadRequestError",
      code: "invalid_signup",
      description: "Invalid sign up",
      statusCode: 400,
    });
  });

  const named = { ...account, connection: "Demo-Usernames" };
  test(
    "requires a username if the connection has usernames",
    { tags: ["library.signup.username"] },
    async () => {
      const open = openTenant();
      const refused = await postJson(open, path, named);
      expect(await readJson(refused)).toMatchObject({ code: "invalid_signup", statusCode: 400 });
      const response = await postJson(open, path, { ...named, username: "novice" });
      expect(await readJson(response)).toMatchObject({ username: "novice" });
      const login = await logIn(
        open,
        { connection: "Demo-Usernames" },
        { username: "novice", password: account.password },
      );
      expect(readFragment(login)).toHaveProperty("id_token");
    },
  );

  test.each([
    ["user_exists", { email: "emmy@example.com", username: "other" }],
    ["username_exists", { username: "Emmy" }],
    ["password_dictionary_error", { username: "novice", password: "Passw0rd!" }],
    ["password_no_user_info_error", { username: "novice", password: "My-novice-1" }],
    ["invalid_signup", { username: "spaces are bad" }],
  ])("returns %s at a connection that discloses existing accounts", async (code, changes) => {
    const response = await postJson(openTenant(), path, { ...named, ...changes });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({ code, statusCode: 400 });
  });

  test.each([
    ["an unknown client", { client_id: "nobody" }, "unauthorized"],
    ["a connection without passwords", { connection: "email" }, "invalid_connection"],
    ["an unknown connection", { connection: "nowhere" }, "invalid_connection"],
    ["a missing address", { email: undefined }, "invalid_signup"],
    ["a malformed address", { email: "new" }, "invalid_signup"],
    ["a missing password", { password: undefined }, "invalid_signup"],
    ["metadata that is not an object", { user_metadata: "gold" }, "invalid_signup"],
    [
      "eleven entries of metadata",
      { user_metadata: Object.fromEntries([..."abcdefghijk"].map((name) => [name, "x"])) },
      "invalid_signup",
    ],
    ["a long value of metadata", { user_metadata: { a: "x".repeat(501) } }, "invalid_signup"],
  ])("rejects %s", async (_title, changes, code) => {
    const response = await postJson(openTenant(), path, { ...account, ...changes });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({ code, statusCode: 400 });
  });
});

describe("/dbconnections/change_password", () => {
  const changePath = "/dbconnections/change_password";
  const wish = {
    client_id: "demo-spa",
    connection: "Username-Password-Authentication",
    email: "ada@example.com",
  };

  test(
    "sends a link and responds in plain text",
    { tags: ["library.change-password.mail"] },
    async () => {
      const open = openTenant();
      const response = await postJson(open, changePath, wish);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
      expect(await response.text()).toBe("We've just sent you an email to reset your password.");
      const [message] = open.tenant.mailbox.list("ada@example.com");
      expect(message).toMatchObject({ kind: "password_reset", channel: "email" });
    },
  );

  test("sends the same response for an unknown user, and no link", async () => {
    const open = openTenant();
    const response = await postJson(open, changePath, { ...wish, email: "nobody@example.com" });
    expect(response.status).toBe(200);
    expect(open.tenant.mailbox.list()).toEqual([]);
  });

  test("opens a page that accepts a valid password, once", async () => {
    const open = openTenant();
    await postJson(open, changePath, wish);
    const link = open.tenant.mailbox.list()[0]?.link ?? "";
    expect(await (await open.send(link)).text()).toContain("ada@example.com");
    const post = async (password: string): Promise<Response> =>
      await open.send(link, { method: "POST", body: new URLSearchParams({ password }) });
    const weak = await post("weak");
    expect(weak.status).toBe(400);
    expect(await weak.text()).toContain("At least 8 characters");
    expect((await post("Brass-engine-7")).status).toBe(200);
    expect((await post("Brass-engine-8")).status).toBe(400);
    const user = { username: "ada@example.com", password: "Brass-engine-7" };
    expect(readFragment(await logIn(open, {}, user))).toHaveProperty("id_token");
  });

  test("rejects the previous password if the connection has a history", async () => {
    const open = openTenant();
    await postJson(open, changePath, {
      ...wish,
      connection: "Demo-Usernames",
      email: "emmy@example.com",
    });
    const link = open.tenant.mailbox.list()[0]?.link ?? "";
    const body = new URLSearchParams({ password: "Noether-1882" });
    const response = await open.send(link, { method: "POST", body });
    expect(await response.text()).toContain("previously been used");
  });

  test.each([
    [{ email: undefined }],
    [{ connection: undefined }],
    [{ connection: "email" }],
    [{ client_id: "nobody" }],
  ])("rejects %j", async (changes) => {
    expect((await postJson(openTenant(), changePath, { ...wish, ...changes })).status).toBe(400);
  });

  test("allows ten requests in a row for an email address, then one a minute", async () => {
    const open = openTenant();
    for (let count = 0; count < 10; count += 1) await postJson(open, changePath, wish);
    expect((await postJson(open, changePath, wish)).status).toBe(429);
    open.clock.time += 60_000;
    expect((await postJson(open, changePath, wish)).status).toBe(200);
  });
});
