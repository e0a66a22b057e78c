import * as fc from "fast-check";
import { expect, test } from "vitest";

import { compareEvents } from "../../../../../lib/events/payloads/compare-events.ts";

test("lists changes, additions and removals by path, with both values", () => {
  const before = { name: "Ada", blocked: true, identities: [{ user_id: 1 }] };
  const after = { email: "a@example.com", identities: [{ user_id: "1" }], name: "Ada" };
  expect(compareEvents(before, after)).toEqual([
    { path: ["blocked"], before: true },
    { path: ["identities", "0", "user_id"], before: 1, after: "1" },
    { path: ["email"], after: "a@example.com" },
  ]);
});

test("reports a list or null in place of an object as one change", () => {
  expect(compareEvents({ a: [] }, { a: {} })).toEqual([{ path: ["a"], before: [], after: {} }]);
  expect(compareEvents({ a: null }, { a: {} })).toEqual([{ path: ["a"], before: null, after: {} }]);
});

test("lists at most the requested number of changes", () => {
  expect(compareEvents({ a: 1, b: 1, c: 1 }, { a: 2, b: 2, d: 2 }, 2)).toHaveLength(2);
});

test("compares deep nesting without a stack overflow", () => {
  const nest = (leaf: number) => {
    let value: unknown = leaf;
    for (let depth = 0; depth < 1_000; depth += 1) value = { in: value };
    return value;
  };
  expect(compareEvents(nest(1), nest(1))).toEqual([]);
  expect(compareEvents(nest(1), nest(2))[0]?.path).toHaveLength(32);
});

test("ignores the order of keys", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
      const turned = Object.fromEntries(Object.entries(fields).toReversed());
      expect(compareEvents(fields, turned)).toEqual([]);
    }),
  );
});

test("lists only the changed field among any others", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (fields, key) => {
      const others = Object.entries(fields).filter(([name]) => name !== key);
      const before = Object.fromEntries([...others, [key, "before"]]);
      const after = Object.fromEntries([[key, "after"], ...others]);
      const wanted = [{ path: [key], before: "before", after: "after" }];
      expect(compareEvents(before, after)).toEqual(wanted);
    }),
  );
});
