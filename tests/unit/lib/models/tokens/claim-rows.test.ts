import { expect, test } from "vitest";
import { listClaimRows } from "../../../../../lib/models/tokens/claim-rows.ts";
import { explainClaims } from "../../../../../lib/tokens/explain-claims.ts";
import type { JsonObject, JsonValue } from "../../../../../lib/encoding/json.ts";

const listRows = (payload: JsonObject) => listClaimRows(explainClaims(payload, { now: 0 }));

test.each<[JsonValue, number]>([
  ["a", 1],
  [{}, 1],
  [[], 1],
  [["a", 1, null], 1],
  [{ a: 1, b: 2 }, 3],
  [[{ a: 1 }], 3],
  [Array.from({ length: 21 }, () => 0), 22],
])("lists the claim %j in rows: %i", (value, count) => {
  expect(listRows({ claim: value })).toHaveLength(count);
});

test("limits the depth of the rows; the value of the last one is complete", () => {
  let value: JsonValue = "end";
  for (let depth = 0; depth < 40; depth += 1) value = { inner: value };
  const rows = listRows({ claim: value });
  expect(rows.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(JSON.stringify(rows.at(-1)?.value)).toContain("end");
  expect(rows.at(-1)?.size).toBeUndefined();
});

test("limits the members of a branch, and counts the others", () => {
  const rows = listRows({ claim: Array.from({ length: 250 }, (_, at) => at) });
  expect(rows).toHaveLength(102);
  expect(rows[0]?.size).toBe(250);
  expect(rows.at(-1)).toMatchObject({ depth: 1, hidden: 150 });
});

test("limits the members of all claims, and lists each claim", () => {
  const payload: JsonObject = {};
  for (let at = 0; at < 10_000; at += 1) payload[`claim-${at}`] = { a: 1, b: 2 };
  const rows = listRows(payload);
  expect(rows.filter(({ depth }) => depth === 0)).toHaveLength(10_000);
  expect(rows.length).toBeLessThan(15_100);
});

test("gives each row a key of its own, also for names with dots", () => {
  const rows = listRows({ "a.b": 1, a: { b: 1, "[0]": 1 }, list: [{}, {}, [1]] });
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

test("explains the members of registered claims", () => {
  const rows = listRows({ act: { sub: "ada", iat: 60 } });
  expect(rows[1]).toMatchObject({ name: "sub", source: "RFC 7519, section 4.1.2" });
  expect(rows[2]).toMatchObject({ name: "iat", time: 60_000 });
});
