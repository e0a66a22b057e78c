import type { SecondScenes } from "../../second/stage.ts";
import { workingLibraryScenes } from "./working-libraries.ts";
import { workingPageScenes } from "./working-pages.ts";
import { workingServerScenes } from "./working-servers.ts";
import { workingTenantScenes } from "./working-tenant-pages.ts";

/** All scenes of logins that work. */
export const workingScenes: SecondScenes = {
  ...workingLibraryScenes,
  ...workingPageScenes,
  ...workingServerScenes,
  ...workingTenantScenes,
};
