import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  issuer,
  logIn,
  openTenant,
  readFragment,
  readJson,
  sharedKeys,
  startTime,
  type OpenTenant,
} from "../open-tenant.ts";
import { collectEvents } from "../collect-events.ts";
import { containing } from "../matchers.ts";

const ada = "auth0|65f1c0ada000000000000001";
const grace = "auth0|65f1c0face00000000000002";
const adaPath = `/api/v2/users/${encodeURIComponent(ada)}`;
const gracePath = `/api/v2/users/${encodeURIComponent(grace)}`;
const link = `${adaPath}/identities`;

const adaIdentity = {
  connection: "Username-Password-Authentication",
  user_id: "65f1c0ada000000000000001",
  provider: "auth0",
  isSocial: false,
};
const graceIdentity = {
  connection: "Username-Password-Authentication",
  user_id: "65f1c0face00000000000002",
  provider: "auth0",
  isSocial: false,
};

const graceProfile = {
  email: "grace@example.com",
  email_verified: true,
  name: "Grace Hopper",
  nickname: "grace",
  picture: "https://pictures.tenant.example/grace.png",
};

const createdSchema = z.object({ user_id: z.string() });

async function getOwnToken(open: OpenTenant, client = "demo-spa"): Promise<string> {
  const response = await logIn(open, {
    client_id: client,
    audience: `${issuer}api/v2/`,
    scope: "openid update:current_user_identities",
    response_type: "token",
  });
  open.forgetCookies();
  return readFragment(response)["access_token"] ?? "";
}

async function getGraceIdToken(open: OpenTenant, client = "demo-spa"): Promise<string> {
  const user = { username: "grace@example.com", password: "battery-staple-2" };
  const response = await logIn(open, { client_id: client, response_type: "id_token" }, user);
  open.forgetCookies();
  return readFragment(response)["id_token"] ?? "";
}

async function readUser(open: OpenTenant, path: string): Promise<unknown> {
  return await readJson(await open.call(await open.getToken("read:users"), "GET", path));
}

describe("linking an account", () => {
  test(
    "returns 201 with both identities, and removes the secondary account with its metadata",
    { tags: ["library.management.linked-entry-gone"] },
    async () => {
      const open = openTenant();
      const admin = await open.getToken("update:users");
      await open.call(admin, "PATCH", adaPath, { user_metadata: { from: "ada" } });
      await open.call(admin, "PATCH", gracePath, {
        user_metadata: { from: "grace", more: 1 },
        app_metadata: { role: "admin" },
      });
      const token = await getOwnToken(open);
      const body = { link_with: await getGraceIdToken(open) };
      const response = await open.call(token, "POST", link, body);
      expect(response.status).toBe(201);
      const identities = [adaIdentity, { ...graceIdentity, profileData: graceProfile }];
      expect(await readJson(response)).toEqual(identities);
      expect(await readUser(open, adaPath)).toMatchObject({
        identities,
        user_metadata: { from: "ada" },
        app_metadata: {},
      });
      expect(JSON.stringify(await readUser(open, adaPath))).not.toContain('"more"');
      expect(await readUser(open, gracePath)).toMatchObject({ statusCode: 404 });
    },
  );

  test("emits user.updated for the primary and user.deleted for the secondary account", async () => {
    const open = openTenant();
    const events = await collectEvents(open, async () => {
      const token = await open.getToken("update:users");
      await open.call(token, "POST", link, { link_with: await getGraceIdToken(open) });
    });
    expect(events).toMatchObject([
      { type: "user.updated", data: { object: { user_id: ada, identities: [{}, graceIdentity] } } },
      { type: "user.deleted", data: { object: { user_id: grace } } },
    ]);
  });

  test("lets an administrator name the account, also in a form", async () => {
    const open = openTenant();
    const response = await open.send(link, {
      method: "POST",
      headers: { authorization: `Bearer ${await open.getToken("update:users")}` },
      body: new URLSearchParams({ provider: "auth0", user_id: graceIdentity.user_id }),
    });
    expect(response.status).toBe(201);
  });

  test("logs both in as the primary user afterwards", async () => {
    const open = openTenant();
    const admin = await open.getToken("update:users");
    await open.call(admin, "POST", link, { provider: "auth0", user_id: graceIdentity.user_id });
    const claims = (await getGraceIdToken(open)).split(".")[1] ?? "";
    expect(JSON.parse(atob(claims))).toMatchObject({ sub: ada });
  });

  test("moves the identities that were linked to the secondary account", async () => {
    const open = openTenant();
    const admin = await open.getToken("update:users");
    const { user_id: third } = createdSchema.parse(
      await open.control("POST", "users", { email: "third@example.com", password: "a-password-3" }),
    );
    const id = third.slice("auth0|".length);
    await open.call(admin, "POST", `${gracePath}/identities`, { provider: "auth0", user_id: id });
    const name = { provider: "auth0", user_id: graceIdentity.user_id };
    expect(await readJson(await open.call(admin, "POST", link, name))).toMatchObject([
      adaIdentity,
      graceIdentity,
      { user_id: id },
    ]);
  });

  test("rejects an account that is already linked, with 409", async () => {
    const open = openTenant();
    const token = await getOwnToken(open);
    const body = { link_with: await getGraceIdToken(open) };
    await open.call(token, "POST", link, body);
    expect(await readJson(await open.call(token, "POST", link, body))).toMatchObject({
      statusCode: 409,
      error: "Conflict",
    });
  });

  test("rejects a link of an account to itself or to an account that does not exist", async () => {
    const open = openTenant();
    const admin = await open.getToken("update:users");
    const self = { provider: "auth0", user_id: adaIdentity.user_id };
    expect((await open.call(admin, "POST", link, self)).status).toBe(400);
    const nobody = { provider: "auth0", user_id: "nobody" };
    expect((await open.call(admin, "POST", link, nobody)).status).toBe(404);
  });

  test("rejects an unknown identity provider, in a body and in a path", async () => {
    const open = openTenant();
    const admin = await open.getToken("update:users");
    const named = { provider: "no-such-idp", user_id: graceIdentity.user_id };
    expect(await readJson(await open.call(admin, "POST", link, named))).toMatchObject({
      statusCode: 400,
      errorCode: "invalid_body",
      message: containing("on property provider"),
    });
    const gone = await open.call(admin, "DELETE", `${link}/no-such-idp/${graceIdentity.user_id}`);
    expect(await readJson(gone)).toMatchObject({ statusCode: 400, errorCode: "invalid_uri" });
    const known = await open.call(admin, "DELETE", `${link}/samlp/${graceIdentity.user_id}`);
    expect(known.status).toBe(404);
  });

  test("rejects an ID token that was not issued to the application of the access token", async () => {
    const open = openTenant();
    const body = { link_with: await getGraceIdToken(open) };
    const token = await getOwnToken(open, "demo-hs256");
    expect(await readJson(await open.call(token, "POST", link, body))).toMatchObject({
      statusCode: 400,
      message: containing("azp"),
    });
  });

  test("rejects an HS256 token, an expired token, a token of another issuer, and a text that is not a token", async () => {
    const open = openTenant();
    const admin = await open.getToken("update:users");
    const { privateKey } = await sharedKeys;
    const claims = { iss: issuer, aud: "demo-spa", sub: grace, exp: startTime / 1000 + 60 };
    const sign = async (changes: object): Promise<string> =>
      await new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: "RS256" })
        .sign(privateKey);
    const tokens = [
      [await getGraceIdToken(open, "demo-hs256"), "RS256"],
      [await sign({ exp: startTime / 1000 }), "expired"],
      [await sign({ iss: "https://other.example/" }), "not an ID token"],
      [await sign({ aud: "https://api.example/" }), "azp"],
      ["not-a-token", "not an ID token"],
    ];
    for (const [jwt, text] of tokens) {
      expect(
        await readJson(await open.call(admin, "POST", link, { link_with: jwt })),
      ).toMatchObject({ statusCode: 400, message: containing(text ?? "") });
    }
    expect((await open.call(admin, "POST", link, { link_with: await sign({}) })).status).toBe(201);
  });

  test.each([
    [{}, "Missing required property: link_with"],
    [{ provider: "auth0" }, "Missing required property"],
    [{ link_with: "a.b.c", extra: 1 }, "Additional properties not allowed: extra"],
  ])("rejects the body %j", async (body, text) => {
    const open = openTenant();
    const admin = await open.getToken("update:users");
    expect(await readJson(await open.call(admin, "POST", link, body))).toMatchObject({
      statusCode: 400,
      errorCode: "invalid_body",
      message: containing(text),
    });
  });

  test("does not let a user name an account, or link accounts of another user", async () => {
    const open = openTenant();
    const token = await getOwnToken(open);
    const name = { provider: "auth0", user_id: graceIdentity.user_id };
    expect((await open.call(token, "POST", link, name)).status).toBe(400);
    const body = { link_with: await getGraceIdToken(open) };
    expect((await open.call(token, "POST", `${gracePath}/identities`, body)).status).toBe(403);
  });
});

describe("unlinking an account", () => {
  test(
    "restores the user with its profile and without metadata",
    { tags: ["library.management.metadata-not-merged"] },
    async () => {
      const open = openTenant();
      const admin = await open.getToken("update:users");
      await open.call(admin, "PATCH", adaPath, { user_metadata: { from: "ada" } });
      await open.call(admin, "PATCH", gracePath, { user_metadata: { from: "grace" } });
      await open.call(admin, "POST", link, { provider: "auth0", user_id: graceIdentity.user_id });
      const response = await open.call(admin, "DELETE", `${link}/auth0/${graceIdentity.user_id}`);
      expect(response.status).toBe(200);
      expect(await readJson(response)).toEqual([adaIdentity]);
      expect(await readUser(open, adaPath)).toMatchObject({ user_metadata: { from: "ada" } });
      expect(await readUser(open, gracePath)).toMatchObject({
        email: "grace@example.com",
        identities: [graceIdentity],
        user_metadata: {},
        app_metadata: {},
      });
      expect(JSON.stringify(await readUser(open, gracePath))).not.toContain('"from"');
    },
  );

  test("rejects the main identity, and an identity that is not linked", async () => {
    const open = openTenant();
    const token = await getOwnToken(open);
    const main = await open.call(token, "DELETE", `${link}/auth0/${adaIdentity.user_id}`);
    expect(main.status).toBe(400);
    const other = await open.call(token, "DELETE", `${link}/auth0/${graceIdentity.user_id}`);
    expect(other.status).toBe(404);
  });
});
