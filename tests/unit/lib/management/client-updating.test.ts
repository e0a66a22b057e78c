import { describe, expect, test } from "vitest";
import { createClient, failCreate } from "./client-harness.ts";
import { catchManagementError, createNetwork, refuse } from "./fakes.ts";

describe("updating a connection profile", () => {
  const patch = { name: "staff" };

  test(
    "sends only the patch to the URL of the profile",
    { tags: ["management.patch.profile", "management.patch.path-id"] },
    async () => {
      const network = createNetwork(
        Response.json({ id: "cop_1", name: "staff", strategy_overrides: null }),
      );
      const updated = await createClient(network.fetch).updateConnectionProfile("cop_1", patch);
      expect(updated).toEqual({ id: "cop_1", name: "staff", strategy_overrides: null });
      expect(network.sent[0]).toMatchObject({
        url: "https://tenant.example/api/v2/connection-profiles/cop_1",
      });
      expect(network.sent[0]?.init.method).toBe("PATCH");
      expect(JSON.parse(network.sent[0]?.body ?? "")).toEqual(patch);
    },
  );

  test.each([
    ["a/../b", "a%2F..%2Fb"],
    ["a?b#c", "a%3Fb%23c"],
    ["%2e%2e", "%252e%252e"],
    ["cop|1", "cop%7C1"],
  ])("encodes the id %j as one path segment", async (id, segment) => {
    const network = createNetwork(Response.json({ id }));
    await createClient(network.fetch).updateConnectionProfile(id, patch);
    expect(network.sent[0]?.url).toBe(
      `https://tenant.example/api/v2/connection-profiles/${segment}`,
    );
  });

  test.each(["", ".", "..", "\ud800"])(
    "rejects the id %j, which would change the path",
    async (id) => {
      const network = createNetwork();
      const error = await catchManagementError(
        createClient(network.fetch).updateConnectionProfile(id, patch),
      );
      expect(error).toMatchObject({ code: "invalid-id", field: "id" });
      expect(network.sent).toEqual([]);
    },
  );

  test.each([
    [refuse(404), { code: "not-found", field: "id" }],
    [refuse(400, { errorCode: "invalid_uri" }), { code: "invalid-id", field: "id" }],
    [refuse(400, { errorCode: "invalid_body" }), { code: "invalid-body" }],
    [refuse(409), { code: "conflict" }],
    [refuse(403, { errorCode: "feature_not_enabled" }), { code: "feature-unavailable" }],
    [refuse(403, { errorCode: "insufficient_entitlement" }), { code: "feature-unavailable" }],
    [
      refuse(403),
      {
        code: "forbidden",
        causes: [
          { what: "The credential lacks the scope update:connection_profiles." },
          { what: "The tenant does not allow the origin of this extension." },
        ],
      },
    ],
    [refuse(413), { code: "invalid-body", message: expect.stringContaining("too large") }],
  ])("assigns a rejection to the field of its status and code (%#)", async (answer, expected) => {
    const client = createClient(createNetwork(answer).fetch);
    const error = await catchManagementError(client.updateConnectionProfile("cop_1", patch));
    expect(error).toMatchObject(expected);
  });
});

describe("a rejection that names a property in its own member", () => {
  const refuseFor = (property: unknown, errorCode = "invalid_body") =>
    Response.json({ statusCode: "400", message: "no", errorCode, property }, { status: 400 });

  test("is assigned to that field", async () => {
    const error = await failCreate(refuseFor("action_id"));
    expect(error).toMatchObject({
      code: "invalid-body",
      field: "action_id",
      property: "action_id",
    });
    expect(error.causes).toEqual([]);
    expect(error.message).toContain("action_id");
    const patching = createClient(createNetwork(refuseFor("strategy_overrides.okta")).fetch);
    const work = patching.updateConnectionProfile("cop_1", { name: "x" });
    expect(await catchManagementError(work)).toMatchObject({ field: "strategy_overrides.okta" });
  });

  test.each(["constructor", "enabled_features", "", 7, null, ["name"]])(
    "is assigned to no field if no form has it: %j",
    async (property) => {
      const error = await failCreate(refuseFor(property));
      expect(error.field).toBeUndefined();
      expect(error.causes).toHaveLength(5);
    },
  );

  test("lists the other possible causes of a rejected change of a connection profile", async () => {
    const client = createClient(createNetwork(refuse(400, { errorCode: "invalid_body" })).fetch);
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(error.causes.map(({ field }) => field)).toEqual([
      undefined,
      undefined,
      "connection_config",
    ]);
  });
});

describe("an update response without a body", () => {
  test.each([200, 202, 204])("is a success, and the profile is loaded: %d", async (status) => {
    const network = createNetwork(
      new Response(null, { status }),
      Response.json({ id: "cop_1", name: "x" }),
    );
    const client = createClient(network.fetch);
    expect(await client.updateConnectionProfile("cop_1", { name: "x" })).toEqual({
      id: "cop_1",
      name: "x",
    });
    expect(network.sent.map(({ init }) => init.method)).toEqual(["PATCH", "GET"]);
  });

  test("is in doubt if the profile cannot be loaded", async () => {
    const client = createClient(
      createNetwork(
        new Response(null, { status: 204 }),
        refuse(403, { errorCode: "insufficient_scope" }),
      ).fetch,
    );
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(error).toMatchObject({ code: "insufficient-scope", isInDoubt: true });
    expect(error.message).toContain("read:connection_profiles");
    expect(error.message).toContain("may have been applied");
  });

  test("is not a success if the loaded resource is not a profile", async () => {
    const client = createClient(createNetwork(new Response("<html>")).fetch);
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(error).toMatchObject({ code: "unexpected-response", isInDoubt: true });
  });
});
