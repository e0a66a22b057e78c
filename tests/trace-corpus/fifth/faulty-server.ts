import type { ExpectedLogin } from "../expected-login.ts";

/** Logins of the fifth set that a server refuses, each for one reason. */
export const serverFaults: readonly ExpectedLogin[] = [];
