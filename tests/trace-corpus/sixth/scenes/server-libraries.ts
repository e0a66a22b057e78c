import type { SecondScenes } from "../../second/stage.ts";

/** The scenes of the failed logins of libraries that run on an application's server. */
export const serverLibraryScenes: SecondScenes = {};
