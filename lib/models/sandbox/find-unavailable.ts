import type { Tenant } from "../../messages/tenant.ts";
import type { Operation, Way } from "../../runs/operation.ts";
import { isSandbox } from "./is-sandbox.ts";

const noPage =
  "The sandbox is inside the extension, so no page of the web can reach it. Run it in the extension, or add another tenant.";

/** Returns why an operation does not run in a place, for each such place. */
export function findUnavailable(
  { unavailable = {} }: Operation,
  tenant: Tenant,
): Readonly<Partial<Record<Way, string>>> {
  return isSandbox(tenant) ? { page: noPage, ...unavailable } : unavailable;
}
