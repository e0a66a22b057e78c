import type { SecondScenes } from "../../second/stage.ts";

/** The scenes of the failed logins of libraries that run in a Node server. */
export const nodeServerScenes: SecondScenes = {};
