import { AuthError } from "./auth-error.ts";
import { wrongParameter } from "./options.ts";

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
 * @param run gets the arguments as they came, unchecked; what it throws at once (a caller's mistake) is thrown
 *   at the caller, what it rejects with reaches the callback or the promise as an AuthError
 * @param parts how many arguments there are before the callback; whether the callback hears of failures alone,
 *   since success leaves the page
 */
export function answerBothWays<Result>(
  run: (...args: unknown[]) => Promise<Result>,
  { arity = 1, isLeaving = false } = {},
): (...args: unknown[]) => Promise<Result> {
  function method(...args: unknown[]): Promise<Result>;
  function method(...args: unknown[]): Promise<Result> | undefined {
    const at = args.findIndex(isCallback);
    const callback = args[at];
    if (at < 0 && (args[arity] ?? undefined) !== undefined) {
      throw wrongParameter("cb", "a function, or nothing");
    }
    const outcome = attempt(() => run(...(at < 0 ? args : args.slice(0, at))));
    if (!isCallback<Result>(callback)) return outcome;
    // The callback runs in a turn of its own: what it throws is the page's uncaught error, as it would be for
    // any event handler, and cannot come back here as a second call.
    outcome.then(
      (result) => {
        if (!isLeaving) queueMicrotask(() => callback(null, result));
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
    return run().catch((failure: unknown) => {
      throw toAuthError(failure);
    });
  } catch (failure) {
    if (failure instanceof AuthError) return Promise.reject(failure);
    throw failure;
  }
}

function isCallback<Result>(value: unknown): value is Callback<Result> {
  return typeof value === "function";
}

/** A port that fails (storage that is full, a frame that cannot be made) fails in the one form, too. */
function toAuthError(failure: unknown): AuthError {
  if (failure instanceof AuthError) return failure;
  const name = failure instanceof Error ? failure.name : typeof failure;
  return new AuthError(
    "runtime_error",
    `A port failed with ${name}. Check the ports, and whether storage is blocked here.`,
    "port_failed",
    { original: { name } },
  );
}
