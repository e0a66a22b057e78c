import type { SecondScenes } from "../../second/stage.ts";

/** Logins that work. */
export const cleanScenes: SecondScenes = {};
