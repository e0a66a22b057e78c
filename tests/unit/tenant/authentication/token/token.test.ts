import { decodeJwt, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { encodeBase64Url, hashSha256 } from "../../../../../tenant/core/encoding.ts";
import { managementScopes } from "../../../../../tenant/directory/scopes.ts";
import {
  callback,
  demoOrigin,
  issuer,
  logIn,
  openTenant,
  readJson,
  sharedKeys,
  startTime,
  type OpenTenant,
} from "../../open-tenant.ts";

const verifier = "a-verifier-of-at-least-forty-three-characters~";

async function getCode(open: OpenTenant, changes: Record<string, string> = {}): Promise<string> {
  const response = await logIn(open, {
    response_type: "code",
    code_challenge: encodeBase64Url(await hashSha256(verifier)),
    code_challenge_method: "S256",
    ...changes,
  });
  return new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

async function exchange(open: OpenTenant, changes: Record<string, string>): Promise<Response> {
  const parameters = {
    grant_type: "authorization_code",
    client_id: "demo-spa",
    redirect_uri: callback,
    code_verifier: verifier,
    ...changes,
  };
  return await open.send("/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/json", origin: demoOrigin },
    body: JSON.stringify(parameters),
  });
}

describe("an authorization code", () => {
  test("is exchanged for tokens with its code verifier", async () => {
    const open = openTenant();
    const response = await exchange(open, { code: await getCode(open) });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("access-control-allow-origin")).toBe(demoOrigin);
    const answer = await readJson(response);
    expect(answer).toMatchObject({ token_type: "Bearer", expires_in: 7200 });
    expect(answer).toHaveProperty("id_token");
    expect(answer).not.toHaveProperty("refresh_token");
  });

  test("works once", async () => {
    const open = openTenant();
    const code = await getCode(open);
    await exchange(open, { code });
    const again = await exchange(open, { code });
    expect(again.status).toBe(403);
    expect(await readJson(again)).toMatchObject({ error: "invalid_grant" });
  });

  test.each([
    ["a wrong verifier", { code_verifier: "x".repeat(43) }],
    ["a verifier that is too short", { code_verifier: "short" }],
    ["another redirect_uri", { redirect_uri: `${demoOrigin}/` }],
    ["another client", { client_id: "demo-hs256" }],
  ])("is rejected with %s", async (_title, changes) => {
    const open = openTenant();
    const response = await exchange(open, { code: await getCode(open), ...changes });
    expect(response.status).toBe(403);
    expect(await readJson(response)).toMatchObject({ error: "invalid_grant" });
  });

  test("is rejected after five minutes", async () => {
    const open = openTenant();
    const code = await getCode(open);
    open.clock.time += 5 * 60_000;
    expect((await exchange(open, { code })).status).toBe(403);
  });

  test("is rejected for a client without a secret that did not use PKCE", async () => {
    const open = openTenant();
    const login = await logIn(open, { response_type: "code" });
    const code = new URL(login.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const response = await open.send("/oauth/token", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "demo-spa",
        redirect_uri: callback,
        code,
      }),
    });
    expect(response.status).toBe(401);
  });
});

describe("client credentials", () => {
  const credentials = {
    grant_type: "client_credentials",
    client_id: "demo-management",
    client_secret: "demo-management-secret",
    audience: "/api/v2/",
  };

  test(
    "are exchanged at the route with and without a trailing slash, for the audience /api/v2/",
    { tags: ["authn.management.client-credentials"] },
    async () => {
      const { publicKey } = await sharedKeys;
      for (const path of ["/oauth/token", "/oauth/token/"]) {
        const body = new URLSearchParams(credentials);
        const response = await openTenant().send(path, { method: "POST", body });
        const answer = await readJson(response);
        expect(answer).toMatchObject({ token_type: "Bearer", expires_in: 86_400 });
        const token = String(Object.entries(answer ?? {})[0]?.[1]);
        const { payload } = await jwtVerify(token, publicKey, {
          issuer,
          audience: `${issuer}api/v2/`,
          currentDate: new Date(startTime),
        });
        expect(payload).toMatchObject({ sub: "demo-management@clients", azp: "demo-management" });
      }
    },
  );

  test("get all management scopes, or the requested ones", async () => {
    const open = openTenant();
    const all = String(decodeJwt(await open.getToken())["scope"]).split(" ");
    expect(all).toEqual(managementScopes);
    const one = decodeJwt(await open.getToken("read:events read:nonsense"))["scope"];
    expect(one).toBe("read:events");
  });

  test("can be sent as HTTP Basic", async () => {
    const response = await openTenant().send("/oauth/token", {
      method: "POST",
      headers: { authorization: `Basic ${btoa("demo-management:demo-management-secret")}` },
      body: new URLSearchParams({ grant_type: "client_credentials", audience: "/api/v2/" }),
    });
    expect(response.status).toBe(200);
  });

  const table: [title: string, Record<string, string>, status: number, error: string][] = [
    ["a wrong secret", { client_secret: "guess" }, 401, "invalid_client"],
    ["an unknown client", { client_id: "nobody" }, 401, "invalid_client"],
    ["an unknown grant", { grant_type: "magic" }, 400, "unsupported_grant_type"],
    [
      "a grant type that the client does not have",
      { grant_type: "authorization_code" },
      403,
      "unauthorized_client",
    ],
    ["an unknown audience", { audience: "https://nowhere.example/" }, 403, "access_denied"],
    [
      "an audience it was not granted",
      { audience: "https://reports.demo.example/" },
      403,
      "access_denied",
    ],
  ];
  test.each(table)("are rejected with %s", async (_title, changes, status, error) => {
    const response = await openTenant().send("/oauth/token", {
      method: "POST",
      body: new URLSearchParams({ ...credentials, ...changes }),
    });
    expect(response.status).toBe(status);
    expect(await readJson(response)).toMatchObject({ error });
  });

  test.each([
    ["JSON that is broken", "application/json", "{"],
    ["JSON that is no object", "application/json", "[]"],
    ["a form without grant_type", "application/x-www-form-urlencoded", "a=b"],
    ["another content type", "text/plain", "grant_type=client_credentials"],
  ])("are rejected as invalid_request in %s", async (_title, contentType, body) => {
    const response = await openTenant().send("/oauth/token", {
      method: "POST",
      headers: { "content-type": contentType },
      body,
    });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({ error: "invalid_request" });
  });
});

describe("other origins at the token endpoint", () => {
  test.each([
    [demoOrigin, demoOrigin],
    ["https://evil.example", null],
  ])("%s reads why its client was refused: %s", async (from, allowed) => {
    const response = await openTenant().send("/oauth/token", {
      method: "POST",
      headers: { "content-type": "application/json", origin: from },
      body: JSON.stringify({ grant_type: "client_credentials", client_id: "demo-service" }),
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("access-control-allow-origin")).toBe(allowed);
  });

  test("are allowed in a preflight only if a client lists them", async () => {
    const open = openTenant();
    const listed = await open.send("/oauth/token", {
      method: "OPTIONS",
      headers: { origin: demoOrigin },
    });
    expect(listed.headers.get("access-control-allow-origin")).toBe(demoOrigin);
    expect(listed.headers.get("access-control-allow-headers")).toContain("Content-Type");
    const other = await open.send("/oauth/token", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example" },
    });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });
});
