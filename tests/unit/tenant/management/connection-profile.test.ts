import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { openTenant, readJson } from "../open-tenant.ts";
import { containing, listWith, matching } from "../matchers.ts";

const path = "/api/v2/connection-profiles";
const profileSchema = z.looseObject({ id: z.string() });

describe("creating a connection profile", () => {
  test(
    "returns 201 with the whole profile, and unset parts as at the service",
    { tags: ["cp.id.returned"] },
    async () => {
      const open = openTenant();
      const token = await open.getToken();
      const response = await open.call(token, "POST", path, { name: "contractors" });
      expect(response.status).toBe(201);
      const created = profileSchema.parse(await readJson(response));
      expect(created).toEqual({
        id: matching(/^cop_[A-Za-z0-9]{22}$/),
        name: "contractors",
        organization: {},
        connection_name_prefix_template: "",
        enabled_features: [],
        connection_config: {},
        strategy_overrides: null,
      });
      const read = await open.call(token, "GET", `${path}/${created.id}`);
      expect(await readJson(read)).toEqual(created);
    },
  );

  test("keeps every part of the request, also from a form", async () => {
    const open = openTenant();
    const response = await open.send(path, {
      method: "POST",
      headers: { authorization: `Bearer ${await open.getToken()}` },
      body: new URLSearchParams([
        ["name", "From a form"],
        ["connection_name_prefix_template", "f-{org_id}"],
        ["enabled_features[]", "scim"],
        ["organization[show_as_button]", "optional"],
      ]),
    });
    expect(await readJson(response)).toMatchObject({
      name: "From a form",
      connection_name_prefix_template: "f-{org_id}",
      enabled_features: ["scim"],
      organization: { show_as_button: "optional" },
    });
  });

  test.each([
    [{}, "Missing required property: name"],
    [{ name: "" }, "minimum 1"],
    [{ name: "a".repeat(51) }, "maximum 50"],
    [{ name: "x", id: "cop_1" }, "Additional properties not allowed: id"],
    [{ name: "x", connection_name_prefix_template: "-x" }, "does not match pattern"],
  ])("rejects %j", async (body, text) => {
    const open = openTenant();
    expect(
      await readJson(await open.call(await open.getToken(), "POST", path, body)),
    ).toMatchObject({ statusCode: 400, errorCode: "invalid_body", message: containing(text) });
  });

  test("rejects a duplicate name, and a profile over the limit", async () => {
    const open = openTenant({ connectionProfiles: 3 });
    const token = await open.getToken();
    const taken = await open.call(token, "POST", path, { name: "workforce" });
    expect(await readJson(taken)).toMatchObject({ statusCode: 409, error: "Conflict" });
    expect((await open.call(token, "POST", path, { name: "third" })).status).toBe(201);
    const fourth = await open.call(token, "POST", path, { name: "fourth" });
    expect(await readJson(fourth)).toMatchObject({
      statusCode: 403,
      errorCode: "too_many_entities",
    });
  });
});

describe("deleting a connection profile", () => {
  test("returns 204, also for a deleted profile, which is not found any more", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const own = `${path}/cop_3hFzK9gNwP6tVxEaQrMuBd`;
    expect((await open.call(token, "DELETE", own)).status).toBe(204);
    expect((await open.call(token, "DELETE", own)).status).toBe(204);
    expect(await readJson(await open.call(token, "GET", own))).toMatchObject({
      statusCode: 404,
      message: "Connection profile not found.",
    });
    expect(await readJson(await open.call(token, "GET", path))).toMatchObject({
      connection_profiles: [{ name: "workforce" }],
    });
  });

  test("rejects a malformed ID", async () => {
    const open = openTenant();
    const response = await open.call(await open.getToken(), "DELETE", `${path}/cop_1`);
    expect(await readJson(response)).toMatchObject({ statusCode: 400, errorCode: "invalid_uri" });
  });
});

describe("the templates of connection profiles", () => {
  test("are listed, and each is found by its ID", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const list = await readJson(await open.call(token, "GET", `${path}/templates`));
    const { connection_profile_templates: templates } = z
      .object({ connection_profile_templates: z.array(profileSchema) })
      .parse(list);
    expect(templates).toEqual(listWith({ id: "enterprise-sso", display_name: matching(/\w/) }));
    for (const template of templates) {
      const one = await open.call(token, "GET", `${path}/templates/${template.id}`);
      expect(await readJson(one)).toEqual(template);
    }
    const none = await open.call(token, "GET", `${path}/templates/no-such`);
    expect(await readJson(none)).toMatchObject({ statusCode: 404 });
  });

  test("can be sent unchanged as new profiles", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const list = await readJson(await open.call(token, "GET", `${path}/templates`));
    const { connection_profile_templates: templates } = z
      .object({
        connection_profile_templates: z.array(
          z.object({ template: z.record(z.string(), z.unknown()) }),
        ),
      })
      .parse(list);
    expect(templates.length).toBeGreaterThan(0);
    for (const { template } of templates) {
      const { strategy_overrides: overrides, ...rest } = template;
      const body = overrides === null ? rest : template;
      expect((await open.call(token, "POST", path, body)).status).toBe(201);
    }
  });
});
