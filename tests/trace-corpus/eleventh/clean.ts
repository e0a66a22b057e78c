import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the eleventh set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [];
