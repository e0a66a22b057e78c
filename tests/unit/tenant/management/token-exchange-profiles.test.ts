import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { openTenant, readJson, type OpenTenant } from "../open-tenant.ts";
import { containing, matching } from "../matchers.ts";

const path = "/api/v2/token-exchange-profiles";
const valid = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy",
  action_id: "act_demo_legacy",
  type: "custom_authentication",
};

async function create(open: OpenTenant, body: unknown): Promise<Response> {
  return await open.call(await open.getToken(), "POST", path, body);
}

describe("creating a token exchange profile", () => {
  test(
    "returns 201 with the whole profile and the rate limit headers",
    { tags: ["management.create.201"] },
    async () => {
      const response = await create(openTenant(), valid);
      expect(response.status).toBe(201);
      expect(response.headers.get("content-type")).toContain("application/json");
      expect(await readJson(response)).toEqual({
        ...valid,
        id: matching(/^tep_[A-Za-z0-9]{16}$/),
        created_at: "2026-03-01T12:00:00.000Z",
        updated_at: "2026-03-01T12:00:00.000Z",
      });
      expect(response.headers.get("x-ratelimit-limit")).toBe("1000");
      expect(response.headers.get("x-ratelimit-remaining")).toBe("999");
      expect(response.headers.get("x-ratelimit-reset")).toBe("1772366460");
    },
  );

  test(
    "accepts a form as well as JSON",
    { tags: ["management.create.content-types"] },
    async () => {
      const open = openTenant();
      const response = await open.send(path, {
        method: "POST",
        headers: { authorization: `Bearer ${await open.getToken()}` },
        body: new URLSearchParams(valid),
      });
      expect(response.status).toBe(201);
    },
  );

  const bodies: [title: string, body: unknown, text: string][] = [
    ["a missing name", { ...valid, name: undefined }, "Missing required property: name"],
    ["an extra property", { ...valid, id: "tep_1" }, "Additional properties not allowed: id"],
    [
      "a name of 2 characters",
      { ...valid, name: "ab" },
      "String is too short (2 chars), minimum 3",
    ],
    ["a name of 51", { ...valid, name: "a".repeat(51) }, "too long (51 chars), maximum 50"],
    ["a number as name", { ...valid, name: 7 }, "Expected type string but found type number"],
    ["a subject_token_type of 7", { ...valid, subject_token_type: "urn:a:b" }, "minimum 8"],
    ["one of 101", { ...valid, subject_token_type: `urn:${"a".repeat(97)}` }, "maximum 100"],
    ["one that is not a URI", { ...valid, subject_token_type: "not a uri" }, "format url"],
    ["one with a space", { ...valid, subject_token_type: "urn:acme:old token" }, "format url"],
    [
      "one that ends in a line break",
      { ...valid, subject_token_type: "urn:acme:x\n" },
      "format url",
    ],
    [
      "one with a letter that a URI cannot contain",
      { ...valid, subject_token_type: "urn:acme:é" },
      "format url",
    ],
    ["one of a reserved namespace", { ...valid, subject_token_type: "urn:ietf:x" }, "reserved"],
    ["one of another scheme", { ...valid, subject_token_type: "mailto:a@b.example" }, "https://"],
    ["an empty action_id", { ...valid, action_id: "" }, "minimum 1"],
    ["an action_id of 37", { ...valid, action_id: "a".repeat(37) }, "maximum 36"],
    ["an empty type", { ...valid, type: "" }, "minimum 1"],
    ["a type of 22", { ...valid, type: "a".repeat(22) }, "maximum 21"],
    ["a list", [], "Expected type object but found type array"],
  ];
  test.each(bodies)(
    "rejects a body with %s",
    {
      tags: [
        "management.create.400.invalid-body",
        "tep.create.no-other-properties",
        "tep.name.length",
        "tep.subject-token-type.uri",
        "tep.action-id.length",
      ],
    },
    async (_title, body, text) => {
      const response = await create(openTenant(), body);
      expect(response.status).toBe(400);
      expect(await readJson(response)).toMatchObject({
        statusCode: 400,
        error: "Bad Request",
        message: containing(text),
        errorCode: "invalid_body",
      });
    },
  );

  test("joins several validation errors of a body in one message", async () => {
    const { name: _name, ...rest } = valid;
    expect(await readJson(await create(openTenant(), { ...rest, action_id: "" }))).toMatchObject({
      message:
        "Payload validation error: 'Missing required property: name' (also) 'String is too short (0 chars), minimum 1' on property action_id.",
    });
  });

  test(
    "accepts values at their limits and counts characters, not UTF-16 units",
    { tags: ["limits.tep-name", "limits.subject-token-type"] },
    async () => {
      for (const changes of [
        { name: "abc" },
        { name: "😀".repeat(50) },
        { subject_token_type: "urn:a:bc" },
        { subject_token_type: `urn:${"a".repeat(96)}` },
      ]) {
        expect((await create(openTenant(), { ...valid, ...changes })).status).toBe(201);
      }
    },
  );

  test(
    "accepts the format of an action_id of 36 characters and a type of 21, and looks them up",
    { tags: ["limits.action-id", "limits.tep-type"] },
    async () => {
      for (const [change, message] of [
        [{ action_id: "a" }, "The action is not found"],
        [{ action_id: "a".repeat(36) }, "The action is not found"],
        [{ type: "t" }, "type field must be custom: custom_authentication"],
        [{ type: "t".repeat(21) }, "type field must be custom: custom_authentication"],
      ] as const) {
        const response = await create(openTenant(), { ...valid, ...change });
        expect(await readJson(response)).toMatchObject({ statusCode: 400, message });
      }
    },
  );

  test(
    "rejects every type except the custom type",
    { tags: ["management.create.400.type-custom", "tep.type.custom-only"] },
    async () => {
      const response = await create(openTenant(), { ...valid, type: "something_else" });
      expect(response.status).toBe(400);
      expect(await readJson(response)).toMatchObject({
        message: containing("type field must be custom"),
      });
    },
  );

  test(
    "rejects an action that is not deployed",
    { tags: ["management.create.400.action-not-deployed"] },
    async () => {
      const response = await create(openTenant(), { ...valid, action_id: "act_demo_draft" });
      expect(await readJson(response)).toMatchObject({
        statusCode: 400,
        message: "The action is not deployed",
      });
    },
  );

  test(
    "rejects an action with another trigger",
    { tags: ["management.create.400.action-trigger"] },
    async () => {
      const response = await create(openTenant(), { ...valid, action_id: "act_demo_post_login" });
      expect(await readJson(response)).toMatchObject({
        statusCode: 400,
        message: containing("custom-token-exchange"),
      });
    },
  );

  test(
    "rejects an action that does not exist",
    { tags: ["management.create.400.action-not-found"] },
    async () => {
      const response = await create(openTenant(), { ...valid, action_id: "act_nowhere" });
      expect(await readJson(response)).toMatchObject({
        statusCode: 400,
        message: "The action is not found",
      });
    },
  );

  test("rejects a duplicate subject_token_type", { tags: ["management.create.409"] }, async () => {
    const open = openTenant();
    await create(open, valid);
    const response = await create(open, { ...valid, name: "Another name" });
    expect(await readJson(response)).toEqual({
      statusCode: 409,
      error: "Conflict",
      message: "subject_token_type already exists for tenant",
    });
  });

  test(
    "rejects a profile over the limit of the tenant",
    { tags: ["management.create.403.limit-reached"] },
    async () => {
      const open = openTenant({ tokenExchangeProfiles: 1 });
      await create(open, valid);
      const response = await create(open, { ...valid, subject_token_type: "urn:acme:other" });
      expect(await readJson(response)).toMatchObject({
        statusCode: 403,
        errorCode: "too_many_entities",
      });
    },
  );

  test("rejects every request under the fault create-refused, and creates no profile", async () => {
    const open = openTenant();
    await open.control("PUT", "faults", { "create-refused": true });
    expect(await readJson(await create(open, valid))).toMatchObject({
      statusCode: 403,
      errorCode: "too_many_entities",
    });
    const list = await open.call(await open.getToken(), "GET", path);
    expect(await readJson(list)).toEqual({ token_exchange_profiles: [] });
  });

  test(
    "rejects too many requests with the time of the next one",
    { tags: ["management.create.429"] },
    async () => {
      const open = openTenant({ requestsPerWindow: 1 });
      await create(open, valid);
      const response = await create(open, { ...valid, subject_token_type: "urn:acme:other" });
      expect(await readJson(response)).toEqual({
        statusCode: 429,
        error: "Too Many Requests",
        message: "Global limit has been reached",
        errorCode: "too_many_requests",
      });
      expect(response.headers.get("x-ratelimit-limit")).toBe("1");
      expect(response.headers.get("x-ratelimit-remaining")).toBe("0");
      open.clock.time = Number(response.headers.get("x-ratelimit-reset")) * 1000;
      const later = await create(open, { ...valid, subject_token_type: "urn:acme:other" });
      expect(later.status).toBe(201);
    },
  );

  test.each([
    ["application/json", "{", 400],
    ["text/plain", "name=x", 400],
    ["application/x-www-form-urlencoded", "name[=x", 400],
    ["application/json", " ".repeat(1024 * 1024 + 1), 413],
  ])("rejects a body that is not valid as %s", async (contentType, body, status) => {
    const open = openTenant();
    const authorization = `Bearer ${await open.getToken()}`;
    const headers = { authorization, "content-type": contentType };
    expect((await open.send(path, { method: "POST", headers, body })).status).toBe(status);
  });
});

describe("listing token exchange profiles", () => {
  const pageSchema = z.object({
    token_exchange_profiles: z.array(z.object({ name: z.string() })),
    next: z.optional(z.string()),
  });

  test("returns every profile once over all pages", async () => {
    const open = openTenant();
    const names = ["First", "Second", "Third"];
    for (const name of names) {
      await create(open, { ...valid, name, subject_token_type: `urn:acme:${name}` });
    }
    const token = await open.getToken();
    const seen: string[] = [];
    let from: string | undefined = "";
    while (from !== undefined) {
      const query: string = from === "" ? "take=2" : `take=2&from=${from}`;
      const response = await open.call(token, "GET", `${path}?${query}`);
      const page = pageSchema.parse(await readJson(response));
      seen.push(...page.token_exchange_profiles.map((profile) => profile.name));
      from = page.next;
    }
    expect(seen).toEqual(names);
  });

  test.each(["take=0", "take=101", "take=x", "from=%7B", "from=e30", "page=1"])(
    "rejects ?%s",
    async (query) => {
      const open = openTenant();
      const response = await open.call(await open.getToken(), "GET", `${path}?${query}`);
      expect(await readJson(response)).toMatchObject({
        statusCode: 400,
        errorCode: "invalid_query_string",
      });
    },
  );
});
