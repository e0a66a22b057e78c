import { describe, expect, test } from "vitest";
import { logIn, openTenant, readFragment, readJson, type OpenTenant } from "../open-tenant.ts";
import { containing, matching } from "../matchers.ts";
import { collectEvents } from "../collect-events.ts";

const ada = "auth0|65f1c0ada000000000000001";
const grace = "auth0|65f1c0face00000000000002";
const adaPath = `/api/v2/users/${encodeURIComponent(ada)}`;
const gracePath = `/api/v2/users/${encodeURIComponent(grace)}`;

/** Returns Ada's own access token for the Management API. */
async function getOwnToken(open: OpenTenant, scope: string): Promise<string> {
  const response = await logIn(open, {
    audience: "http://localhost:4400/api/v2/",
    scope,
    response_type: "token",
  });
  return readFragment(response)["access_token"] ?? "";
}

describe("reading a user", () => {
  test("returns profile, identities and metadata, and never a password", async () => {
    const open = openTenant();
    const response = await open.call(await open.getToken("read:users"), "GET", adaPath);
    expect(response.status).toBe(200);
    expect(await readJson(response)).toEqual({
      user_id: ada,
      email: "ada@example.com",
      email_verified: true,
      name: "Ada Lovelace",
      nickname: "ada",
      picture: "https://pictures.tenant.example/ada.png",
      created_at: "2026-01-05T08:00:00.000Z",
      updated_at: "2026-01-05T08:00:00.000Z",
      identities: [
        {
          connection: "Username-Password-Authentication",
          user_id: "65f1c0ada000000000000001",
          provider: "auth0",
          isSocial: false,
        },
      ],
      user_metadata: {},
      app_metadata: {},
    });
  });

  test("accepts read:current_user from the user, also with a client that is not global", async () => {
    const open = openTenant();
    const token = await getOwnToken(open, "read:current_user");
    const own = await open.call(token, "GET", adaPath);
    expect(await readJson(own)).toMatchObject({ user_id: ada });
    expect(await readJson(await open.call(token, "GET", gracePath))).toEqual({
      statusCode: 403,
      error: "Forbidden",
      message: "User to be acted on does not match subject in bearer token.",
    });
  });

  test("accepts an ID with an unencoded bar, as web pages send it", async () => {
    const open = openTenant();
    const token = await getOwnToken(open, "read:current_user");
    expect((await open.call(token, "GET", `/api/v2/users/${ada}`)).status).toBe(200);
  });

  test("returns 404 for a user that does not exist, and rejects a malformed ID", async () => {
    const open = openTenant();
    const token = await open.getToken("read:users");
    expect(await readJson(await open.call(token, "GET", "/api/v2/users/auth0%7Cnobody"))).toEqual({
      statusCode: 404,
      error: "Not Found",
      message: "The user does not exist.",
      errorCode: "inexistent_user",
    });
    expect(await readJson(await open.call(token, "GET", "/api/v2/users/nobody"))).toMatchObject({
      statusCode: 400,
      errorCode: "invalid_uri",
    });
  });

  test.each([
    ["fields=email,name", { email: "ada@example.com", name: "Ada Lovelace" }],
    ["fields=email&include_fields=true", { email: "ada@example.com" }],
    ["fields=no_such_field", {}],
  ])("returns only the fields that ?%s names", async (query, expected) => {
    const open = openTenant();
    const token = await open.getToken("read:users");
    const response = await open.call(token, "GET", `${adaPath}?${query}`);
    expect(await readJson(response)).toEqual(expected);
  });

  test("returns all fields except the excluded ones", async () => {
    const open = openTenant();
    const token = await open.getToken("read:users");
    const whole = await readJson(await open.call(token, "GET", `${adaPath}?include_fields=false`));
    const query = "fields=identities,user_metadata&include_fields=false";
    const part = await readJson(await open.call(token, "GET", `${adaPath}?${query}`));
    expect(whole).toMatchObject({ identities: [{}], user_metadata: {} });
    expect(part).toMatchObject({ user_id: ada, app_metadata: {} });
    expect(part).not.toHaveProperty("identities");
    expect(part).not.toHaveProperty("user_metadata");
  });

  test.each(["fields=", "fields=a b", "include_fields=maybe", "page=1"])(
    "rejects the query ?%s",
    async (query) => {
      const open = openTenant();
      const token = await open.getToken("read:users");
      const response = await open.call(token, "GET", `${adaPath}?${query}`);
      expect(await readJson(response)).toMatchObject({
        statusCode: 400,
        errorCode: "invalid_query_string",
      });
    },
  );

  test("requires the general scope from a client, and the current-user scope from a user", async () => {
    const open = openTenant();
    const expected = {
      statusCode: 403,
      errorCode: "insufficient_scope",
      message: "Insufficient scope, expected any of: read:users,read:current_user",
    };
    const clientToken = await open.getToken("read:current_user");
    expect(await readJson(await open.call(clientToken, "GET", adaPath))).toMatchObject(expected);
    const ownToken = await getOwnToken(open, "update:current_user_metadata");
    expect(await readJson(await open.call(ownToken, "GET", adaPath))).toMatchObject(expected);
    const notGlobal = await open.getToken("read:users", "demo-service");
    expect(await readJson(await open.call(notGlobal, "GET", adaPath))).toMatchObject({
      statusCode: 401,
      message: "Client is not global.",
    });
  });
});

describe("changing a user", () => {
  test("merges metadata at the first level: replaces equal keys, adds new keys, keeps the others", async () => {
    const open = openTenant();
    const token = await getOwnToken(open, "update:current_user_metadata");
    const changes = [
      { theme: { name: "dark", size: 2 }, language: "en" },
      { theme: { name: "light" }, news: true },
    ];
    for (const change of changes) {
      const response = await open.call(token, "PATCH", adaPath, { user_metadata: change });
      expect(response.status).toBe(200);
    }
    const read = await open.call(await open.getToken("read:users"), "GET", adaPath);
    expect(await readJson(read)).toMatchObject({
      user_metadata: { theme: { name: "light" }, language: "en", news: true },
    });
    expect(
      JSON.stringify(await readJson(await open.call(token, "PATCH", adaPath, {}))),
    ).not.toContain('"size"');
  });

  test("rejects metadata that is too deep or too large, and keeps the previous metadata", async () => {
    const open = openTenant();
    const token = await getOwnToken(open, "update:current_user_metadata");
    const change = async (metadata: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = `{"user_metadata":${metadata}}`;
      return await readJson(await open.send(adaPath, { method: "PATCH", headers, body }));
    };
    await change('{"kept":"yes"}');
    const refused = { statusCode: 400, errorCode: "invalid_body" };
    expect(await change(`${'{"a":'.repeat(6000)}1${"}".repeat(6000)}`)).toMatchObject(refused);
    const large = "x".repeat(700_000);
    expect(await change(`{"first":"${large}"}`)).toMatchObject({ user_id: ada });
    expect(await change(`{"second":"${large}"}`)).toMatchObject({
      ...refused,
      message: containing("on property user_metadata"),
    });
    const [user] = open.tenant.save().users;
    expect(user?.user_metadata).toEqual({ kept: "yes", first: large });
    expect(JSON.stringify(open.tenant.save()).length).toBeGreaterThan(700_000);
  });

  test("sets given and family name, also for tokens and user info, and removes them for null", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const names = { given_name: "Augusta Ada", family_name: "King" };
    expect(await readJson(await open.call(token, "PATCH", adaPath, names))).toMatchObject(names);
    const { id_token: idToken = "" } = readFragment(await logIn(open));
    expect(JSON.parse(atob(idToken.split(".")[1] ?? ""))).toMatchObject(names);
    const nothing = { given_name: null, family_name: null };
    const removed = await readJson(await open.call(token, "PATCH", adaPath, nothing));
    expect(removed).toMatchObject({ user_id: ada });
    expect(removed).not.toHaveProperty("given_name");
    expect(removed).not.toHaveProperty("family_name");
  });

  test("restores the default for a name, nickname or picture of null", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const nothing = { name: null, nickname: null, picture: null };
    expect(await readJson(await open.call(token, "PATCH", adaPath, nothing))).toMatchObject({
      name: "ada@example.com",
      nickname: "ada",
      picture: "https://pictures.tenant.example/ada.png",
    });
  });

  test("removes the email address for null, with its verification", async () => {
    const open = openTenant();
    const changed = await open.call(await open.getToken(), "PATCH", adaPath, { email: null });
    expect(changed.status).toBe(200);
    const user = await readJson(changed);
    expect(user).toMatchObject({ user_id: ada });
    expect(user).not.toHaveProperty("email");
    expect(user).not.toHaveProperty("email_verified");
  });

  test.each(["given_name", "family_name"])(
    "takes a %s of 150 characters, and no more",
    async (name) => {
      const open = openTenant();
      const token = await open.getToken();
      const patch = async (length: number) =>
        (await open.call(token, "PATCH", adaPath, { [name]: "x".repeat(length) })).status;
      expect([await patch(150), await patch(151)]).toEqual([200, 400]);
    },
  );

  test.each(["blocked", "email_verified", "password", "user_metadata"])(
    "rejects a %s of null",
    async (name) => {
      const open = openTenant();
      const response = await open.call(await open.getToken(), "PATCH", adaPath, { [name]: null });
      expect(await readJson(response)).toMatchObject({ statusCode: 400 });
    },
  );

  test("lets a user change only user_metadata", async () => {
    const open = openTenant();
    const token = await getOwnToken(open, "update:current_user_metadata");
    for (const body of [{ app_metadata: { role: "admin" } }, { email_verified: true }]) {
      expect(await readJson(await open.call(token, "PATCH", adaPath, body))).toMatchObject({
        statusCode: 403,
        errorCode: "insufficient_scope",
      });
    }
    const other = await open.call(token, "PATCH", gracePath, { user_metadata: {} });
    expect(other.status).toBe(403);
  });

  test("lets a client with update:users_app_metadata change only app_metadata", async () => {
    const open = openTenant();
    const token = await open.getToken("update:users_app_metadata");
    const changed = await open.call(token, "PATCH", adaPath, { app_metadata: { plan: "pro" } });
    expect(await readJson(changed)).toMatchObject({ app_metadata: { plan: "pro" } });
    expect((await open.call(token, "PATCH", adaPath, { blocked: true })).status).toBe(403);
  });

  test("emits user.updated with the changed user and the request", async () => {
    const open = openTenant();
    const events = await collectEvents(open, async () => {
      await open.call(await open.getToken("update:users"), "PATCH", adaPath, { nickname: "al" });
    });
    expect(events).toMatchObject([
      {
        type: "user.updated",
        data: {
          object: { user_id: ada, nickname: "al", updated_at: "2026-03-01T12:00:00.000Z" },
          context: {
            tenant: { tenant_id: "ten_LocalTenant00001" },
            client: { id: "demo-management", name: matching(/./), metadata: {} },
            request: { method: "PATCH", hostname: "localhost", geo: {} },
          },
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain("correct-horse");
  });

  test.each([
    [{ email: "grace@example.com" }, "The specified new email already exists"],
    [{ email: "nonsense" }, "format email"],
    [{ blocked: "yes" }, "Expected type boolean but found type string"],
    [{ user_id: "auth0|other" }, "Additional properties not allowed: user_id"],
    [{ user_metadata: [] }, "Expected type record but found type array"],
  ])("rejects %j", async (body, text) => {
    const open = openTenant();
    const response = await open.call(await open.getToken("update:users"), "PATCH", adaPath, body);
    expect(await readJson(response)).toMatchObject({ statusCode: 400, message: containing(text) });
  });

  test("rejects an email address only if another user of the same connection has it", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const emmy = encodeURIComponent("auth0|65f1c0e00000000000000005");
    const grace = encodeURIComponent("auth0|65f1c0face00000000000002");
    const taken = { email: "ada@example.com" };
    expect((await open.call(token, "PATCH", `/api/v2/users/${grace}`, taken)).status).toBe(400);
    expect((await open.call(token, "PATCH", `/api/v2/users/${emmy}`, taken)).status).toBe(200);
  });

  test("returns 404 for a user that does not exist", async () => {
    const open = openTenant();
    const token = await open.getToken("update:users");
    const response = await open.call(token, "PATCH", "/api/v2/users/auth0%7Cnobody", {});
    expect(await readJson(response)).toMatchObject({ statusCode: 404 });
  });
});

describe("deleting a user", () => {
  test("returns 204, emits user.deleted once, and removes the user", async () => {
    const open = openTenant();
    const token = await open.getToken("delete:users read:users");
    const events = await collectEvents(open, async () => {
      for (let count = 0; count < 2; count += 1) {
        expect((await open.call(token, "DELETE", gracePath)).status).toBe(204);
      }
    });
    expect(events).toMatchObject([
      {
        type: "user.deleted",
        data: { object: { user_id: grace, deleted_at: "2026-03-01T12:00:00.000Z" } },
      },
    ]);
    expect((await open.call(token, "GET", gracePath)).status).toBe(404);
  });
});

describe("calls on a user from a web page", () => {
  const origin = "http://localhost:4401";

  test("are allowed from a client's web origin, with readable error responses", async () => {
    const open = openTenant();
    const preflight = await open.send(adaPath, { method: "OPTIONS", headers: { origin } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
    const refused = await open.send(adaPath, { headers: { origin } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
  });

  test("are not allowed from another origin", async () => {
    const open = openTenant();
    const headers = { origin: "https://elsewhere.example" };
    const preflight = await open.send(adaPath, { method: "OPTIONS", headers });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });
});
