import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the twelfth set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [];
