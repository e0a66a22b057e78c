import type { SecondScenes } from "../../second/stage.ts";
import { olderLibraryScenes } from "./working-older-library.ts";
import { slowPageScenes } from "./working-slow-page.ts";
import { tenantServerScenes } from "./working-tenant-servers.ts";
import { tenantSpaScenes } from "./working-tenant-spa.ts";

/** All scenes of the set. */
export const workingScenes: SecondScenes = {
  ...tenantSpaScenes,
  ...olderLibraryScenes,
  ...tenantServerScenes,
  ...slowPageScenes,
};
