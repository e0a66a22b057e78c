import type { SecondScenes } from "../../second/stage.ts";

export const tokenPageScenes: SecondScenes = {};
