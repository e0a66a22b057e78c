import type { SecondScenes } from "../../second/stage.ts";
import { providerFaultScenes } from "./faults-provider.ts";
import { tenantFaultScenes } from "./faults-tenant.ts";

/** Logins that fail, each for one reason. */
export const faultScenes: SecondScenes = { ...providerFaultScenes, ...tenantFaultScenes };
