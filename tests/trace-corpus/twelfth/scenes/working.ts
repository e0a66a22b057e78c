import type { ProviderScenes } from "../../provider-stage.ts";
import { courseScenes } from "./working-course.ts";
import { expiredPageScenes } from "./working-expired-page.ts";
import { ticketScenes } from "./working-tickets.ts";
import { federationScenes } from "./working-federation.ts";
import { largeSessionScenes } from "./working-large-session.ts";
import { resourceScenes } from "./working-resources.ts";
import { stepUpScenes } from "./working-step-up.ts";
import { toolkitScenes } from "./working-toolkit.ts";
import { memberScenes } from "./working-members.ts";
import { olderPageScenes } from "./working-older-pages.ts";
import { tenantMixedScenes } from "./working-tenant-mixed.ts";

/** All scenes of logins that work. */
export const workingScenes: ProviderScenes = {
  ...courseScenes,
  ...expiredPageScenes,
  ...ticketScenes,
  ...federationScenes,
  ...largeSessionScenes,
  ...resourceScenes,
  ...stepUpScenes,
  ...toolkitScenes,
  ...memberScenes,
  ...olderPageScenes,
  ...tenantMixedScenes,
};
