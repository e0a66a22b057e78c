import {
  managementErrorFactsSchema,
  type ManagementErrorFacts,
} from "../management/refusals/management-error.ts";
import { RemoteError } from "../messages/remote-error.ts";

/** A failure as a view shows it. */
export interface Failure {
  code: string;
  message: string;
  /** The origin of the tenant that responded instead of the entered one. */
  issuerOrigin?: string;
  /** The error of the Management API, if the tenant refused the request. */
  management?: ManagementErrorFacts;
}

/** Converts an error for a view. The result has no stack and no text of an unexpected error. */
export function toFailure(error: unknown): Failure {
  if (error instanceof RemoteError) {
    const { issuerOrigin } = error.facts;
    const facts = managementErrorFactsSchema.safeParse(error.facts);
    return {
      code: error.code,
      message: error.message,
      ...(facts.success ? { management: facts.data } : {}),
      ...(typeof issuerOrigin === "string" ? { issuerOrigin } : {}),
    };
  }
  return {
    code: "unexpected",
    message:
      "An internal error occurred on this page. Try again; if this continues, reload the page.",
  };
}
