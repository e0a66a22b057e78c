import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { encodeBase64Url, hashSha256 } from "../../../../../tenant/core/encoding.ts";
import {
  authorizePath,
  callback,
  demoOrigin,
  issuer,
  logIn,
  openTenant,
  readFragment,
  readTask,
  sharedKeys,
} from "../../open-tenant.ts";

const verifyOptions = { issuer, currentDate: new Date("2026-03-01T12:00:10Z") };

describe("/authorize without a valid callback", () => {
  test("shows a page that names the unknown client, without a redirect", async () => {
    const response = await openTenant().send(authorizePath({ client_id: "nobody" }));
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(await response.text()).toContain("nobody");
  });

  test(
    "shows the received and the allowed callback URLs if the redirect_uri is not allowed",
    { tags: ["library.settings.callback-urls"] },
    async () => {
      const redirectUri = "https://evil.example/<script>";
      const response = await openTenant().send(authorizePath({ redirect_uri: redirectUri }));
      const page = await response.text();
      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
      expect(page).toContain("https://evil.example/&lt;script&gt;");
      expect(page).toContain(`<code>${callback}</code>`);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    },
  );

  test("accepts the redirect URLs of the extension", async () => {
    for (const redirectUri of [
      "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/",
      "https://0f6e79c7a7f5fd7eeb43c5ab720e5c0afcc68eba.extensions.allizom.org/",
    ]) {
      const response = await openTenant().send(authorizePath({ redirect_uri: redirectUri }));
      expect(response.headers.get("location")).toMatch(/^\/u\/login\?state=/);
    }
  });
});

describe("/authorize rejects with a redirect to the callback", () => {
  const table: [title: string, Record<string, string | undefined>, error: string][] = [
    ["a missing response_type", { response_type: undefined }, "invalid_request"],
    ["an unknown response_type", { response_type: "token magic" }, "unsupported_response_type"],
    ["an id_token without nonce", { nonce: undefined }, "invalid_request"],
    ["tokens in the query", { response_mode: "query" }, "invalid_request"],
    ["an unknown prompt", { prompt: "maybe" }, "invalid_request"],
    ["a PKCE method other than S256", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge without its method", { code_challenge: "a".repeat(43) }, "invalid_request"],
    ["an unknown connection", { connection: "nowhere" }, "invalid_request"],
    ["an unknown audience", { audience: "https://nowhere.example/" }, "access_denied"],
    ["no session with prompt=none", { prompt: "none" }, "login_required"],
  ];
  test.each(table)("%s, with the state of the request", async (_title, changes, error) => {
    const response = await openTenant().send(authorizePath(changes));
    expect(response.status).toBe(302);
    expect(readFragment(response)).toMatchObject({ error, state: "state-1" });
  });

  test("a repeated parameter", async () => {
    const response = await openTenant().send(`${authorizePath()}&nonce=other`);
    expect(readFragment(response)).toMatchObject({ error: "invalid_request" });
  });
});

describe("/authorize after a login", () => {
  test(
    "sends verifiable tokens, state and scope in the fragment",
    { tags: ["library.routes.authorize"] },
    async () => {
      const response = await logIn(openTenant());
      const fragment = readFragment(response);
      const { publicKey, kid } = await sharedKeys;
      expect(response.headers.get("location")).toMatch(
        /^http:\/\/localhost:4401\/callback#[^?+]*$/,
      );
      expect(fragment).toMatchObject({
        state: "state-1",
        token_type: "Bearer",
        expires_in: "7200",
        scope: "openid profile email",
      });
      const idToken = await jwtVerify(fragment["id_token"] ?? "", publicKey, {
        ...verifyOptions,
        audience: "demo-spa",
      });
      expect(idToken.protectedHeader).toMatchObject({ alg: "RS256", kid });
      const accessToken = fragment["access_token"] ?? "";
      expect(idToken.payload).toMatchObject({
        sub: "auth0|65f1c0ada000000000000001",
        nonce: "nonce-1",
        name: "Ada Lovelace",
        email: "ada@example.com",
        email_verified: true,
        auth_time: 1_772_366_400,
        at_hash: encodeBase64Url((await hashSha256(accessToken)).slice(0, 16)),
      });
      expect(idToken.payload["sid"]).toEqual(expect.any(String));
      const access = await jwtVerify(accessToken, publicKey, verifyOptions);
      expect(access.payload).toMatchObject({ aud: `${issuer}userinfo`, azp: "demo-spa" });
    },
  );

  test("omits profile claims that the scope does not request", async () => {
    const { id_token: idToken = "" } = readFragment(await logIn(openTenant(), { scope: "openid" }));
    expect(decodeJwt(idToken)).not.toHaveProperty("email");
    expect(decodeJwt(idToken)).not.toHaveProperty("name");
  });

  test("signs with HS256 and the secret, without a kid, for a client with that setting", async () => {
    const response = await logIn(openTenant(), { client_id: "demo-hs256" });
    const { id_token: idToken = "" } = readFragment(response);
    expect(decodeProtectedHeader(idToken)).toEqual({ alg: "HS256", typ: "JWT" });
    const key = new TextEncoder().encode("demo-hs256-secret-that-no-browser-ever-sees");
    await expect(jwtVerify(idToken, key, verifyOptions)).resolves.toBeDefined();
  });

  test("issues the access token for the requested audience, with that API's scopes", async () => {
    const response = await logIn(openTenant(), {
      audience: "https://reports.demo.example/",
      scope: "openid read:reports delete:everything",
    });
    expect(decodeJwt(readFragment(response)["access_token"] ?? "")).toMatchObject({
      aud: ["https://reports.demo.example/", `${issuer}userinfo`],
      scope: "openid read:reports",
    });
  });

  test("returns a code in the query of the callback URL", async () => {
    const response = await logIn(openTenant(), { response_type: "code" });
    const url = new URL(response.headers.get("location") ?? "");
    expect(url.searchParams.get("code")).toMatch(/^\w{48}$/);
    expect(url.searchParams.get("state")).toBe("state-1");
  });

  test("posts a form for form_post, with the callback as the only allowed target", async () => {
    const response = await logIn(openTenant(), { response_mode: "form_post" });
    const page = await response.text();
    expect(page).toContain(`action="${callback}"`);
    expect(readTask(page)).toEqual({ task: "submit" });
    expect(response.headers.get("content-security-policy")).toContain(`form-action ${demoOrigin}`);
  });
});

describe("/authorize with a session", () => {
  test("responds without a login page", async () => {
    const open = openTenant();
    await logIn(open);
    const response = await open.send(authorizePath({ prompt: "none", nonce: "second" }));
    expect(decodeJwt(readFragment(response)["id_token"] ?? "")["nonce"]).toBe("second");
  });

  test("shows the login page for prompt=login and for a session older than max_age", async () => {
    const open = openTenant();
    await logIn(open);
    open.clock.time += 61_000;
    for (const changes of [{ prompt: "login" }, { max_age: "60" }]) {
      const response = await open.send(authorizePath(changes));
      expect(response.headers.get("location")).toMatch(/^\/u\/login/);
    }
    const fresh = await open.send(authorizePath({ max_age: "61" }));
    expect(readFragment(fresh)).toHaveProperty("id_token");
  });
});

describe("web messages", () => {
  const silent = { prompt: "none", response_mode: "web_message" };

  test("go only to the callback's origin", async () => {
    const open = openTenant();
    await logIn(open);
    const response = await open.send(authorizePath(silent));
    const page = await response.text();
    expect(readTask(page)).toEqual({
      task: "post",
      targetOrigin: demoOrigin,
      message: {
        type: "authorization_response",
        response: expect.objectContaining({ state: "state-1" }),
      },
    });
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).not.toContain("frame-ancestors");
    expect(page).toContain(`<script nonce="${/'nonce-(\w+)'/.exec(policy)?.[1]}">`);
    expect(response.headers.get("x-frame-options")).toBeNull();
  });

  test("contain login_required if there is no session", async () => {
    const page = await (await openTenant().send(authorizePath(silent))).text();
    expect(page).toContain('"error":"login_required"');
  });

  test("escape a state that contains the end tag of the script element", async () => {
    const state = "</script><script>alert(1)</script>";
    const page = await (await openTenant().send(authorizePath({ ...silent, state }))).text();
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(readTask(page)).toMatchObject({ message: { response: { state } } });
  });

  test(
    "are rejected without a page that posts, if the origin is not an allowed web origin",
    { tags: ["library.settings.web-origins"] },
    async () => {
      const open = openTenant();
      await logIn(open);
      const response = await open.send(
        authorizePath({
          ...silent,
          redirect_uri: "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/",
        }),
      );
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain("postMessage");
    },
  );
});
