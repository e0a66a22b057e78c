import type { SecondScenes } from "../../second/stage.ts";
import { workingPageScenes } from "./working-pages.ts";

/** All scenes of logins that work. */
export const workingScenes: SecondScenes = {
  ...workingPageScenes,
};
