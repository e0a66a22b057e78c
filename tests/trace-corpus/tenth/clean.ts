import type { ExpectedLogin } from "../expected-login.ts";

/** Logins that work. */
export const cleanLogins: readonly ExpectedLogin[] = [];
