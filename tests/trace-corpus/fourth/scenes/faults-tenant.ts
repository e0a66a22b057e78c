import type { SecondScenes } from "../../second/stage.ts";

/** Logins at the local tenant that fail, each for one reason. */
export const tenantFaultScenes: SecondScenes = {};
