import { isJsonObject } from "../encoding/json.ts";
import type { Call, MethodName, PlainRequest } from "./call.ts";
import { isCall, type Values } from "./operation.ts";
import type { Pairs } from "./parameter-lines.ts";
import { planQuery } from "./run-draft.ts";

/** The methods whose request is a URL with a query. */
const queryMethods: ReadonlySet<MethodName> = new Set([
  "authorize",
  "checkSession",
  "login",
  "logout",
  "passwordlessLogin",
  "popup.authorize",
]);

/** The user's changes to the request of an operation. */
interface Changes {
  values: Values;
  parameters: Pairs;
  /** The names in the order to send them in a query. */
  order: readonly string[];
}

/**
 * Adds the user's parameters to the request of an operation: to the query of an authorization
 * request, and otherwise to the options of the call or to the form.
 */
export function addParameters(planned: Call | PlainRequest, changes: Changes): Call | PlainRequest {
  const { parameters, order } = changes;
  if (parameters.length === 0 && order.length === 0) return planned;
  const members = Object.fromEntries(parameters);
  if (!isCall(planned)) return { ...planned, form: { ...planned.form, ...members } };
  if (queryMethods.has(planned.method)) {
    const query = planQuery(changes);
    return query === undefined ? planned : { ...planned, query };
  }
  const [options, ...rest] = planned.args;
  return isJsonObject(options)
    ? { ...planned, args: [{ ...options, ...members }, ...rest] }
    : planned;
}
