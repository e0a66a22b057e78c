import { AuthError, fail, nameFailure } from "./auth-error.ts";
import { refuse } from "./options.ts";
import { isFunction, isNone } from "./records.ts";

/**
 * Told the outcome once: an error and null, or null and a result.
 */
export type Callback<Result> = (error: AuthError | null, result: Result | null) => void;

/** A method with one optional argument that answers to a callback, or with a promise when there is none. */
export interface CallbackOrPromise<Options, Result> {
  (options?: Options): Promise<Result>;
  (options: Options | null | undefined, callback: Callback<Result>): void;
  (callback: Callback<Result>): void;
}

/** A method with required arguments that answers to a callback, or with a promise when there is none. */
export interface CallbackOrPromiseOf<Arguments extends readonly unknown[], Result> {
  (...args: Arguments): Promise<Result>;
  (...args: [...Arguments, Callback<Result>]): void;
}

/**
 * Gives a method both styles, and no need of `this`.
 *
 * @param shared what the methods of one instance share
 * @param run gets what is shared and the arguments as they came, unchecked; it declares a parameter for each.
 *   What it throws at once (a caller's mistake) is thrown at the caller, what it rejects with reaches the
 *   callback or the promise as an AuthError. A callback hears of results, so of failures alone where there is
 *   none, since success leaves the page
 */
export function answerBothWays<Shared, Result>(
  shared: Shared,
  run: (shared: Shared, ...args: unknown[]) => Promise<Result>,
): (...args: unknown[]) => Promise<Result> {
  function method(...args: unknown[]): Promise<Result>;
  function method(...args: unknown[]): Promise<Result> | undefined {
    const callback = args.find(isFunction);
    const given = args.filter((arg) => !isFunction(arg));
    if (!isNone(given[run.length - 1])) refuse("cb", "a function", "parameter is not valid");
    const outcome = attempt(() => run(shared, ...given));
    if (!callback) return outcome;
    // The callback runs in a turn of its own: what it throws is the page's uncaught error, as it would be for
    // any event handler, and cannot come back here as a second call.
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

/** Runs it at once. A caller's mistake is thrown at once, too; every other failure comes as a rejection. */
function attempt<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return run().catch(throwAuthError);
  } catch (failure) {
    if (failure instanceof AuthError) return Promise.reject(failure);
    throw failure;
  }
}

/** A port that fails (storage that is full, a frame that cannot be made) fails in the one form, too. */
function throwAuthError(failure: unknown): never {
  if (failure instanceof AuthError) throw failure;
  fail("runtime_error", "A port failed.", "port_failed", {
    remedy: "Check that this page may use its storage.",
    original: nameFailure(failure),
  });
}
