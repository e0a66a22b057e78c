import type { Operation, Risk } from "../../lib/runs/operation.ts";
import { ownProvocations } from "./own-provocations.ts";
import type { Provocation } from "./provocation.ts";
import { sharedProvocations } from "./shared-provocations.ts";

/** Returns the provocation of a risk, the operation's own first. */
export function findProvocation({ id }: Operation, risk: Risk): Provocation {
  const own = ownProvocations[id]?.find(([cause]) => risk.cause.includes(cause));
  const provoke = own?.[1] ?? sharedProvocations.get(risk);
  if (provoke === undefined) throw new Error(`Nothing provokes ${risk.error} of ${id}.`);
  return provoke;
}

/** The failures that the tenant shows to the user, instead of sending them back. */
const shownByTenant = ["Callback URL mismatch", "Unknown client", "returnTo is not allowed"];

/** Returns true if the tenant shows a failure to the user: the run gets no response. */
export const isShownByTenant = ({ error }: Risk): boolean => shownByTenant.includes(error);
