import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the third set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [];
