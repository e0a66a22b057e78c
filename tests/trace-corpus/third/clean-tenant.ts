import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the third set that work at the local tenant. */
export const tenantLogins: readonly ExpectedLogin[] = [];
