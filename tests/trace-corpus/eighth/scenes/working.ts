import type { ProviderScenes } from "../../provider-stage.ts";
import { workingAuthJsScenes } from "./working-auth-js.ts";
import { workingDeviceScenes } from "./working-device.ts";
import { workingLibraryScenes } from "./working-libraries.ts";
import { workingPageScenes } from "./working-pages.ts";
import { workingProxyScenes } from "./working-proxy.ts";
import { workingServerScenes } from "./working-servers.ts";
import { workingTenantScenes } from "./working-tenant-pages.ts";

/** All scenes of logins that work. */
export const workingScenes: ProviderScenes = {
  ...workingAuthJsScenes,
  ...workingDeviceScenes,
  ...workingLibraryScenes,
  ...workingPageScenes,
  ...workingProxyScenes,
  ...workingServerScenes,
  ...workingTenantScenes,
};
