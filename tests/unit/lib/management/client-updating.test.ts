import { describe, expect, test } from "vitest";
import { createClient, failCreate } from "./client-harness.ts";
import { catchManagementError, createNetwork, refuse } from "./fakes.ts";

describe("updating a connection profile", () => {
  const patch = { name: "staff" };

  test(
    "sends the patch alone to the profile's address",
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
  ])("puts the id %j into the path as one segment", async (id, segment) => {
    const network = createNetwork(Response.json({ id }));
    await createClient(network.fetch).updateConnectionProfile(id, patch);
    expect(network.sent[0]?.url).toBe(
      `https://tenant.example/api/v2/connection-profiles/${segment}`,
    );
  });

  test.each(["", ".", "..", "\ud800"])(
    "refuses the id %j, which would reach something else",
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
  ])("binds a refusal to the field that status and code name (%#)", async (answer, expected) => {
    const client = createClient(createNetwork(answer).fetch);
    const error = await catchManagementError(client.updateConnectionProfile("cop_1", patch));
    expect(error).toMatchObject(expected);
  });
});

describe("a refusal that names a property in a member of its own", () => {
  const refuseFor = (property: unknown, errorCode = "invalid_body") =>
    Response.json({ statusCode: "400", message: "no", errorCode, property }, { status: 400 });

  test("goes to that field", async () => {
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
    "goes to no field when no form has it: %j",
    async (property) => {
      const error = await failCreate(refuseFor(property));
      expect(error.field).toBeUndefined();
      expect(error.causes).toHaveLength(5);
    },
  );

  test("lists what else a refused change of a connection profile can mean", async () => {
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

describe("a change that is answered without a body", () => {
  test.each([200, 202, 204])("is a success, and the profile is read: %d", async (status) => {
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

  test("is still a change when the profile cannot be read: it is in doubt, and not refused", async () => {
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

  test("is none when something else than a profile stands there", async () => {
    const client = createClient(createNetwork(new Response("<html>")).fetch);
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(error).toMatchObject({ code: "unexpected-response", isInDoubt: true });
  });
});
