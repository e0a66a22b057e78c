import type { SecondScenes } from "../../second/stage.ts";

/** Logins that fail, each for one reason. */
export const faultScenes: SecondScenes = {};
