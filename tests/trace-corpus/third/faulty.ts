import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the third set that fail, each for one reason. */
export const faultyLogins: readonly ExpectedLogin[] = [];
