import type { SecondScenes } from "../../second/stage.ts";

export const framePageScenes: SecondScenes = {};
