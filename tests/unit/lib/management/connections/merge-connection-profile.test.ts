import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../../../lib/encoding/json.ts";
import {
  mergeConnectionProfile,
  patchFor,
  takeTheirs,
} from "../../../../../lib/management/connections/merge-connection-profile.ts";
import { invertPatch } from "../../../../../lib/management/connections/undo-patch.ts";

const base: ConnectionProfile = {
  id: "cop_1",
  name: "workforce",
  organization: { show_as_button: "none", assign_membership_on_login: "none" },
  connection_name_prefix_template: "acme-{org_id}",
  enabled_features: ["scim"],
  strategy_overrides: { okta: { enabled_features: ["scim"], connection_config: {} } },
};

function kinds(mine: JsonObject, theirs: Partial<ConnectionProfile>) {
  const { differences } = mergeConnectionProfile(base, mine, { ...base, ...theirs });
  return differences.map(({ path, kind }) => `${path.join(".")}: ${kind}`);
}

describe("the three-way difference", () => {
  test("is empty if neither side changed anything", () => {
    const { differences, edit } = mergeConnectionProfile(base, {}, { ...base });
    expect(differences).toEqual([]);
    expect({ id: "cop_1", ...edit }).toEqual(base);
  });

  test("names for each path the side that changed it", () => {
    const mine = {
      name: "staff",
      organization: { show_as_button: "required", assign_membership_on_login: "none" },
      connection_name_prefix_template: "a",
    };
    const theirs = {
      name: "people",
      organization: { show_as_button: "none", assign_membership_on_login: "required" },
      connection_name_prefix_template: "a",
    };
    expect(kinds(mine, theirs)).toEqual([
      "name: conflict",
      "organization.show_as_button: mine",
      "organization.assign_membership_on_login: theirs",
      "connection_name_prefix_template: same",
    ]);
  });

  test("contains all three values of a conflict", () => {
    const { differences } = mergeConnectionProfile(
      base,
      { name: "staff" },
      { ...base, name: "people" },
    );
    expect(differences).toEqual([
      { path: ["name"], kind: "conflict", base: "workforce", mine: "staff", theirs: "people" },
    ]);
  });

  test("merges features as sets, regardless of their order", () => {
    const two: ConnectionProfile = { ...base, enabled_features: ["scim", "universal_logout"] };
    expect(
      mergeConnectionProfile(two, { enabled_features: ["universal_logout", "scim"] }, two)
        .differences,
    ).toEqual([]);
    const merged = mergeConnectionProfile(
      base,
      { enabled_features: ["scim", "universal_logout"] },
      { ...base, enabled_features: ["new"] },
    );
    expect(merged.differences).toMatchObject([{ kind: "joined" }]);
    expect(merged.edit["enabled_features"]).toEqual(["new", "universal_logout"]);
    const both = mergeConnectionProfile(
      base,
      { enabled_features: ["universal_logout", "scim"] },
      { ...base, enabled_features: ["scim", "new"] },
    );
    expect(both.edit["enabled_features"]).toEqual(["scim", "new", "universal_logout"]);
  });

  test("treats an unset property that a form shows as empty as unchanged", () => {
    const unset = { ...base, strategy_overrides: null, connection_name_prefix_template: null };
    const form = { strategy_overrides: {}, connection_name_prefix_template: "" };
    const { differences, edit } = mergeConnectionProfile(unset, form, { ...unset });
    expect(differences).toEqual([]);
    expect(patchFor(unset, edit)).toEqual({});
  });

  test("reports a conflict if one side removed a value that the other side changed", () => {
    const theirs = {
      strategy_overrides: { okta: { enabled_features: [], connection_config: {} } },
    };
    expect(kinds({ strategy_overrides: {} }, theirs)).toEqual([
      "strategy_overrides.okta.enabled_features: conflict",
      "strategy_overrides.okta.connection_config: mine",
    ]);
  });

  test("does not restore an object that they removed while we removed a part of it", () => {
    const before = { ...base, shade: { depth: 1, tint: null } };
    const { shade, ...theirs } = before;
    const { edit } = mergeConnectionProfile(before, { shade: { depth: 1 } }, theirs);
    expect(shade).toBeDefined();
    expect(edit).not.toHaveProperty("shade");
  });

  test("keeps a member that the other side added below an edited object", () => {
    const mine = {
      strategy_overrides: {
        okta: { enabled_features: ["scim"], connection_config: {} },
        samlp: { enabled_features: [] },
      },
    };
    const theirs: ConnectionProfile = {
      ...base,
      strategy_overrides: { ...base.strategy_overrides, oidc: { enabled_features: ["scim"] } },
    };
    const { edit } = mergeConnectionProfile(base, mine, theirs);
    expect(edit["strategy_overrides"]).toEqual({
      ...theirs.strategy_overrides,
      samlp: { enabled_features: [] },
    });
  });

  test("ignores the id and properties that only they have", () => {
    const theirs = { ...base, shade: "dark" };
    const { edit } = mergeConnectionProfile(base, { id: "other", name: "staff" }, theirs);
    expect(edit).toMatchObject({ shade: "dark", name: "staff" });
    expect(edit).not.toHaveProperty("id");
    expect(patchFor(theirs, edit)).toEqual({ name: "staff" });
  });
});

describe("resolving a conflict", () => {
  test("inserts their value, even in a nested object", () => {
    const mine = {
      strategy_overrides: { okta: { enabled_features: ["scim"], connection_config: { a: 1 } } },
    };
    const theirs: ConnectionProfile = {
      ...base,
      strategy_overrides: { okta: { enabled_features: ["scim"], connection_config: { a: 2 } } },
    };
    const { differences, edit } = mergeConnectionProfile(base, mine, theirs);
    const [conflict] = differences;
    if (conflict?.kind !== "conflict") throw new Error("expected a conflict");
    expect(patchFor(theirs, edit)).toEqual(mine);
    expect(patchFor(theirs, takeTheirs(edit, conflict, theirs))).toEqual({});
  });

  test("removes a value that they removed", () => {
    const theirs: ConnectionProfile = { ...base, organization: { show_as_button: "none" } };
    const organization = { show_as_button: "none", assign_membership_on_login: "required" };
    const { differences, edit } = mergeConnectionProfile(base, { organization }, theirs);
    const [conflict] = differences;
    if (conflict === undefined) throw new Error("expected a conflict");
    expect(edit["organization"]).toEqual(organization);
    expect(takeTheirs(edit, conflict, theirs)["organization"]).toEqual({ show_as_button: "none" });
  });
});

test.each([undefined, null, {}])("removes an object if their side removed it: %j", (okta) => {
  const theirs = {
    ...base,
    strategy_overrides: okta === undefined ? {} : { okta },
  };
  const strategy_overrides = {
    okta: { enabled_features: ["universal_logout"], connection_config: {} },
  };
  const { differences, edit } = mergeConnectionProfile(base, { strategy_overrides }, theirs);
  const taken = differences.reduce((now, difference) => takeTheirs(now, difference, theirs), edit);
  expect(taken["strategy_overrides"]).toEqual(theirs.strategy_overrides);
  expect(patchFor(theirs, taken)).toEqual({});
});

test("an undo keeps the other side's later changes", () => {
  const sent = { name: "staff", enabled_features: ["scim" as const, "universal_logout" as const] };
  const answered = { ...base, ...sent };
  const now = { ...answered, connection_name_prefix_template: "theirs" };
  const { edit, differences } = mergeConnectionProfile(
    answered,
    invertPatch(sent, base).patch,
    now,
  );
  expect(differences.some(({ kind }) => kind === "conflict")).toBe(false);
  expect(patchFor(now, edit)).toEqual({ name: "workforce", enabled_features: ["scim"] });
});

describe("every edit", () => {
  const { value } = fc.letrec<{ value: JsonValue; leaf: JsonValue; object: JsonObject }>((tie) => ({
    leaf: fc.constantFrom<JsonValue>(null, "", "x", 1, [], ["scim"], ["scim", "logout"], [1, 2]),
    object: fc.dictionary(fc.constantFrom("a", "enabled_features", "toString"), tie("value"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie("leaf"), tie("object")),
  }));
  const edit = fc.dictionary(fc.constantFrom("p", "q", "enabled_features"), value, {
    noNullPrototype: true,
  });
  const asProfile = (properties: JsonObject): ConnectionProfile =>
    Object.assign({ id: "cop_1" }, { shade: properties });

  function readAt(root: JsonValue | undefined, path: string[]): JsonValue | undefined {
    let current = root;
    for (const name of path) {
      current = isJsonObject(current) && Object.hasOwn(current, name) ? current[name] : undefined;
    }
    return current;
  }

  test("is in the merged profile, with the changes of the other side", () => {
    fc.assert(
      fc.property(edit, edit, edit, (before, mine, theirs) => {
        const merged = mergeConnectionProfile(
          asProfile(before),
          { shade: mine },
          asProfile(theirs),
        );
        for (const difference of merged.differences) {
          const isMine = ["mine", "same", "conflict"].includes(difference.kind);
          const found = readAt(merged.edit, difference.path);
          const expected = isMine ? difference.mine : difference.theirs;
          const isJoined = difference.kind === "joined";
          expect(isJoined ? undefined : found).toEqual(isJoined ? undefined : expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is the whole merge if the other side changed nothing, and vice versa", () => {
    fc.assert(
      fc.property(edit, edit, (before, changed) => {
        const alone = mergeConnectionProfile(
          asProfile(before),
          { shade: changed },
          asProfile(before),
        );
        const others = mergeConnectionProfile(
          asProfile(before),
          { shade: before },
          asProfile(changed),
        );
        expect(normalize(alone.edit["shade"])).toEqual(normalize(changed));
        expect(normalize(others.edit["shade"])).toEqual(normalize(changed));
        expect(alone.differences.every(({ kind }) => kind === "mine")).toBe(true);
        expect(others.differences.every(({ kind }) => kind === "theirs")).toBe(true);
        const patch = patchFor(asProfile(changed), others.edit);
        expect(patch).toEqual({});
      }),
      { numRuns: 500 },
    );
  });

  /** Sorts features. */
  function normalize(json: JsonValue | undefined): unknown {
    if (Array.isArray(json)) return json.map((item) => JSON.stringify(item)).toSorted();
    if (!isJsonObject(json)) return json;
    return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, normalize(item)]));
  }
});
