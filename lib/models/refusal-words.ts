import { findMentionedField } from "../management/refusals/arrange-refusal.ts";
import type { Failure } from "./failure.ts";

export { arrangeRefusal, findMentionedField } from "../management/refusals/arrange-refusal.ts";

/**
 * Returns the sentence for the field that a refusal is about. A field that status or property name comes
 * first; failing that the one that the service's words name. It chooses where words are shown, and nothing else.
 */
export function placeRefusal(failure: Failure, fields: readonly string[]): Record<string, string> {
  const { management } = failure;
  if (management === undefined) return {};
  const { serviceMessage = "", field, property } = management;
  const said = serviceMessage === "" ? failure.message : `The service says: “${serviceMessage}”`;
  if (field !== undefined) return { [field]: property === field ? said : failure.message };
  const mentioned = findMentionedField(serviceMessage, fields);
  return mentioned === undefined ? {} : { [mentioned]: said };
}
