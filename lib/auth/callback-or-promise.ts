import { AuthError } from "./auth-error.ts";

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

/** A method with one required argument that answers to a callback, or with a promise when there is none. */
export interface CallbackOrPromiseOf<Argument, Result> {
  (argument: Argument): Promise<Result>;
  (argument: Argument, callback: Callback<Result>): void;
}

/**
 * Gives a method both styles, and no need of `this`.
 *
 * @param run gets the first argument as it came, unchecked; what it throws at once (a caller's mistake)
 *   is thrown at the caller, what it rejects with reaches the callback or the promise as an AuthError
 */
export function answerBothWays<Options, Result>(
  run: (options: unknown) => Promise<Result>,
): CallbackOrPromise<Options, Result> {
  function method(options?: Options): Promise<Result>;
  function method(options: Options | null | undefined, callback: Callback<Result>): void;
  function method(callback: Callback<Result>): void;
  function method(
    first?: Options | null | Callback<Result>,
    second?: Callback<Result>,
  ): Promise<Result> | undefined {
    return second === undefined && isCallback<Result>(first)
      ? settle(() => run(undefined), first)
      : settle(() => run(first), second);
  }
  return method;
}

/** As {@link answerBothWays}, for a method whose argument is required. */
export function answerBothWaysOf<Argument, Result>(
  run: (argument: unknown) => Promise<Result>,
): CallbackOrPromiseOf<Argument, Result> {
  function method(argument: Argument): Promise<Result>;
  function method(argument: Argument, callback: Callback<Result>): void;
  function method(argument: Argument, callback?: Callback<Result>): Promise<Result> | undefined {
    return settle(() => run(argument), callback);
  }
  return method;
}

function isCallback<Result>(value: unknown): value is Callback<Result> {
  return typeof value === "function";
}

function settle<Result>(
  run: () => Promise<Result>,
  callback: Callback<Result> | undefined,
): Promise<Result> | undefined {
  if (callback !== undefined && typeof callback !== "function") {
    throw new TypeError(
      "cb parameter is not valid: give a function (error, result), or nothing to get a promise.",
    );
  }
  const outcome = run();
  if (callback === undefined) {
    return outcome.catch((failure: unknown) => {
      throw toAuthError(failure);
    });
  }
  void deliver(outcome, callback);
  return undefined;
}

/**
 * The callback runs in a turn of its own: what it throws is the page's uncaught error, as it would be for any
 * event handler, and cannot come back here as a second call.
 */
async function deliver<Result>(
  outcome: Promise<Result>,
  callback: Callback<Result>,
): Promise<void> {
  let answer: () => void;
  try {
    const result = await outcome;
    answer = () => callback(null, result);
  } catch (failure) {
    const error = toAuthError(failure);
    answer = () => callback(error, null);
  }
  queueMicrotask(answer);
}

/** A port that fails (storage that is full, a frame that cannot be made) fails in the one form, too. */
export function toAuthError(failure: unknown): AuthError {
  if (failure instanceof AuthError) return failure;
  const name = failure instanceof Error ? failure.name : typeof failure;
  return new AuthError({
    error: "runtime_error",
    errorDescription: `Something this place offers to the library (storage, frames, navigation or crypto) failed with ${name}. Check the ports given to the constructor, and whether the browser blocks storage for this page.`,
    reason: "port_failed",
    original: { name },
  });
}
