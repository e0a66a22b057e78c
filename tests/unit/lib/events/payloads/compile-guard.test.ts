import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";

import { compileGuard } from "../../../../../lib/events/payloads/compile-guard.ts";
import { eventTypes } from "../../../../../lib/events/payloads/event-types.ts";
import { findPayloadRule } from "../../../../../lib/events/payloads/payload-schemas.ts";
import { makeUserEvent } from "../sample-events.ts";

const long = z.string().check(z.minLength(3));
const schemas: readonly z.ZodMiniType[] = [
  z.string(),
  z.number(),
  z.boolean(),
  z.unknown(),
  z.null(),
  long,
  z.literal(["a", 1, null]),
  z.optional(z.string()),
  z.nullish(z.number()),
  z.array(z.nullable(z.boolean())),
  z.union([z.string(), z.number()]),
  z.record(z.string(), z.number()),
  z.object({ a: z.string(), b: z.optional(z.number()), c: z.unknown() }),
  z.looseObject({ a: z.array(z.object({ b: long })) }),
  z.discriminatedUnion("a", [
    z.object({ a: z.literal("x"), b: z.string() }),
    z.object({ a: z.literal("y") }),
  ]),
];

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      "a",
      "x",
      "y",
      "long enough",
      0,
      1,
      Infinity,
      Number.NaN,
      true,
      null,
      undefined,
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }),
  ),
})).value;

test("a guard agrees with its schema for any value", () => {
  fc.assert(
    fc.property(fc.constantFrom(...schemas), value, (schema, given) => {
      expect(compileGuard(schema)(given)).toBe(schema.safeParse(given).success);
    }),
    { numRuns: 3_000 },
  );
});

test("requires a member of type unknown, as its schema does", () => {
  const schema = z.object({ a: z.string(), c: z.unknown() });
  for (const given of [{ a: "x" }, { a: "x", c: undefined }, { a: "x", c: null }]) {
    expect(compileGuard(schema)(given)).toBe(schema.safeParse(given).success);
  }
});

test("each payload's guard agrees with its schema for payloads with any changed field", () => {
  const user = makeUserEvent("e").data;
  const payload = fc.record({
    object: fc.record(
      {
        id: fc.constantFrom("g", 1),
        name: fc.constantFrom("n", null),
        type: fc.constantFrom("tenant", "connection", "organization", "other"),
        connection_id: fc.constant("con"),
        created_at: fc.constantFrom("2026-11-21T08:00:00Z", "yesterday", 3),
        updated_at: fc.constant("2026-11-21T08:00:00Z"),
        deleted_at: fc.constant("2026-11-21T08:00:00Z"),
        user_id: fc.constantFrom("u", null),
        identities: fc.constantFrom(user.object.identities, [{}], "none"),
        group: fc.constantFrom({ id: "g", type: "tenant" }, { id: "g" }),
        organization: fc.constantFrom({ id: "o" }, {}),
        user: fc.constantFrom({ user_id: "u" }, {}),
        connection: fc.constantFrom({ id: "c" }, 1),
        role: fc.constantFrom({ id: "r", name: "R" }, { id: "r" }),
        member: fc.constantFrom({ member_type: "user", id: "u" }, { member_type: "robot" }),
      },
      { requiredKeys: [] },
    ),
    context: fc.constantFrom(undefined, null, user.context, { client: 1 }, { request: { geo: 1 } }),
  });
  let [fit, unfit] = [0, 0];
  fc.assert(
    fc.property(fc.constantFrom(...eventTypes), payload, (type, data) => {
      const { schema, fits } = findPayloadRule(type);
      const isFine = schema.safeParse(data).success;
      expect(fits(data)).toBe(isFine);
      if (isFine) fit += 1;
      else unfit += 1;
    }),
    { numRuns: 5_000 },
  );
  // Proves that the property met valid and invalid values.
  expect(Math.min(fit, unfit)).toBeGreaterThan(100);
});
