import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the thirteenth set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [];
