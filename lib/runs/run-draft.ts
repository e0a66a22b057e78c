import type { Call } from "./call.ts";
import type { Values, Way } from "./operation.ts";

/** A run that has not started: of a form, a preset, an earlier run or a pasted URL. */
export interface RunDraft {
  /** The id of the operation. */
  operation: string;
  way: Way;
  values: Values;
  /** Parameters to send beside those of the values. They can be empty and repeated. */
  parameters: readonly (readonly [name: string, value: string])[];
  /** The names of the request's parameters in their order; empty for the library's own order. */
  order: readonly string[];
}

/**
 * Parameters that the library sends by default, with the fields that set them. A request in an
 * order of its own has them only if the order or the field names them.
 */
const defaultParameters = [
  ["scope", "scope"],
  ["redirect_uri", "redirectUri"],
  ["response_mode", "responseMode"],
] as const;

/** Returns the changes to the query of the authorization request; undefined for none. */
export function planQuery({
  values,
  parameters,
  order,
}: Pick<RunDraft, "values" | "parameters" | "order">): Call["query"] {
  if (parameters.length === 0 && order.length === 0) return undefined;
  const omitted = defaultParameters.flatMap(([name, field]) =>
    order.length === 0 || order.includes(name) || values[field]?.trim() ? [] : [name],
  );
  return {
    added: parameters.map(([name, value]) => [name, value]),
    order: [...order],
    ...(omitted.length === 0 ? {} : { omitted }),
  };
}
