import { catalogue } from "../../../../lib/runs/catalogue/index.ts";
import type { Operation } from "../../../../lib/runs/operation.ts";

/** Returns the operation of the catalogue with this id. */
export function findOperation(id: string): Operation {
  const found = catalogue.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The catalogue has no ${id}.`);
  return found;
}
