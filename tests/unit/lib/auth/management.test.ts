import { describe, expect, it } from "vitest";
import { Management } from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError, constructUntyped, showAll } from "./caught-error.ts";
import { FakeTenant } from "./fake-ports.ts";
import { TenantPage } from "./tenant-page.ts";

const audience = "http://localhost:4400/api/v2/";
const scope =
  "openid profile email read:current_user update:current_user_metadata update:current_user_identities";

/** A page whose user is logged in, and the user's own management calls. */
async function setUp() {
  const page = new TenantPage();
  const webAuth = page.create({ audience, scope });
  await webAuth.authorize();
  const { hash } = new URL(await page.logIn());
  const result = await webAuth.parseHash({ hash });
  const userId = result?.idTokenPayload?.sub ?? "";
  const token = result?.accessToken ?? "";
  return { page, userId, token, management: page.createManagement(token) };
}

const options = { domain: "tenant.example", token: "token-1" };
const answer = (url: string, body: unknown, status = 200) =>
  new FakeTenant().answer(url, () => Response.json(body, { status }));
const users = "https://tenant.example/api/v2/users";

describe("the constructor of Management", () => {
  it("needs the tenant's domain and a token [library.management.construct] [library.management.own-domain]", () => {
    expect(new Management(options)).toBeInstanceOf(Management);
    for (const [change, message] of [
      [{ domain: undefined }, /^domain option is required/],
      [{ domain: "http://tenant.example" }, /^domain option is not valid/],
      [{ token: undefined }, /^token option is required/],
      [{ token: 7 }, /^token option is not valid/],
      [{ token: "two words" }, /^token parameter is not valid/],
      [{ clientSecret: "s" }, /^clientSecret option is not accepted/],
    ] as const) {
      expect(() => constructUntyped(Management, { ...options, ...change })).toThrow(message);
    }
    expect(() => constructUntyped(Management)).toThrow(/^options parameter is not valid/);
  });
});

describe("getUser", () => {
  it("reads the user's own profile [library.management.get-user]", async () => {
    const { page, userId, management, token } = await setUp();
    expect(await management.getUser(userId)).toMatchObject({
      user_id: userId,
      email: "ada@example.com",
    });
    expect(page.requests.at(-1)?.request).toMatchObject({
      method: "GET",
      headers: { Authorization: `Bearer ${token}` },
      credentials: "omit",
    });
    expect(page.requests.at(-1)?.request.headers).not.toHaveProperty("Content-Type");
  });

  it("calls back with the profile, taken off its object", async () => {
    const { userId, management } = await setUp();
    const { getUser } = management;
    const call = await new Promise<unknown[]>((resolve) =>
      getUser(userId, (...args) => resolve(args)),
    );
    expect(call).toMatchObject([null, { user_id: userId }]);
  });

  it.each([
    ["auth0|1", "auth0%7C1"],
    ["a/../b", "a%2F..%2Fb"],
    ["a?b#c", "a%3Fb%23c"],
    ["%2e%2e", "%252e%252e"],
    ["...", "..."],
  ])("keeps the id %s one segment of the path", async (userId, segment) => {
    const tenant = answer(`${users}/${segment}`, { user_id: userId });
    const { getUser } = new Management({ ...options, ports: { fetch: tenant.fetch } });
    expect(await getUser(userId)).toEqual({ user_id: userId });
    expect(new URL(tenant.requests[0]?.url ?? "").pathname).toBe(`/api/v2/users/${segment}`);
  });

  it.each(["", ".", "..", undefined, null, 7, {}])("refuses the id %j at once", (userId) => {
    const { getUser } = new Management({ ...options, ports: { fetch: new FakeTenant().fetch } });
    expect(() => callUntyped(getUser, userId)).toThrow(/^userId parameter is not valid/);
  });

  it("keeps the message and the errorCode of a refusal", async () => {
    const body = {
      statusCode: 403,
      error: "Forbidden",
      message: "User to be acted on does not match.",
      errorCode: "mismatching_subject",
    };
    const tenant = answer(`${users}/u`, body, 403);
    const { getUser } = new Management({ ...options, ports: { fetch: tenant.fetch } });
    const error = await catchAuthError(getUser("u"));
    expect(error).toMatchObject({
      error: "Forbidden",
      code: "Forbidden",
      errorDescription: body.message,
      errorCode: body.errorCode,
      statusCode: 403,
      original: { statusCode: 403, body },
    });
    expect(showAll(error)).not.toContain(options.token);
  });

  it("is refused for another user than the token's", async () => {
    const { management } = await setUp();
    const error = await catchAuthError(management.getUser("auth0|65f1c0face00000000000002"));
    expect(error).toMatchObject({ error: "Forbidden", statusCode: 403 });
    expect(error.errorDescription).not.toBe("Forbidden");
  });

  it("refuses an answer that is no object", async () => {
    const tenant = answer(`${users}/u`, []);
    const { getUser } = new Management({ ...options, ports: { fetch: tenant.fetch } });
    expect(await catchAuthError(getUser("u"))).toMatchObject({ reason: "body_malformed" });
  });
});

describe("patchUserMetadata", () => {
  it("overwrites and adds members of the metadata [library.management.patch-user-metadata]", async () => {
    const { page, userId, management } = await setUp();
    await management.patchUserMetadata(userId, { color: "red", camelCase: 1 });
    const user = await management.patchUserMetadata(userId, { color: "blue" });
    expect(user["user_metadata"]).toEqual({ color: "blue", camelCase: 1 });
    expect(page.requests.at(-1)?.request.method).toBe("PATCH");
    expect(page.lastBody).toEqual({ user_metadata: { color: "blue" } });
  });

  it.each([undefined, null, "x", []])("refuses the metadata %j at once", (metadata) => {
    const { patchUserMetadata } = new Management(options);
    expect(() => callUntyped(patchUserMetadata, "u", metadata)).toThrow(
      /^userMetadata parameter is not valid/,
    );
    expect(() => callUntyped(patchUserMetadata, "", {})).toThrow(/^userId parameter/);
    expect(() => callUntyped(patchUserMetadata, "u", {}, "cb")).toThrow(/^cb parameter/);
  });
});

describe("linkUser", () => {
  it("joins another identity by its ID token [library.management.link-user]", async () => {
    const { page, userId, management } = await setUp();
    // The other user logs in at the same tenant, in another browser.
    page.open.forgetCookies();
    const webAuth = page.create();
    await webAuth.authorize();
    const grace = { username: "grace@example.com", password: "battery-staple-2" };
    const { hash } = new URL(await page.logIn(undefined, grace));
    const idToken = (await webAuth.parseHash({ hash }))?.idToken ?? "";
    const identities = await management.linkUser(userId, idToken);
    expect(identities).toHaveLength(2);
    expect(page.requests.at(-1)?.url).toBe(
      `http://localhost:4400/api/v2/users/${encodeURIComponent(userId)}/identities`,
    );
    expect(page.lastBody).toEqual({ link_with: idToken });
  });

  it.each([undefined, null, "", 7, "two words"])("refuses the token %j at once", (token) => {
    const { linkUser } = new Management(options);
    expect(() => callUntyped(linkUser, "u", token)).toThrow(
      /^secondaryUserToken parameter is not valid/,
    );
  });

  it("repeats the secondary token in no error", async () => {
    const secret = "secondary.token.value";
    const tenant = answer(`${users}/u/identities`, { error: "Bad Request", message: secret }, 400);
    const { linkUser } = new Management({ ...options, ports: { fetch: tenant.fetch } });
    expect(showAll(await catchAuthError(linkUser("u", secret)))).not.toContain(secret);
  });
});
