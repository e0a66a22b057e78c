import type { SecondScenes } from "../../second/stage.ts";

/** Logins at a provider of another make that fail, each for one reason. */
export const providerFaultScenes: SecondScenes = {};
