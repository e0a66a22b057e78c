import fc from "fast-check";
import { expect } from "vitest";
import { AuthError } from "../../../../lib/auth/index.ts";

/** How many cases there are of each kind of field; each changes one field of something that is accepted as it is. */
export const cases = {
  header: 1000,
  claim: 1000,
  signature: 1500,
  state: 1500,
  nonce: 1000,
  "message origin": 1500,
  "message source": 1000,
  "response body": 2500,
};

const held = new Map<string, number>();

/** Runs the cases of one kind; one that the precondition passes over does not count. */
export async function hold<Field, Value>(
  kind: keyof typeof cases,
  field: fc.Arbitrary<Field>,
  value: fc.Arbitrary<Value>,
  check: (field: Field, value: Value) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(field, value, async (one, other) => {
    await check(one, other);
    held.set(kind, (held.get(kind) ?? 0) + 1);
  });
  await fc.assert(property, { numRuns: cases[kind] });
}

/** The kinds of which every case of this file has held. */
export function listHeld(): string[] {
  return Object.entries(cases).flatMap(([kind, count]) => (held.get(kind) === count ? [kind] : []));
}

/** The error that a call ends in, whose code is documented; null when the call ends well. */
export async function findError(outcome: Promise<unknown>): Promise<AuthError | null> {
  const failure: unknown = await outcome.then(
    () => null,
    (error: unknown) => error,
  );
  if (failure === null) return null;
  expect(failure).toBeInstanceOf(AuthError);
  const error = failure instanceof AuthError ? failure : null;
  expect(error?.error).toMatch(/^(?:invalid_token|invalid_hash|request_error)$/);
  expect(error?.message).not.toBe("");
  return error;
}

/** What a field may be changed to: any JSON, any text, and a few that are easily mistaken for nothing. */
export const foreign = fc.oneof(
  fc.jsonValue(),
  fc.string(),
  fc.constantFrom<unknown>(undefined, null, "", 0, -1, true, [], {}, Infinity),
);

/** What arrives of a value that is sent as a member of a JSON object: undefined for nothing at all. */
export function transmit(value: unknown): unknown {
  const sent: unknown = JSON.parse(JSON.stringify(value ?? null));
  return value === undefined ? undefined : sent;
}
