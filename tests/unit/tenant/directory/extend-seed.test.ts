import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createTenant, type Tenant } from "../../../../tenant/app.ts";
import { extendSeed } from "../../../../tenant/directory/extend-seed.ts";
import { parseTenantSeed } from "../../../../tenant/directory/tenant-seed.ts";
import { listWith } from "../matchers.ts";
import { demoOrigin, origin, sharedKeys } from "../open-tenant.ts";

function open(seed: object): Tenant {
  return createTenant({
    origin,
    demoOrigins: [demoOrigin],
    keys: sharedKeys,
    extendSeed(context) {
      extendSeed(context, parseTenantSeed("The seed", seed));
    },
  });
}

const tokenSchema = z.object({ access_token: z.string(), scope: z.optional(z.string()) });

/** Requests a token; the fields of the form are those of the grant. */
async function requestToken(tenant: Tenant, form: Record<string, string>): Promise<Response> {
  return await tenant.fetch(
    new Request(`${origin}/oauth/token`, { method: "POST", body: new URLSearchParams(form) }),
  );
}

const passwordRealm = {
  grant_type: "http://auth0.com/oauth/grant-type/password-realm",
  realm: "Username-Password-Authentication",
};

describe("the data of a seed", () => {
  test("stands beside the tenant's own users and clients", () => {
    const { users, clients } = open({
      users: [{ email: "new@example.com", password: "of-the-seed-1", user_id: "auth0|new" }],
      clients: [{ client_id: "shop", callbacks: ["http://localhost:3000/"] }],
    }).describe();
    expect(users).toEqual(listWith({ email: "ada@example.com" }));
    expect(users).toEqual(listWith({ user_id: "auth0|new", name: "new@example.com" }));
    expect(clients).toEqual(listWith({ client_id: "demo-spa" }));
    expect(clients).toEqual(
      listWith({ client_id: "shop", name: "shop", callbacks: ["http://localhost:3000/"] }),
    );
    // A client without a secret in the seed is public: no description needs its secret.
    expect(clients.find((client) => client.client_id === "shop")).not.toHaveProperty(
      "client_secret",
    );
  });

  test("replaces a user with the same address, who keeps the ID unless the seed has one", () => {
    const before = open({}).describe().users;
    const ada = { email: "Ada@example.com", password: "of-the-seed-1" };
    const emmy = { email: "other@example.com", password: "of-the-seed-2", username: "EMMY" };
    const users = [ada, { ...emmy, connection: "Demo-Usernames", user_id: "auth0|emmy" }];
    const after = open({ users }).describe().users;
    expect(after).toHaveLength(before.length);
    expect(after[0]).toMatchObject({ ...ada, user_id: "auth0|65f1c0ada000000000000001" });
    expect(after.at(-1)).toMatchObject({ ...emmy, user_id: "auth0|emmy" });
  });

  test("lets its user log in at its client, with the scopes of its API", async () => {
    const tenant = open({
      users: [{ email: "new@example.com", password: "of-the-seed-1" }],
      clients: [{ client_id: "shop" }],
      apis: [{ audience: "https://shop.example/", user_scopes: ["read:orders"] }],
    });
    const response = await requestToken(tenant, {
      ...passwordRealm,
      client_id: "shop",
      username: "new@example.com",
      password: "of-the-seed-1",
      audience: "https://shop.example/",
      scope: "openid read:orders",
    });
    expect(response.status).toBe(200);
    expect(tokenSchema.parse(await response.json()).scope).toContain("read:orders");
  });

  test("gives a global client the Management API, which shows the profiles of the seed", async () => {
    const tenant = open({
      clients: [{ client_id: "admin", client_secret: "of-the-seed-3", is_global: true }],
      actions: [{ id: "act_seed" }],
      connection_profiles: [{ name: "workforce", enabled_features: [] }, { name: "staff" }],
    });
    const response = await requestToken(tenant, {
      grant_type: "client_credentials",
      client_id: "admin",
      client_secret: "of-the-seed-3",
      audience: `${origin}/api/v2/`,
    });
    const { access_token: token } = tokenSchema.parse(await response.json());
    const authorization = `Bearer ${token}`;
    const list = await tenant.fetch(
      new Request(`${origin}/api/v2/connection-profiles`, { headers: { authorization } }),
    );
    expect(await list.json()).toMatchObject({
      connection_profiles: [
        { name: "workforce", organization: {}, strategy_overrides: null },
        { name: "partners" },
        { name: "staff", connection_name_prefix_template: "" },
      ],
    });
    expect(tenant.describe().actions).toEqual(
      listWith({ id: "act_seed", supported_triggers: ["custom-token-exchange"] }),
    );
  });

  test("is restored by a reset", async () => {
    const tenant = open({
      users: [{ email: "new@example.com", password: "of-the-seed-1", user_id: "auth0|new" }],
      clients: [{ client_id: "shop", web_origins: ["http://localhost:3000"] }],
    });
    const before = tenant.describe();
    const send = async (method: string, path: string, body?: object) =>
      await tenant.fetch(
        new Request(`${origin}/_control/${path}`, {
          method,
          ...(body !== undefined && {
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          }),
        }),
      );
    await send("PATCH", "clients/shop", { web_origins: [] });
    await send("POST", "users", { email: "third@example.com", password: "of-a-third-1" });
    expect(tenant.describe()).not.toEqual(before);
    expect((await send("POST", "reset")).status).toBe(200);
    expect(tenant.describe()).toEqual(before);
  });
});
