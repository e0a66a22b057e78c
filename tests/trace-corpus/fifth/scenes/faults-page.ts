import type { SecondScenes } from "../../second/stage.ts";

/** The scenes of `faulty-page.ts`. */
export const pageFaultScenes: SecondScenes = {};
