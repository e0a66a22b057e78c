import { describe, expect, test } from "vitest";
import { diffProfileEdit } from "../../../../lib/management/connections/diff-connection-profile.ts";
import type { Fetch } from "../../../../lib/http/fetch.ts";
import { catchManagementError } from "./fakes.ts";
import {
  connect,
  credentialOf,
  exchangeBody,
  tenantOrigin as origin,
} from "./in-process-tenant.ts";

const body = exchangeBody();

async function requestToken(fetch: Fetch, scope: string): Promise<string> {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "demo-management",
    client_secret: "demo-management-secret",
    audience: `${origin}/api/v2/`,
    scope,
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const response = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    headers,
    body: form.toString(),
  });
  const answer: unknown = await response.json();
  if (typeof answer !== "object" || answer === null || !("access_token" in answer))
    throw new Error("no token");
  return String(answer.access_token);
}

describe("the client at the local tenant", () => {
  test("creates a profile and then lists it", { tags: ["management.create.201"] }, async () => {
    const client = connect().logIn();
    const created = await client.createTokenExchangeProfile(body);
    expect(created).toMatchObject(body);
    expect(created.id).toMatch(/^tep_/u);
    expect(created.created_at).toBe("2026-11-21T12:00:00.000Z");
    expect(await client.listTokenExchangeProfiles()).toEqual({ items: [created] });
  });

  test("rejects a duplicate subject token type", { tags: ["management.create.409"] }, async () => {
    const client = connect().logIn();
    await client.createTokenExchangeProfile(body);
    const error = await catchManagementError(
      client.createTokenExchangeProfile({ ...body, name: "Another" }),
    );
    expect(error).toMatchObject({ code: "conflict", status: 409, field: "subject_token_type" });
  });

  test.each(["act_demo_draft", "act_demo_post_login", "act_unknown"])(
    "reports the causes for the action %s",
    async (action_id) => {
      const client = connect().logIn();
      const error = await catchManagementError(
        client.createTokenExchangeProfile({ ...body, action_id }),
      );
      expect(error).toMatchObject({ code: "invalid-body", status: 400 });
      expect(error.causes).toHaveLength(5);
      expect(error.serviceMessage).toBeTruthy();
    },
  );

  test(
    "names the missing scope of a token",
    { tags: ["management.create.403.insufficient-scope"] },
    async () => {
      const { fetch, logIn } = connect();
      const token = await requestToken(fetch, "read:token_exchange_profiles");
      const client = logIn({ kind: "access_token", token });
      expect(await client.listTokenExchangeProfiles()).toEqual({ items: [] });
      const error = await catchManagementError(client.createTokenExchangeProfile(body));
      expect(error).toMatchObject({
        code: "insufficient-scope",
        status: 403,
        errorCode: "insufficient_scope",
      });
      expect(error.message).toContain("create:token_exchange_profiles");
    },
  );

  test(
    "reports a client that is not global",
    { tags: ["management.create.401.client-not-global", "authn.management.global-client-401"] },
    async () => {
      const client = connect().logIn(credentialOf("demo-service"));
      const error = await catchManagementError(client.createTokenExchangeProfile(body));
      expect(error).toMatchObject({
        code: "unauthorized",
        status: 401,
        serviceMessage: "Client is not global.",
      });
    },
  );

  test("reports a token that is not a JWT", async () => {
    const client = connect().logIn({ kind: "access_token", token: "opaque" });
    expect((await catchManagementError(client.listConnectionProfiles())).code).toBe("unauthorized");
  });

  test("reports a wrong secret without repeating it", async () => {
    const credential = { ...credentialOf(), clientSecret: "not-the-secret" };
    const error = await catchManagementError(connect().logIn(credential).listConnectionProfiles());
    expect(error).toMatchObject({
      code: "credentials-refused",
      status: 401,
      errorCode: "invalid_client",
    });
    expect(JSON.stringify(error.toFacts())).not.toContain("not-the-secret");
  });

  test(
    "reports a reached limit of profiles",
    { tags: ["management.create.403.limit-reached"] },
    async () => {
      const client = connect({ tokenExchangeProfiles: 0 }).logIn();
      expect((await catchManagementError(client.createTokenExchangeProfile(body))).code).toBe(
        "entity-limit",
      );
    },
  );

  test(
    "reports the retry time after too many requests",
    { tags: ["management.create.429"] },
    async () => {
      const { clock, logIn } = connect({ requestsPerWindow: 1 });
      const client = logIn();
      await client.listConnectionProfiles();
      const error = await catchManagementError(client.createTokenExchangeProfile(body));
      expect(error).toMatchObject({
        code: "rate-limited",
        status: 429,
        rateLimit: { limit: 1, remaining: 0 },
      });
      expect(error.retryAt).toBeGreaterThan(clock.now());
    },
  );

  test(
    "updates only the changed properties of a connection profile",
    { tags: ["management.patch.profile", "management.patch.response"] },
    async () => {
      const client = connect().logIn();
      const { items } = await client.listConnectionProfiles();
      const base = items.find(({ name }) => name === "workforce");
      if (base === undefined) throw new Error("the tenant is seeded without workforce");
      const { patch } = diffProfileEdit(base, {
        name: "workforce",
        connection_name_prefix_template: "acme2-{org_id}",
        enabled_features: ["scim"],
      });
      expect(Object.keys(patch)).toEqual(["connection_name_prefix_template", "enabled_features"]);
      const updated = await client.updateConnectionProfile(base.id, patch);
      expect(updated).toEqual({ ...base, ...patch });
      expect(await client.getConnectionProfile(base.id)).toEqual(updated);
    },
  );

  test("reports a missing connection profile with its field", async () => {
    const client = connect().logIn();
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1111111111111111111111", { name: "x" }),
    );
    expect(error).toMatchObject({ status: 404, code: "not-found", field: "id" });
  });
});
