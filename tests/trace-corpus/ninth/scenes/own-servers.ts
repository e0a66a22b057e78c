import type { SecondScenes } from "../../second/stage.ts";

export const ownServerScenes: SecondScenes = {};
