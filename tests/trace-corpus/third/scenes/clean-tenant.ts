import type { SecondScenes } from "../../second/stage.ts";

/** Logins at the local tenant that work. */
export const tenantCleanScenes: SecondScenes = {};
