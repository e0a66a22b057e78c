import type { ProviderScenes } from "../../provider-stage.ts";
import { adapterScenes } from "./working-adapter.ts";
import { authJsScenes } from "./working-auth-js.ts";
import { bffScenes } from "./working-bff.ts";
import { fragmentScenes } from "./working-fragment.ts";
import { kioskScenes } from "./working-kiosk.ts";
import { libraryScenes } from "./working-library.ts";
import { nameOnceScenes } from "./working-name-once.ts";
import { tenantPageScenes } from "./working-tenant-pages.ts";
import { tenantServerScenes } from "./working-tenant-servers.ts";
import { widgetScenes } from "./working-widget.ts";

/** All scenes of logins that work. */
export const workingScenes: ProviderScenes = {
  ...adapterScenes,
  ...authJsScenes,
  ...bffScenes,
  ...fragmentScenes,
  ...kioskScenes,
  ...libraryScenes,
  ...nameOnceScenes,
  ...tenantPageScenes,
  ...tenantServerScenes,
  ...widgetScenes,
};
