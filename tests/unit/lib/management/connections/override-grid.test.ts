import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  connectionFeatures,
  connectionStrategies,
} from "../../../../../lib/management/connections/connection-profile.ts";
import { jsonValueSchema, type JsonValue } from "../../../../../lib/encoding/json.ts";
import {
  clearOverrideRow,
  fromOverrideGrid,
  setOverrideCell,
  toOverrideGrid,
} from "../../../../../lib/management/connections/override-grid.ts";

function roundTrip(overrides: JsonValue) {
  return fromOverrideGrid(toOverrideGrid(overrides));
}

describe("the grid of strategy overrides", () => {
  test("has eight strategies and a cell for each feature, for any profile", () => {
    for (const overrides of [undefined, null, {}, { okta: {} }, "nonsense"]) {
      const { rows } = toOverrideGrid(overrides);
      expect(rows.map(({ strategy }) => strategy)).toEqual(connectionStrategies);
      for (const { cells } of rows) expect(Object.keys(cells)).toEqual(connectionFeatures);
    }
  });

  test("distinguishes an empty override from a missing override", () => {
    const { rows } = toOverrideGrid({ okta: { enabled_features: [] }, samlp: {} });
    const overridden = rows.filter(({ isOverridden }) => isOverridden);
    expect(overridden.map(({ strategy }) => strategy)).toEqual(["okta"]);
  });

  test("changes one cell and keeps the others", () => {
    const overrides = { okta: { enabled_features: ["scim"], connection_config: {} } };
    const grid = toOverrideGrid(overrides);
    const changed = setOverrideCell(grid, "okta", "universal_logout", true);
    expect(fromOverrideGrid(changed)).toEqual({
      okta: { enabled_features: ["scim", "universal_logout"], connection_config: {} },
    });
    expect(fromOverrideGrid(setOverrideCell(changed, "samlp", "scim", false))).toEqual({
      okta: { enabled_features: ["scim", "universal_logout"], connection_config: {} },
      samlp: { enabled_features: [] },
    });
    expect(fromOverrideGrid(grid)).toEqual(overrides);
  });

  test("resets a strategy to the profile's features, and keeps its other members", () => {
    const grid = toOverrideGrid({
      okta: { enabled_features: ["scim"], connection_config: { a: 1 } },
      samlp: { enabled_features: ["scim"] },
    });
    expect(fromOverrideGrid(clearOverrideRow(grid, "samlp"))).toEqual({
      okta: { enabled_features: ["scim"], connection_config: { a: 1 } },
    });
    expect(fromOverrideGrid(clearOverrideRow(grid, "okta"))).toEqual({
      okta: { connection_config: { a: 1 } },
      samlp: { enabled_features: ["scim"] },
    });
  });

  test("keeps strategies, features and members without a cell", () => {
    const overrides = {
      okta: { enabled_features: ["scim", "later"], connection_config: {}, shade: [1] },
      "new-strategy": { enabled_features: ["scim"] },
      ad: null,
      adfs: { enabled_features: null },
    };
    expect(roundTrip(overrides)).toEqual(overrides);
    const changed = setOverrideCell(toOverrideGrid(overrides), "okta", "scim", false);
    expect(fromOverrideGrid(changed)).toEqual({
      ...overrides,
      okta: { ...overrides.okta, enabled_features: ["later"] },
    });
  });

  test("treats unset features as no override, and keeps the other members", () => {
    const overrides = { okta: { enabled_features: null, connection_config: { a: 1 } } };
    const grid = toOverrideGrid(overrides);
    expect(grid.rows.find(({ strategy }) => strategy === "okta")?.isOverridden).toBe(false);
    expect(fromOverrideGrid(setOverrideCell(grid, "samlp", "scim", true))).toEqual({
      ...overrides,
      samlp: { enabled_features: ["scim"] },
    });
    const overridden = setOverrideCell(grid, "okta", "scim", true);
    expect(fromOverrideGrid(overridden)).toEqual({
      okta: { enabled_features: ["scim"], connection_config: { a: 1 } },
    });
    expect(fromOverrideGrid(clearOverrideRow(overridden, "okta"))).toEqual(overrides);
  });

  test("returns every override unchanged", () => {
    const override = fc.oneof(
      fc.record(
        {
          enabled_features: fc.subarray(["scim", "universal_logout", "later"]),
          connection_config: fc.constantFrom({}, { a: 1 }),
        },
        { requiredKeys: [] },
      ),
      fc.constantFrom(null, "x", { enabled_features: 1 }, { enabled_features: null, shade: 1 }),
    );
    const names = fc.constantFrom(...connectionStrategies, "unknown", "constructor");
    fc.assert(
      fc.property(fc.dictionary(names, override), (given) => {
        const overrides = jsonValueSchema.parse(JSON.parse(JSON.stringify(given)));
        expect(roundTrip(overrides)).toEqual(overrides);
      }),
    );
  });
});
