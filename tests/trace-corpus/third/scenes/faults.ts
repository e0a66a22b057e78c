import type { SecondScenes } from "../../second/stage.ts";
import { providerFaultScenes } from "./faults-provider.ts";

/** Logins that fail, each for one reason. */
export const faultScenes: SecondScenes = { ...providerFaultScenes };
