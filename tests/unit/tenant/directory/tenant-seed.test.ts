import { describe, expect, test } from "vitest";
import { parseTenantSeed, SeedError } from "../../../../tenant/directory/tenant-seed.ts";

const user = { email: "a@example.com", password: "of-a-user-1" };
const client = { client_id: "shop" };

/** Returns the reason of the error, without the sentence around it. */
function findFault(content: unknown): string {
  try {
    parseTenantSeed("The seed", content);
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    return error.message
      .replace("The seed is not a valid seed: ", "")
      .replace(". Correct it and start again.", "");
  }
  return "none";
}

describe("a seed", () => {
  test("is returned as it is if it is valid, with every field", () => {
    const seed = {
      users: [
        { ...user, user_id: "auth0|1", multifactor: ["email"], app_metadata: { plan: [1] } },
        { ...user, connection: "Demo-Usernames", username: "ada" },
      ],
      clients: [
        {
          ...client,
          callbacks: ["http://localhost:3000/callback"],
          web_origins: ["http://localhost:3000"],
          grants: [{ audience: "https://api.example/", scopes: ["read:it"] }],
        },
        { client_id: "server", client_secret: "of-a-server-1", is_global: true },
      ],
      apis: [{ audience: "https://api.example/", user_scopes: ["read:it"] }],
      actions: [{ id: "act_1", supported_triggers: ["post-login"] }],
      connection_profiles: [{ name: "staff", enabled_features: ["scim"] }],
    };
    expect(parseTenantSeed("The seed", seed)).toEqual(seed);
    expect(parseTenantSeed("The seed", {})).toEqual({});
  });

  test.each([
    [[], "the content must be an object"],
    [{ user: [] }, "the content has the unknown field user"],
    [{ users: user }, "users must be a list"],
    [{ users: [{ ...user, email: "secret" }] }, "users[0].email must be an email address"],
    [{ users: [{ email: "a@example.com" }] }, "users[0].password is missing"],
    [{ users: [{ ...user, password: "" }] }, "users[0].password must have at least 1 characters"],
    [{ users: [{ ...user, user_id: "secret" }] }, "users[0].user_id has a wrong format"],
    [{ users: [{ ...user, picture: "secret" }] }, "users[0].picture must be a URL"],
    [{ users: [{ ...user, blocked: "secret" }] }, "users[0].blocked must be true or false"],
    [{ users: [{ ...user, app_metadata: 1 }] }, "users[0].app_metadata must be an object"],
    [
      { users: [{ ...user, connection: "secret" }] },
      "users[0].connection must be one of Username-Password-Authentication, Demo-Usernames",
    ],
    [
      { users: [{ ...user, connection: "Demo-Usernames" }] },
      "users[0].username is required by the connection of the user",
    ],
    [
      { users: [{ ...user, username: "secret" }] },
      "users[0].username needs a connection with usernames",
    ],
    [
      { users: [user, { ...user, email: "A@example.com" }] },
      "users[1].email must differ from the entries before it",
    ],
    [{ clients: [client, client] }, "clients[1].client_id must differ from the entries before it"],
    [{ clients: [{ ...client, secret: "x" }] }, "clients[0] has the unknown field secret"],
    [
      { clients: [{ ...client, callbacks: ["secret"] }] },
      "clients[0].callbacks[0] has a wrong format",
    ],
    [
      { clients: [{ ...client, token_endpoint_auth_method: "client_secret_post" }] },
      "clients[0].client_secret is required by token_endpoint_auth_method",
    ],
    [
      { clients: [{ ...client, grants: [{ audience: "a", scopes: [7] }] }] },
      "clients[0].grants[0].scopes[0] must be text",
    ],
    [{ actions: [{ id: "x".repeat(37) }] }, "actions[0].id must have at most 36 characters"],
    [
      { actions: Array.from({ length: 1001 }, () => ({ id: "a" })) },
      "actions must have at most 1000 entries",
    ],
    [
      { connection_profiles: [{ name: "a", strategy_overrides: { secret: {} } }] },
      "connection_profiles[0].strategy_overrides has the unknown field secret",
    ],
  ])("is refused with the place and the expected value: %j", (content, reason) => {
    expect(findFault(content)).toBe(reason);
  });
});
