import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { readAsked } from "../evidence.ts";

/**
 * Returns an earlier authorization request of the client with the same value. The same request
 * again, as by a reload or by the Back button, is no other request.
 */
export function findReuse(prepared: PreparedFlow, name: string): AuthMessage | undefined {
  const value = readAsked(prepared, name);
  const { authorization } = prepared.flow;
  if (value === undefined || authorization === undefined) return undefined;
  return prepared.previous
    .flatMap((flow) => (flow.authorization === undefined ? [] : [flow.authorization]))
    .find(
      (other) =>
        readParameter(other.request, name) === value &&
        other.exchange.url !== authorization.exchange.url,
    );
}
