import { connectionFeatures, connectionStrategies } from "./connection-profile.ts";
import { isJsonObject, readMember, type JsonObject, type JsonValue } from "../../encoding/json.ts";

export type ConnectionStrategy = (typeof connectionStrategies)[number];
export type ConnectionFeature = (typeof connectionFeatures)[number];

/** One strategy of the grid. */
export interface OverrideRow {
  strategy: ConnectionStrategy;
  /** True if the strategy has features of its own; false if it uses those of the profile. */
  isOverridden: boolean;
  /** One cell for each feature. All are false in a row that is not overridden. */
  cells: Record<ConnectionFeature, boolean>;
  /** Features that the form does not know and that have no cell. */
  otherFeatures: JsonValue[];
  /** Other members of the override, such as `connection_config`; undefined without an override. */
  rest: JsonObject | undefined;
}

/** The strategy overrides as rows of strategies by columns of features. */
export interface OverrideGrid {
  rows: OverrideRow[];
  /** Overrides that the grid cannot show. They stay unchanged. */
  otherStrategies: JsonObject;
}

/** Converts `strategy_overrides` to a grid of all eight strategies. Keeps values without a cell. */
export function toOverrideGrid(overrides: JsonValue | undefined): OverrideGrid {
  const given = isJsonObject(overrides) ? overrides : {};
  const known: readonly string[] = connectionStrategies;
  const others = Object.entries(given).filter(
    ([name, value]) => !known.includes(name) || !canShowInGrid(value),
  );
  return {
    rows: connectionStrategies.map((strategy) => toRow(strategy, readMember(given, strategy))),
    otherStrategies: Object.fromEntries(others),
  };
}

/** Converts a grid to `strategy_overrides`, without strategies that have no override. */
export function fromOverrideGrid({ rows, otherStrategies }: OverrideGrid): JsonObject {
  const overrides: [string, JsonValue][] = [];
  for (const { strategy, isOverridden, cells, otherFeatures, rest } of rows) {
    if (!isOverridden && rest === undefined) continue;
    const features = connectionFeatures.filter((feature) => cells[feature]);
    const own: JsonObject = isOverridden
      ? { enabled_features: [...features, ...otherFeatures] }
      : {};
    overrides.push([strategy, { ...rest, ...own }]);
  }
  return { ...otherStrategies, ...Object.fromEntries(overrides) };
}

/** Sets one cell, which makes its row overridden. */
export function setOverrideCell(
  grid: OverrideGrid,
  strategy: ConnectionStrategy,
  feature: ConnectionFeature,
  isEnabled: boolean,
): OverrideGrid {
  return changeRow(grid, strategy, (row) => ({
    ...row,
    isOverridden: true,
    cells: { ...row.cells, [feature]: isEnabled },
  }));
}

/** Resets a row to the profile's features. The other members of its override stay. */
export function clearOverrideRow(grid: OverrideGrid, strategy: ConnectionStrategy): OverrideGrid {
  return changeRow(grid, strategy, (row) => ({
    strategy,
    isOverridden: false,
    cells: noCells(),
    otherFeatures: [],
    rest: row.rest !== undefined && Object.keys(row.rest).length > 0 ? row.rest : undefined,
  }));
}

function changeRow(
  grid: OverrideGrid,
  strategy: ConnectionStrategy,
  change: (row: OverrideRow) => OverrideRow,
): OverrideGrid {
  const rows = grid.rows.map((row) => (row.strategy === strategy ? change(row) : row));
  // The new row replaces an override that the grid could not show.
  const others = Object.entries(grid.otherStrategies).filter(([name]) => name !== strategy);
  return { rows, otherStrategies: Object.fromEntries(others) };
}

/** Returns true if the grid can show the override: its features are a list, or unset. */
function canShowInGrid(override: JsonValue): boolean {
  if (!isJsonObject(override)) return false;
  const features = readMember(override, "enabled_features");
  return features === undefined || features === null || Array.isArray(features);
}

function toRow(strategy: ConnectionStrategy, override: JsonValue | undefined): OverrideRow {
  const cells = noCells();
  if (override === undefined || !isJsonObject(override) || !canShowInGrid(override))
    return { strategy, isOverridden: false, cells, otherFeatures: [], rest: undefined };
  const { enabled_features: features, ...others } = override;
  if (!Array.isArray(features))
    return { strategy, isOverridden: false, cells, otherFeatures: [], rest: override };
  const known: readonly JsonValue[] = connectionFeatures;
  for (const feature of connectionFeatures) cells[feature] = features.includes(feature);
  const otherFeatures = features.filter((feature) => !known.includes(feature));
  return { strategy, isOverridden: true, cells, otherFeatures, rest: others };
}

function noCells(): Record<ConnectionFeature, boolean> {
  return { scim: false, universal_logout: false };
}
