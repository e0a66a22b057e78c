import { AuthError } from "../../../../lib/auth/index.ts";

/** Returns the AuthError that a promise rejects with. Any other outcome fails the test. */
export async function catchAuthError(promise: Promise<unknown>): Promise<AuthError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AuthError) return error;
    throw error;
  }
  throw new Error("The promise was to be rejected, and was fulfilled.");
}

/** Returns all text that a log could show of an error. */
export function showAll(error: AuthError): string {
  return JSON.stringify([
    error,
    error.message,
    // Its line numbers can be a short password of a test.
    error.stack?.replaceAll(/:\d+:\d+/gu, ""),
    error.description,
    error.original,
    String(error.cause),
  ]);
}

/** Calls a function as code without types does. */
export function callUntyped(method: (...args: never[]) => unknown, ...args: unknown[]): unknown {
  const result: unknown = Reflect.apply(method, undefined, args);
  return result;
}

/** Calls a constructor as code without types does. */
export function constructUntyped(
  constructor: new (...args: never[]) => object,
  ...args: unknown[]
): unknown {
  const result: unknown = Reflect.construct(constructor, args);
  return result;
}
