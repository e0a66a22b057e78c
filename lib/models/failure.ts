import {
  managementErrorFactsSchema,
  type ManagementErrorFacts,
} from "../management/refusals/management-error.ts";
import { RemoteError } from "../messages/remote-error.ts";

/** A failure as a view shows it. */
export interface Failure {
  code: string;
  message: string;
  /** The facts of the management interface, if the tenant refused the request. */
  management?: ManagementErrorFacts;
}

/** Returns an error as a view can show it: never a stack or the text of an unexpected error. */
export function toFailure(error: unknown): Failure {
  if (error instanceof RemoteError) {
    const facts = managementErrorFactsSchema.safeParse(error.facts);
    return {
      code: error.code,
      message: error.message,
      ...(facts.success ? { management: facts.data } : {}),
    };
  }
  return {
    code: "unexpected",
    message:
      "An internal error occurred on this page. Try again; if this continues, reload the page.",
  };
}
