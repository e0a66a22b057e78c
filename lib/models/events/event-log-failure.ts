import { EventLogError } from "../../events/log/event-log-error.ts";
import { toFailure, type Failure } from "../failure.ts";

/** What a view says when the log could not be read. */
export function toLogFailure(error: unknown): Failure {
  return error instanceof EventLogError
    ? { code: error.code, message: error.message }
    : toFailure(error);
}
