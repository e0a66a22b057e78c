import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the third set that work at a provider of another make. */
export const providerLogins: readonly ExpectedLogin[] = [];
