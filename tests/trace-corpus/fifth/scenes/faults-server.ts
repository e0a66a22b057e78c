import type { SecondScenes } from "../../second/stage.ts";

/** The scenes of `faulty-server.ts`. */
export const serverFaultScenes: SecondScenes = {};
