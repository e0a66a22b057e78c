import type { SecondScenes } from "../../second/stage.ts";

/** Logins at a provider of another make that work. */
export const providerCleanScenes: SecondScenes = {};
