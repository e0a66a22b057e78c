import type { Tenant } from "../../messages/tenant.ts";
import type { Operation, Way } from "../../runs/operation.ts";
import { isSandbox } from "./is-sandbox.ts";

const noPage = "The sandbox is inside the extension, so no page of the web can reach it.";
const remedy = "Run it in the extension, or add another tenant.";
/** The remedy for an operation that does not run in the extension either. */
const onlyRemedy = "To run it, add another tenant.";

/** Returns why an operation does not run in a place, for each such place. */
export function findUnavailable(
  { unavailable = {} }: Operation,
  tenant: Tenant,
): Readonly<Partial<Record<Way, string>>> {
  if (!isSandbox(tenant)) return unavailable;
  const page = `${noPage} ${unavailable.extension === undefined ? remedy : onlyRemedy}`;
  return { page, ...unavailable };
}
