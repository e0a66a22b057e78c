import { toJsonObject } from "../../../../../lib/management/json.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkProfileEdit } from "../../../../../lib/management/connections/check-profile-edit.ts";
import {
  connectionProfileSchema,
  type ConnectionProfile,
} from "../../../../../lib/management/connections/connection-profile.ts";
import {
  readRawProfile,
  formatRawProfile,
} from "../../../../../lib/management/connections/raw-profile.ts";
import { connect } from "../in-process-tenant.ts";

const profile: ConnectionProfile = {
  id: "cop_1",
  name: "workforce",
  enabled_features: ["scim", "future_feature"],
  strategy_overrides: {
    future: { a: [1, null] },
    okta: { enabled_features: ["scim"], more: true },
  },
  shade: "dark",
  connection_config: null,
};

/** Returns the edit of a text. */
function read(text: string) {
  const raw = readRawProfile(text);
  if (!raw.ok) throw new Error(raw.problem.message);
  return raw.edit;
}

describe("a profile as raw JSON", () => {
  test("shows everything except the id, and parses to an unchanged profile", () => {
    const text = formatRawProfile(toJsonObject(profile));
    const { id: _, ...rest } = profile;
    expect(JSON.parse(text)).toEqual(rest);
    expect(text).toContain('\n  "name": "workforce"');
    expect(checkProfileEdit(profile, read(text))).toEqual({
      patch: {},
      changes: [],
      errors: [],
      warnings: [],
    });
  });

  test("survives a round trip with any content", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
        fc.pre(!JSON.stringify(members).includes("__proto__"));
        const found = connectionProfileSchema.safeParse({ id: "cop_1", shade: members });
        if (!found.success) throw found.error;
        const edit = read(formatRawProfile(toJsonObject(found.data)));
        const check = checkProfileEdit(found.data, edit);
        expect(check).toMatchObject({ patch: {}, errors: [], warnings: [] });
      }),
    );
  });

  test("sends a changed property with its unknown inner members", () => {
    const edit = read(formatRawProfile(toJsonObject(profile)).replace("true", "false"));
    const check = checkProfileEdit(profile, edit);
    expect(check).toMatchObject({
      errors: [],
      patch: {
        strategy_overrides: {
          future: { a: [1, null] },
          okta: { enabled_features: ["scim"], more: false },
        },
      },
      changes: [{ path: ["strategy_overrides", "okta", "more"], before: true, after: false }],
      warnings: [],
    });
  });

  test.each(["[]", "7", '"name"', "null"])("must be an object: %s", (text) => {
    expect(readRawProfile(text)).toMatchObject({ ok: false, problem: { line: 1, column: 1 } });
  });

  test("reports the position of a syntax error", () => {
    expect(readRawProfile('{\n  "name": }')).toMatchObject({
      ok: false,
      problem: { line: 2, column: 11, message: "Expected a value." },
    });
  });

  test("is not parsed if it exceeds the size of any profile", () => {
    const text = `{"name":"${"x".repeat(256 * 1024)}"}`;
    expect(readRawProfile(text)).toMatchObject({ ok: false });
  });

  test("survives a round trip through the local tenant", async () => {
    const client = connect().logIn();
    for (const base of (await client.listAllConnectionProfiles()).items) {
      const edit = { ...read(formatRawProfile(toJsonObject(base))), name: `${base.name}-2` };
      const check = checkProfileEdit(base, edit);
      expect(check.errors).toEqual([]);
      expect(check.patch).toEqual({ name: `${base.name}-2` });
      expect(await client.updateConnectionProfile(base.id, check.patch)).toEqual({
        ...base,
        ...check.patch,
      });
    }
  });
});
