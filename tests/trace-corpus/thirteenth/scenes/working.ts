import type { ProviderScenes } from "../../provider-stage.ts";
import { authJsScenes } from "./working-auth-js.ts";
import { billScenes } from "./working-bills.ts";
import { busyTenantScenes } from "./working-busy-tenant.ts";
import { managedScenes } from "./working-managed.ts";
import { olderLibraryScenes } from "./working-older-library.ts";
import { olderProtocolScenes } from "./working-older-protocols.ts";
import { ownAddressScenes } from "./working-own-address.ts";
import { tenantServerScenes } from "./working-tenant-servers.ts";
import { tenantSpaScenes } from "./working-tenant-spa.ts";
import { workspaceScenes } from "./working-workspaces.ts";

/** All scenes of logins that work. */
export const workingScenes: ProviderScenes = {
  ...authJsScenes,
  ...billScenes,
  ...busyTenantScenes,
  ...managedScenes,
  ...olderLibraryScenes,
  ...olderProtocolScenes,
  ...ownAddressScenes,
  ...tenantServerScenes,
  ...tenantSpaScenes,
  ...workspaceScenes,
};
