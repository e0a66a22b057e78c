import type { SecondScenes } from "../../second/stage.ts";

/** All scenes of logins that work. */
export const workingScenes: SecondScenes = {};
