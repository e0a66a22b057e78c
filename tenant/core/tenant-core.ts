import type { TenantClock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { KeyRing } from "./keys.ts";
import type { TenantLimits } from "./limits.ts";
import type { RandomSource } from "./random.ts";
import type { TenantLog } from "./tenant-log.ts";

/** The building blocks that every family of routes uses. */
export interface TenantCore {
  /** The name on the tenant's pages. */
  name: string;
  /** `iss` of every token; ends with a slash. On the custom domain it names that domain. */
  issuer: string;
  /** Audience of the Management API: always on the tenant's own domain. */
  managementAudience: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The clock behind `now`, for the control that moves it. */
  clock: TenantClock;
  random: RandomSource;
  limits: TenantLimits;
  keys: KeyRing;
  faults: Faults;
  log: TenantLog;
}
