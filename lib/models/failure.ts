import {
  managementErrorFactsSchema,
  type ManagementErrorFacts,
} from "../management/refusals/management-error.ts";
import { RemoteError } from "../messages/remote-error.ts";

/** A failure as a view shows it: a sentence, and what else is known. */
export interface Failure {
  code: string;
  message: string;
  /** What the management interface said, where it was the one that refused. */
  management?: ManagementErrorFacts;
}

/** Turns what a port threw into what a view can show. Never a stack, never the text of an unforeseen error. */
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
      "Something unforeseen went wrong on this page. Try again; if it stays, reload the page.",
  };
}
