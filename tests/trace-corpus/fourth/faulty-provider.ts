import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the fourth set that fail at a provider of another make, each for one reason. */
export const providerFaults: readonly ExpectedLogin[] = [];
