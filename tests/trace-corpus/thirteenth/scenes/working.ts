import type { SecondScenes } from "../../second/stage.ts";

/** The scenes of the logins that work. */
export const workingScenes: SecondScenes = {};
