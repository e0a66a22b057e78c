import fc from "fast-check";
import { expect } from "vitest";
import { AuthError } from "../../../../lib/auth/index.ts";

/** The inputs of all hostile tests of this folder together; `npm run fuzz` runs more. */
const inputCount = Number(process.env["HOSTILE_INPUTS"] ?? 5000);

/**
 * The share of each kind, in per cent. Each input changes one thing of an input that is accepted.
 */
export const shares = {
  message: 10,
  "member of a message": 8,
  fragment: 6,
  state: 6,
  character: 6,
  header: 6,
  claim: 12,
  signature: 8,
  nonce: 4,
  answer: 16,
  "member of an answer": 18,
};
type Kind = keyof typeof shares;

const held = new Map<Kind, number>();
const countInputs = (kind: Kind): number => Math.ceil((inputCount * shares[kind]) / 100);

/** Checks the inputs of one kind. An input that fails a precondition is replaced, not counted. */
export async function hold<Field, Value>(
  kind: Kind,
  field: fc.Arbitrary<Field>,
  value: fc.Arbitrary<Value>,
  check: (field: Field, value: Value) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(field, value, async (one, other) => {
    await check(one, other);
    held.set(kind, (held.get(kind) ?? 0) + 1);
  });
  await fc.assert(property, { numRuns: countInputs(kind) });
}

/** Returns the kinds of this test file of which every input was checked. */
export function listHeld(): string[] {
  return [...held].flatMap(([kind, count]) => (count === countInputs(kind) ? [kind] : []));
}

/** Returns the error of a call, whose code must be documented; null if the call succeeds. */
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

/** Any JSON, any text, and falsy values. */
export const foreign = fc.oneof(
  fc.jsonValue(),
  fc.string(),
  fc.constantFrom<unknown>(undefined, null, "", 0, -1, true, [], {}, Infinity, { toString: 1 }),
);

/** Returns the value that arrives if this one is sent as a member of a JSON object. */
export function transmit(value: unknown): unknown {
  const sent: unknown = JSON.parse(JSON.stringify(value ?? null));
  return value === undefined ? undefined : sent;
}
