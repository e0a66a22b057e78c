import type { ExpectedLogin } from "../expected-login.ts";
import { providerLogins } from "./clean-provider.ts";
import { tenantLogins } from "./clean-tenant.ts";
import { providerFaults } from "./faulty-provider.ts";

/** The expected verdict of each login. It names no rule: the rules came from other authors. */
export const expectedLogins: readonly ExpectedLogin[] = [
  ...providerLogins,
  ...tenantLogins,
  ...providerFaults,
];
