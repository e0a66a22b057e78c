import {
  clearOverrideRow,
  fromOverrideGrid,
  setOverrideCell,
  toOverrideGrid,
  type ConnectionFeature,
  type ConnectionStrategy,
} from "../../management/connections/override-grid.ts";
import { isJsonObject, readMember, type JsonObject, type JsonValue } from "../../encoding/json.ts";
import {
  connectionFeatures,
  type ConnectionField,
  type OrganizationSetting,
} from "./connection-form.ts";

/** Creates the setters that change one value of a field and keep its other values. */
export function createFieldSetters(
  read: () => JsonObject,
  set: (field: ConnectionField, value: JsonValue) => void,
) {
  const readFeatures = () => {
    const listed = readMember(read(), "enabled_features");
    return Array.isArray(listed) ? listed : [];
  };
  const readOverrides = () => toOverrideGrid(readMember(read(), "strategy_overrides"));

  return {
    toggleFeature(feature: JsonValue): void {
      const features = readFeatures();
      const next = features.includes(feature)
        ? features.filter((one) => one !== feature)
        : [...features, feature];
      set("enabled_features", next);
    },
    /** Sets a setting of the organization; undefined removes it. */
    setOrganization(name: OrganizationSetting, value: JsonValue | undefined): void {
      const given = readMember(read(), "organization");
      const others = Object.entries(isJsonObject(given) ? given : {});
      const organization =
        value === undefined
          ? Object.fromEntries(others.filter(([one]) => one !== name))
          : { ...Object.fromEntries(others), [name]: value };
      set("organization", organization);
    },
    /**
     * Overrides a strategy's features, at first with those of the profile, or removes the override.
     */
    setOverridden(strategy: ConnectionStrategy, isOverridden: boolean): void {
      let grid = readOverrides();
      if (isOverridden) {
        const features = readFeatures();
        for (const feature of connectionFeatures)
          grid = setOverrideCell(grid, strategy, feature, features.includes(feature));
      } else grid = clearOverrideRow(grid, strategy);
      set("strategy_overrides", fromOverrideGrid(grid));
    },
    setOverride(strategy: ConnectionStrategy, feature: ConnectionFeature, isOn: boolean): void {
      const grid = setOverrideCell(readOverrides(), strategy, feature, isOn);
      set("strategy_overrides", fromOverrideGrid(grid));
    },
  };
}
