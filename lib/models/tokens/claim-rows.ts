import type { JsonValue } from "../../encoding/json.ts";
import { explainMember, type ClaimExplanation } from "../../tokens/explain-claims.ts";

/** One row of the explained table: a claim, a member of one, or the count of hidden members. */
export interface ClaimRow {
  /** Identifies the row within its table. */
  key: string;
  /** The names from the outermost object to this member; items of an array are named `[0]`. */
  path: readonly string[];
  name: string;
  /** 0 for a claim, 1 for its members. */
  depth: number;
  value: JsonValue;
  /** The number of members that have rows of their own; undefined for a value shown in one row. */
  size: number | undefined;
  meaning: string | undefined;
  source: string | undefined;
  /** Unix time in ms. */
  time: number | undefined;
  /** The number of members without a row; only on the row that stands for them. */
  hidden: number | undefined;
}

/** Deeper members are shown as JSON in one row, because the table has narrow columns. */
const maxDepth = 5;
/** The number of members of one branch that have rows. The JSON tree lists the others. */
const maxMembers = 100;
/** Limits the members' rows of a whole table. A token of 1 MiB can have 100,000 members. */
const maxNestedRows = 5_000;
/** A short list of plain values is easier to read in one row. */
const maxInlineItems = 20;

/** Lists the rows of a table: each claim, followed by its members. */
export function listClaimRows(claims: readonly ClaimExplanation[]): ClaimRow[] {
  const rows: ClaimRow[] = [];
  let nested = 0;

  function addMembers(parent: ClaimRow, members: readonly [string, JsonValue][]): void {
    const depth = parent.depth + 1;
    const listed = members.slice(0, maxMembers);
    for (const [name, value] of listed) {
      nested += 1;
      const path = [...parent.path, name];
      add({ ...createRow(path, depth, value), ...explainMember(path, value) });
    }
    if (listed.length === members.length) return;
    const rest = createRow([...parent.path, "…"], depth, null);
    rows.push({ ...rest, key: `${parent.key} rest`, hidden: members.length - listed.length });
  }

  function add(row: ClaimRow): void {
    const members = row.depth < maxDepth && nested < maxNestedRows ? membersOf(row.value) : [];
    rows.push(members.length === 0 ? row : { ...row, size: members.length });
    if (members.length > 0) addMembers(row, members);
  }

  for (const { name, value, meaning, source, time } of claims) {
    add({ ...createRow([name], 0, value), meaning, source, time: time?.epochMs });
  }
  return rows;
}

function createRow(path: readonly string[], depth: number, value: JsonValue): ClaimRow {
  return {
    key: JSON.stringify(path),
    path,
    name: path.at(-1) ?? "",
    depth,
    value,
    size: undefined,
    meaning: undefined,
    source: undefined,
    time: undefined,
    hidden: undefined,
  };
}

/** Returns the members to show in rows; none for a plain value and for a short plain list. */
function membersOf(value: JsonValue): [string, JsonValue][] {
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) return Object.entries(value);
  const isPlain = value.every((item) => typeof item !== "object" || item === null);
  if (isPlain && value.length <= maxInlineItems) return [];
  return value.map((item, at) => [`[${at}]`, item]);
}
