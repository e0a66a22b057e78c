import { AuthError, fail, nameFailure } from "./auth-error.ts";
import { refuse } from "./options.ts";
import { isFunction, isMissing } from "./records.ts";

/**
 * Called once with the outcome: an error and null, or null and a result.
 */
export type Callback<Result> = (error: AuthError | null, result: Result | null) => void;

/** A method with one optional argument. It takes a callback, or returns a promise without one. */
export interface CallbackOrPromise<Options, Result> {
  (options?: Options): Promise<Result>;
  (options: Options | null | undefined, callback: Callback<Result>): void;
  (callback: Callback<Result>): void;
}

/** A method with required arguments. It takes a callback, or returns a promise without one. */
export interface CallbackOrPromiseOf<Arguments extends readonly unknown[], Result> {
  (...args: Arguments): Promise<Result>;
  (...args: [...Arguments, Callback<Result>]): void;
}

/**
 * Makes a method that takes a callback or returns a promise, and needs no `this`.
 *
 * The callback receives each failure, and each result except undefined: a method without a result
 * leaves the page.
 *
 * @param shared passed to each run
 * @param run receives the unchecked arguments. If `run` throws a TypeError at once, the method
 *   throws it too. If `run` rejects, the method rejects with an AuthError
 * @param argumentCount the number of arguments before the callback
 */
export function toCallbackOrPromise<Shared, Result>(
  shared: Shared,
  run: (shared: Shared, ...args: unknown[]) => Promise<Result>,
  argumentCount = 1,
): (...args: unknown[]) => Promise<Result> {
  function method(...args: unknown[]): Promise<Result>;
  function method(...args: unknown[]): Promise<Result> | undefined {
    const callback = args.find(isFunction);
    const given = args.filter((argument) => !isFunction(argument));
    if (!isMissing(given[argumentCount])) refuse("cb", "a function", "parameter is not valid");
    const outcome = runAtOnce(() => run(shared, ...given));
    if (!callback) return outcome;
    // Call back outside the promise. An exception of the callback is then an uncaught error of the
    // page, as in an event handler, and does not cause a second call.
    outcome.then(
      (result) => {
        if (result !== undefined) queueMicrotask(() => callback(null, result));
      },
      (error: AuthError) => queueMicrotask(() => callback(error, null)),
    );
    return undefined;
  }
  return method;
}

/** Starts a task. Rejects with its AuthErrors, and throws its TypeErrors. */
function runAtOnce<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return run().catch(throwAuthError);
  } catch (failure) {
    if (failure instanceof AuthError) return Promise.reject(failure);
    throw failure;
  }
}

/**
 * Converts a failure of a port to an AuthError, such as full storage or a frame that cannot open.
 */
function throwAuthError(failure: unknown): never {
  if (failure instanceof AuthError) throw failure;
  fail("runtime_error", "A port failed.", "port_failed", {
    remedy: "Check that this page may use its storage.",
    original: nameFailure(failure),
  });
}
