import { AuthError, Management, WebAuth, type AuthPorts } from "../auth/index.ts";
import { arrangeQuery } from "./arrange-query.ts";
import type { Call, Memory } from "./call.ts";
import { observePorts } from "./observe-ports.ts";
import type { StepLog } from "./step-log.ts";

/** A call that runs. */
export interface PerformedCall {
  /**
   * Resolves with the end of the call, which has the form of `callOutcomeSchema`; never rejects.
   * The result is what JSON keeps of it.
   */
  outcome: Promise<unknown>;
  /** Returns what the library stored: the pending transactions. */
  readMemory(): Memory;
  /** Ends the call: releases its windows, listeners, timers and requests. */
  cancel(): void;
}

/**
 * Calls the library. The call begins at once, so that a popup opens in the task of the user's
 * click.
 *
 * @param ports the ports of the place; navigation and storage are the run's own
 * @param memory what earlier calls of the run stored
 */
export function performCall(
  call: Call,
  { ports, memory, log }: { ports: Partial<AuthPorts>; memory: Memory; log: StepLog },
): PerformedCall {
  const storage = new Map(memory);
  let leftFor: string | undefined;
  const observed = observePorts(
    {
      ...ports,
      storage,
      navigation: {
        goTo(url) {
          leftFor = arrangeQuery(url, call.query);
        },
      },
    },
    log,
    (url) => arrangeQuery(url, call.query),
  );
  const end = log.begin({ kind: "callback", method: call.method, isAccepted: false });
  const fail = (error: unknown) => {
    const described = describeError(error);
    end({ isAccepted: false, error: described.error });
    return { kind: "rejected", error: described };
  };
  const run = async (): Promise<unknown> => {
    try {
      const result: unknown = await invoke(call, observed.ports);
      end({ isAccepted: true });
      return leftFor === undefined
        ? { kind: "returned", result: toJson(result) }
        : { kind: "left", url: leftFor };
    } catch (error) {
      return fail(error);
    } finally {
      observed.release();
    }
  };
  return {
    outcome: run(),
    readMemory: () => [...storage],
    cancel: () => observed.release(),
  };
}

/** Calls the method at once. The library checks its arguments itself. */
function invoke({ object, options, method, args }: Call, ports: Partial<AuthPorts>): unknown {
  let found: unknown =
    object === "WebAuth"
      ? Reflect.construct(WebAuth, [{ ...options, ports }])
      : Reflect.construct(Management, [{ ...options, ports }]);
  for (const name of method.split(".")) found = readMember(found, name);
  if (typeof found !== "function") throw new TypeError(`${object} has no method ${method}.`);
  return Reflect.apply(found, undefined, args);
}

function readMember(object: unknown, name: string): unknown {
  return typeof object === "object" && object !== null ? Reflect.get(object, name) : undefined;
}

/** Returns what JSON keeps of a value, and null for nothing. */
function toJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function describeError(error: unknown) {
  if (!(error instanceof AuthError)) {
    const { name, message } = error instanceof Error ? error : new Error("The call failed.");
    return { error: name, errorDescription: message, members: { name, message } };
  }
  const { error: code, errorDescription, reason, remedy, statusCode } = error;
  return {
    error: code,
    errorDescription,
    reason,
    remedy,
    statusCode,
    members: toJson({ ...error, original: error.original }),
  };
}
