import { describe, expect, test } from "vitest";
import {
  checkTokenExchangeProfile,
  checkTokenExchangeProfilePatch,
  tokenExchangeProfileSchema,
} from "../../../../../lib/management/exchange/token-exchange-profile.ts";

const body = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_demo_legacy",
  type: "custom_authentication",
};

/** Returns the fields with errors, or "ok". */
function check(change: object) {
  const check = checkTokenExchangeProfile({ ...body, ...change });
  return check.ok ? "ok" : check.errors.map(({ field }) => field).join();
}

describe("the form of a token exchange profile", () => {
  test("returns exactly the body to send", () => {
    expect(checkTokenExchangeProfile(body)).toEqual({ ok: true, value: body, warnings: [] });
  });

  test.each([
    ["ab", "name"],
    ["abc", "ok"],
    ["x".repeat(50), "ok"],
    ["x".repeat(51), "name"],
    ["😀".repeat(50), "ok"],
    ["😀".repeat(51), "name"],
    ["", "name"],
    [undefined, "name"],
    [42, "name"],
  ])(
    "accepts a name of 3 to 50 characters: %j",
    { tags: ["tep.name.length", "limits.tep-name"] },
    (name, verdict) => {
      expect(check({ name })).toBe(verdict);
    },
  );

  test.each([
    ["urn:a:bc", "ok"],
    ["urn:a:b", "subject_token_type"],
    [`urn:a:${"b".repeat(94)}`, "ok"],
    [`urn:a:${"b".repeat(95)}`, "subject_token_type"],
    ["https://acme.example/t?x=1#y", "ok"],
    ["mailto:a@b.example", "ok"],
    ["no uri at all", "subject_token_type"],
    ["legacy-token", "subject_token_type"],
    ["urn:acme:with space", "subject_token_type"],
    ["urn:acme:50%", "subject_token_type"],
    ["https://", "subject_token_type"],
  ])(
    "accepts a URI of 8 to 100 characters: %j",
    { tags: ["tep.subject-token-type.uri", "limits.subject-token-type"] },
    (type, verdict) => {
      expect(check({ subject_token_type: type })).toBe(verdict);
    },
  );

  test.each([
    ["", "action_id"],
    ["a", "ok"],
    ["a".repeat(36), "ok"],
    ["a".repeat(37), "action_id"],
  ])(
    "accepts an action id of 1 to 36 characters: %j",
    { tags: ["tep.action-id.length", "limits.action-id"] },
    (id, verdict) => {
      expect(check({ action_id: id })).toBe(verdict);
    },
  );

  test.each(["custom", "", undefined])(
    "accepts only the type custom_authentication: %j",
    { tags: ["tep.type.custom-only", "limits.tep-type"] },
    (type) => {
      expect(check({ type })).toBe("type");
    },
  );

  test("accepts no other property", { tags: ["tep.create.no-other-properties"] }, () => {
    expect(check({ id: "tep_1" })).toBe("id");
  });

  test("reports every invalid field at once, each with a message", () => {
    const check = checkTokenExchangeProfile({});
    const errors = check.ok ? [] : check.errors;
    expect(errors.map(({ field }) => field)).toEqual([
      "name",
      "subject_token_type",
      "action_id",
      "type",
    ]);
    for (const { message } of errors) expect(message).toMatch(/^The .*\.$/u);
  });

  test.each([null, "text", 3, []])("rejects a value that is not an object: %j", (input) => {
    expect(checkTokenExchangeProfile(input).ok).toBe(false);
  });

  test.each([
    ["https://auth0.com/token", /reserved/u],
    ["http://okta.com/x", /reserved/u],
    ["urn:ietf:params:oauth:token-type:jwt", /reserved/u],
    ["URN:Auth0:token", /reserved/u],
    ["mailto:a@b.example", /https:\/\/ or urn:/u],
  ])("warns of a reserved or unexpected namespace: %s", (type, words) => {
    const check = checkTokenExchangeProfile({ ...body, subject_token_type: type });
    expect(check.ok).toBe(true);
    expect(check.warnings).toMatchObject([{ field: "subject_token_type" }]);
    expect(check.warnings[0]?.message).toMatch(words);
  });

  test.each([
    "https://auth0.company.example/t",
    "urn:ietfish:token",
    "https://acme.example/auth0.com",
  ])("does not warn of a similar namespace: %s", (type) => {
    expect(checkTokenExchangeProfile({ ...body, subject_token_type: type }).warnings).toEqual([]);
  });
});

const listed = [{ id: "tep_1", name: "Old", subject_token_type: body.subject_token_type }];

describe("the check of the whole form", () => {
  test("warns of a reserved namespace even if other fields are invalid", () => {
    const check = checkTokenExchangeProfile({
      name: "x",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      type: "other",
    });
    expect(check).toMatchObject({
      ok: false,
      errors: [{ field: "name" }, { field: "action_id" }, { field: "type" }],
      warnings: [{ field: "subject_token_type", message: expect.stringContaining("reserved") }],
    });
  });

  test("does not warn while a type is incomplete", () => {
    expect(checkTokenExchangeProfile({ ...body, subject_token_type: "ur" }).warnings).toEqual([]);
    expect(checkTokenExchangeProfile({ ...body, subject_token_type: 7 }).warnings).toEqual([]);
  });

  test("rejects a duplicate type, together with other errors", () => {
    expect(checkTokenExchangeProfile({ ...body, name: "x" }, { listed })).toMatchObject({
      ok: false,
      errors: [{ field: "name" }, { field: "subject_token_type" }],
    });
    expect(checkTokenExchangeProfile(body, { listed })).toMatchObject({
      ok: false,
      errors: [{ field: "subject_token_type", message: expect.stringContaining('"Old"') }],
    });
    expect(checkTokenExchangeProfile(body, { listed: [] }).ok).toBe(true);
  });

  test("allows a profile its own type in an update, but not the type of another", () => {
    const { subject_token_type } = body;
    const patch = { subject_token_type };
    expect(checkTokenExchangeProfilePatch(patch, { listed, ownId: "tep_1" }).ok).toBe(true);
    expect(checkTokenExchangeProfilePatch(patch, { listed, ownId: "tep_2" }).ok).toBe(false);
    expect(checkTokenExchangeProfilePatch({ name: "New name" }, { listed }).ok).toBe(true);
  });
});

test("a returned profile keeps unknown members", { tags: ["tep.response.may-carry-more"] }, () => {
  const profile = {
    ...body,
    id: "tep_1",
    created_at: "2026-01-01T00:00:00.000Z",
    colour: "blue",
  };
  expect(tokenExchangeProfileSchema.parse(profile)).toEqual(profile);
});

describe("updating a profile", () => {
  test("accepts the name, the subject token type or both", () => {
    for (const patch of [{ name: "Old" }, { subject_token_type: "urn:acme:x" }]) {
      expect(checkTokenExchangeProfilePatch(patch)).toEqual({
        ok: true,
        value: patch,
        warnings: [],
      });
    }
  });

  test.each([
    [{}, ""],
    [{ name: "ab" }, "name"],
    [{ name: "x".repeat(51) }, "name"],
    [{ subject_token_type: "urn:a:b" }, "subject_token_type"],
    [{ name: "abc", action_id: "act_1" }, "action_id"],
    [{ name: "abc", type: "custom_authentication" }, "type"],
  ])("names the invalid field: %j", (patch, field) => {
    const check = checkTokenExchangeProfilePatch(patch);
    expect(check.ok ? [] : check.errors.map((error) => error.field)).toEqual([field]);
  });

  test("warns of a reserved namespace", () => {
    const { warnings } = checkTokenExchangeProfilePatch({ subject_token_type: "urn:ietf:token" });
    expect(warnings.map(({ field }) => field)).toEqual(["subject_token_type"]);
  });
});
