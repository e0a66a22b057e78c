import { EventLogError } from "../../events/log/event-log-error.ts";
import { toFailure, type Failure } from "../failure.ts";

/** Converts an error of the log for a view. */
export function toLogFailure(error: unknown): Failure {
  return error instanceof EventLogError
    ? { code: error.code, message: error.message }
    : toFailure(error);
}
