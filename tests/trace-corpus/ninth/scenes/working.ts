import type { ProviderScenes } from "../../provider-stage.ts";
import { authJsScenes } from "./working-auth-js.ts";
import { brokerScenes } from "./working-broker.ts";
import { gatewayScenes } from "./working-gateway.ts";
import { impatientScenes } from "./working-impatient.ts";
import { otherMakeScenes } from "./working-other-makes.ts";
import { signedScenes } from "./working-signed.ts";
import { spaLibraryScenes } from "./working-spa-library.ts";
import { tenantServerScenes } from "./working-tenant-server.ts";
import { passwordlessScenes } from "./working-without-password.ts";

/** All scenes of logins that work. */
export const workingScenes: ProviderScenes = {
  ...authJsScenes,
  ...brokerScenes,
  ...gatewayScenes,
  ...impatientScenes,
  ...otherMakeScenes,
  ...signedScenes,
  ...spaLibraryScenes,
  ...tenantServerScenes,
  ...passwordlessScenes,
};
