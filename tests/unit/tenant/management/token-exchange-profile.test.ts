import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { openTenant, readJson, type OpenTenant } from "../open-tenant.ts";
import { containing } from "../matchers.ts";

const path = "/api/v2/token-exchange-profiles";
const profileSchema = z.looseObject({ id: z.string() });

/** Opens a tenant with one profile and a token with all scopes. */
async function openWithProfile(type = "urn:acme:legacy") {
  const open = openTenant();
  const token = await open.getToken();
  const profile = await create(open, token, type);
  return { open, token, profile, own: `${path}/${profile.id}` };
}

async function create(open: OpenTenant, token: string, type: string) {
  const response = await open.call(token, "POST", path, {
    name: "Legacy tokens",
    subject_token_type: type,
    action_id: "act_demo_legacy",
    type: "custom_authentication",
  });
  return profileSchema.parse(await response.json());
}

describe("one token exchange profile", () => {
  test(
    "is returned as it was created, with its ID and times",
    { tags: ["tep.id.returned", "tep.created-at.returned", "tep.updated-at.returned"] },
    async () => {
      const { open, token, profile, own } = await openWithProfile();
      const response = await open.call(token, "GET", own);
      expect(response.status).toBe(200);
      expect(await readJson(response)).toEqual(profile);
      expect(profile).toMatchObject({
        created_at: "2026-03-01T12:00:00.000Z",
        updated_at: "2026-03-01T12:00:00.000Z",
      });
      expect(profile.id).toMatch(/^tep_[A-Za-z0-9]{16}$/);
    },
  );

  test(
    "changes only name, type and updated_at",
    { tags: ["tep.updated-at.returned"] },
    async () => {
      const { open, token, profile, own } = await openWithProfile();
      open.clock.time += 1500;
      for (const [change, time] of [
        [{ name: "Partner tokens" }, "2026-03-01T12:00:01.500Z"],
        [{ subject_token_type: "https://acme.example/partner" }, "2026-03-01T12:00:01.500Z"],
      ] as const) {
        const before = profileSchema.parse(await readJson(await open.call(token, "GET", own)));
        const response = await open.call(token, "PATCH", own, change);
        expect(response.status).toBe(200);
        const changed = await readJson(response);
        expect(changed).toEqual({ ...before, ...change, updated_at: time });
        expect(await readJson(await open.call(token, "GET", own))).toEqual(changed);
        expect(changed).toMatchObject({ created_at: profile["created_at"] });
      }
    },
  );

  test("accepts a change as a form", async () => {
    const { open, token, own } = await openWithProfile();
    const response = await open.send(own, {
      method: "PATCH",
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ name: "From a form" }),
    });
    expect(await readJson(response)).toMatchObject({ name: "From a form" });
  });

  test("accepts a change to its own type", async () => {
    const { open, token, own } = await openWithProfile();
    const response = await open.call(token, "PATCH", own, {
      subject_token_type: "urn:acme:legacy",
    });
    expect(response.status).toBe(200);
  });

  test("rejects the type of another profile", { tags: ["management.create.409"] }, async () => {
    const { open, token, own } = await openWithProfile();
    await create(open, token, "urn:acme:other");
    const response = await open.call(token, "PATCH", own, { subject_token_type: "urn:acme:other" });
    expect(await readJson(response)).toMatchObject({
      statusCode: 409,
      error: "Conflict",
      message: "subject_token_type already exists for tenant",
    });
  });

  test.each([
    [{}, "Too few properties defined (0), minimum 1"],
    [{ action_id: "act_demo_legacy" }, "Additional properties not allowed: action_id"],
    [{ type: "custom_authentication" }, "Additional properties not allowed: type"],
    [{ name: "ab" }, "minimum 3"],
    [{ name: "a".repeat(51) }, "maximum 50"],
    [{ subject_token_type: "urn:okta:x" }, "reserved"],
    [{ subject_token_type: "urn:a" }, "minimum 8"],
  ])("rejects the change %j", async (change, text) => {
    const { open, token, own } = await openWithProfile();
    expect(await readJson(await open.call(token, "PATCH", own, change))).toMatchObject({
      statusCode: 400,
      errorCode: "invalid_body",
      message: containing(text),
    });
  });

  test("is not found after its deletion, and can be deleted again", async () => {
    const { open, token, own } = await openWithProfile();
    for (let count = 0; count < 2; count += 1) {
      const response = await open.call(token, "DELETE", own);
      expect(response.status).toBe(204);
      expect(await response.text()).toBe("");
    }
    expect(await readJson(await open.call(token, "GET", own))).toEqual({
      statusCode: 404,
      error: "Not Found",
      message: "Token exchange profile not found.",
    });
    const patched = await open.call(token, "PATCH", own, { name: "Too late" });
    expect(patched.status).toBe(404);
  });

  test("releases its type when it is deleted", async () => {
    const { open, token, own } = await openWithProfile();
    await open.call(token, "DELETE", own);
    expect(await create(open, token, "urn:acme:legacy")).toMatchObject({
      subject_token_type: "urn:acme:legacy",
    });
  });

  test.each(["GET", "PATCH", "DELETE"])(
    "is not found by %s with a malformed ID",
    async (method) => {
      const { open, token } = await openWithProfile();
      const body = method === "PATCH" ? { name: "Fine name" } : undefined;
      for (const id of ["tep_short", "cop_8vQ2mWkT5nRdXb7LcYpHsJ", "tep_1234567890123456x"]) {
        expect(await readJson(await open.call(token, method, `${path}/${id}`, body))).toMatchObject(
          {
            statusCode: 400,
            errorCode: "invalid_uri",
            message: containing(
              `Path validation error: 'Object didn't pass validation for format token-exchange-profile-id: ${id}' on property id`,
            ),
          },
        );
      }
    },
  );
});

describe("the cursor of a list", () => {
  test("reaches all profiles, and expires after 24 hours", async () => {
    const open = openTenant();
    const token = await open.getToken();
    for (const letter of ["a", "b", "c"]) await create(open, token, `urn:acme:${letter}`);
    const first = await readJson(await open.call(token, "GET", `${path}?take=2`));
    const { next } = z.object({ next: z.string() }).parse(first);
    open.clock.time += 24 * 60 * 60 * 1000;
    const lateToken = await open.getToken();
    const last = await readJson(await open.call(lateToken, "GET", `${path}?take=2&from=${next}`));
    expect(last).toMatchObject({ token_exchange_profiles: [{ subject_token_type: "urn:acme:c" }] });
    expect(last).not.toHaveProperty("next");
    open.clock.time += 1;
    expect(await readJson(await open.call(lateToken, "GET", `${path}?from=${next}`))).toMatchObject(
      { statusCode: 400, errorCode: "invalid_query_string" },
    );
  });

  test("remains valid if its profile was deleted", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const ids: string[] = [];
    for (const letter of ["a", "b", "c"]) {
      ids.push((await create(open, token, `urn:acme:${letter}`)).id);
    }
    const first = await readJson(await open.call(token, "GET", `${path}?take=2`));
    const { next } = z.object({ next: z.string() }).parse(first);
    await open.call(token, "DELETE", `${path}/${ids[1]}`);
    const rest = await readJson(await open.call(token, "GET", `${path}?from=${next}`));
    expect(rest).toMatchObject({ token_exchange_profiles: [{ id: ids[2] }] });
  });
});
