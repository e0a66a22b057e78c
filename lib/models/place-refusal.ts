import { findMentionedField } from "../management/refusals/arrange-refusal.ts";
import type { Failure } from "./failure.ts";

export { arrangeRefusal, findMentionedField } from "../management/refusals/arrange-refusal.ts";

/**
 * Returns the message of a refusal under the name of its field. A field that the status or a
 * property identifies wins over a field that the service's message mentions. The result only
 * decides where a view shows the message.
 */
export function placeRefusal(failure: Failure, fields: readonly string[]): Record<string, string> {
  const { management } = failure;
  if (management === undefined) return {};
  const { serviceMessage = "", field, property } = management;
  const message =
    serviceMessage === "" ? failure.message : `Response from the service: “${serviceMessage}”`;
  if (field !== undefined) return { [field]: property === field ? message : failure.message };
  const mentioned = findMentionedField(serviceMessage, fields);
  return mentioned === undefined ? {} : { [mentioned]: message };
}
