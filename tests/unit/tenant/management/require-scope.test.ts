import { SignJWT, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { issuer, openTenant, readJson, sharedKeys, startTime } from "../open-tenant.ts";

const path = "/api/v2/token-exchange-profiles";

async function sign(claims: Record<string, unknown>, useOwnKey = true): Promise<string> {
  const { privateKey, kid } = await sharedKeys;
  const key = useOwnKey ? privateKey : (await generateKeyPair("RS256")).privateKey;
  return await new SignJWT({
    iss: issuer,
    aud: `${issuer}api/v2/`,
    sub: "demo-management@clients",
    azp: "demo-management",
    scope: "create:token_exchange_profiles",
    exp: startTime / 1000 + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: "RS256", kid })
    .sign(key);
}

async function refuse(token: string): Promise<unknown> {
  return await readJson(await openTenant().call(token, "POST", path, {}));
}

function tokenFailure(message: string): unknown {
  return { statusCode: 401, error: "Unauthorized", message, attributes: { error: message } };
}

describe("the bearer token of a management call", () => {
  test("is required", { tags: ["authn.management.bearer-jwt"] }, async () => {
    const response = await openTenant().send(path, { method: "POST" });
    expect(response.status).toBe(401);
    expect(response.headers.get("x-ratelimit-remaining")).toBe("999");
  });

  test("must have three parts", async () => {
    expect(await refuse("abc")).toMatchObject({ statusCode: 400, errorCode: "Bearer" });
  });

  test("must be a JWT", { tags: ["management.create.401.invalid-token"] }, async () => {
    expect(await refuse("a.b.c")).toEqual(tokenFailure("Invalid token"));
    expect(await refuse(await sign({ iss: "https://other.example/" }))).toEqual(
      tokenFailure("Invalid token"),
    );
  });

  test("must not be unsigned or signed with a shared secret", async () => {
    const none = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x"}')}.`.replaceAll("=", "");
    expect(await refuse(none)).toMatchObject({ statusCode: 401 });
    const hs256 = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("demo-management-secret-demo-management-secret"));
    expect(await refuse(hs256)).toMatchObject({ statusCode: 401 });
  });

  test(
    "must be signed by the tenant",
    { tags: ["management.create.401.invalid-signature"] },
    async () => {
      expect(await refuse(await sign({}, false))).toEqual(
        tokenFailure("Invalid signature received for JSON Web Token validation"),
      );
    },
  );

  test("must not be expired", async () => {
    expect(await refuse(await sign({ exp: startTime / 1000 }))).toEqual(
      tokenFailure("Expired token received for JSON Web Token validation"),
    );
  });

  test("must be for the Management API", async () => {
    expect(await refuse(await sign({ aud: "https://a.example/" }))).toEqual(
      tokenFailure("Bad audience: https://a.example/"),
    );
  });

  test(
    "must belong to a global client",
    { tags: ["management.create.401.client-not-global", "authn.management.global-client-401"] },
    async () => {
      const open = openTenant();
      const token = await open.getToken(undefined, "demo-service");
      expect(await readJson(await open.call(token, "POST", path, {}))).toEqual({
        statusCode: 401,
        error: "Unauthorized",
        message: "Client is not global.",
      });
    },
  );

  test.each([
    ["POST", path, "create:token_exchange_profiles"],
    ["GET", path, "read:token_exchange_profiles"],
    ["GET", "/api/v2/connection-profiles", "read:connection_profiles"],
    ["GET", "/api/v2/connection-profiles/cop_8vQ2mWkT5nRdXb7LcYpHsJ", "read:connection_profiles"],
    [
      "PATCH",
      "/api/v2/connection-profiles/cop_8vQ2mWkT5nRdXb7LcYpHsJ",
      "update:connection_profiles",
    ],
    ["GET", `${path}/tep_1234567890123456`, "read:token_exchange_profiles"],
    ["PATCH", `${path}/tep_1234567890123456`, "update:token_exchange_profiles"],
    ["DELETE", `${path}/tep_1234567890123456`, "delete:token_exchange_profiles"],
    ["POST", "/api/v2/connection-profiles", "create:connection_profiles"],
    ["GET", "/api/v2/connection-profiles/templates", "read:connection_profiles"],
    ["GET", "/api/v2/connection-profiles/templates/basic", "read:connection_profiles"],
    [
      "DELETE",
      "/api/v2/connection-profiles/cop_8vQ2mWkT5nRdXb7LcYpHsJ",
      "delete:connection_profiles",
    ],
    ["GET", "/api/v2/events", "read:events"],
  ])(
    "must have the scope of %s %s",
    { tags: ["management.create.403.insufficient-scope", "management.create.scope"] },
    async (method, route, scope) => {
      const open = openTenant();
      const token = await open.getToken("read:users");
      const body = method === "GET" ? undefined : {};
      expect(await readJson(await open.call(token, method, route, body))).toEqual({
        statusCode: 403,
        error: "Forbidden",
        message: `Insufficient scope, expected any of: ${scope}`,
        errorCode: "insufficient_scope",
      });
    },
  );

  test(
    "creates a token exchange profile with only create:token_exchange_profiles",
    { tags: ["authn.management.scope-403"] },
    async () => {
      const open = openTenant();
      const profile = {
        name: "Legacy",
        subject_token_type: "urn:acme:legacy",
        action_id: "act_demo_legacy",
        type: "custom_authentication",
      };
      const others = "read:token_exchange_profiles update:token_exchange_profiles";
      const refused = await open.call(await open.getToken(others), "POST", path, profile);
      expect(refused.status).toBe(403);
      expect(await readJson(refused)).toMatchObject({ errorCode: "insufficient_scope" });
      const all = await open.getToken();
      expect(await readJson(await open.call(all, "GET", path))).toMatchObject({
        token_exchange_profiles: [],
      });
      const token = await open.getToken("create:token_exchange_profiles");
      expect((await open.call(token, "POST", path, profile)).status).toBe(201);
    },
  );

  test("never appears in the tenant's log, like secrets, passwords and codes", async () => {
    const open = openTenant();
    const token = await open.getToken();
    await open.call(token, "POST", path, { name: "secret-name" });
    await open.send(`/authorize?client_id=demo-spa&state=secret-state&nonce=secret-nonce`);
    const log = JSON.stringify(await open.control("GET", "log"));
    expect(log).toContain('"body_fields":["grant_type","client_id","client_secret","audience"]');
    for (const secret of [token, "demo-management-secret", "secret-"]) {
      expect(log).not.toContain(secret);
    }
  });
});
