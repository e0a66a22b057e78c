import type { ProviderScenes } from "../../provider-stage.ts";
import { authJsScenes } from "./working-auth-js.ts";
import { federationScenes } from "./working-federation.ts";
import { managedScenes } from "./working-managed.ts";
import { olderLibraryScenes } from "./working-older-library.ts";
import { serverScenes } from "./working-servers.ts";
import { slowPageScenes } from "./working-slow-page.ts";
import { socketScenes } from "./working-sockets.ts";
import { tenantServerScenes } from "./working-tenant-servers.ts";
import { tenantSpaScenes } from "./working-tenant-spa.ts";
import { writtenPageScenes } from "./working-written-pages.ts";

/** All scenes of the set. */
export const workingScenes: ProviderScenes = {
  ...tenantSpaScenes,
  ...olderLibraryScenes,
  ...tenantServerScenes,
  ...slowPageScenes,
  ...serverScenes,
  ...socketScenes,
  ...federationScenes,
  ...authJsScenes,
  ...managedScenes,
  ...writtenPageScenes,
};
