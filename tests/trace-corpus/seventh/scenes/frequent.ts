import type { ProviderScenes } from "../../provider-stage.ts";
import { frequentServerScenes } from "./frequent-server.ts";
import { frequentSpaScenes } from "./frequent-spa.ts";
import { frequentTenantScenes } from "./frequent-tenant.ts";

/** The scenes of `frequent-faults.ts`. */
export const frequentScenes: ProviderScenes = {
  ...frequentTenantScenes,
  ...frequentSpaScenes,
  ...frequentServerScenes,
};
