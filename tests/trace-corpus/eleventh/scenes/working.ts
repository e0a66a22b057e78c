import type { ProviderScenes } from "../../provider-stage.ts";
import { managedScenes } from "./working-managed.ts";
import { modalScenes } from "./working-modal.ts";
import { sessionScenes } from "./working-sessions.ts";
import { olderLibraryScenes } from "./working-older-library.ts";
import { passkeyScenes } from "./working-passkey.ts";
import { policyScenes } from "./working-policies.ts";
import { signOnScenes } from "./working-sign-on.ts";
import { signOutScenes } from "./working-sign-out.ts";
import { tenantServerScenes } from "./working-tenant-servers.ts";
import { tenantSpaScenes } from "./working-tenant-spa.ts";

/** All scenes of logins that work. */
export const workingScenes: ProviderScenes = {
  ...managedScenes,
  ...modalScenes,
  ...sessionScenes,
  ...olderLibraryScenes,
  ...passkeyScenes,
  ...policyScenes,
  ...signOnScenes,
  ...signOutScenes,
  ...tenantServerScenes,
  ...tenantSpaScenes,
};
