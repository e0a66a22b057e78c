import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the fourth set that fail at the local tenant, each for one reason. */
export const tenantFaults: readonly ExpectedLogin[] = [];
