import type { ExpectedLogin } from "../expected-login.ts";

/** Logins of the fifth set that fail in the page, the browser or the API, each for one reason. */
export const pageFaults: readonly ExpectedLogin[] = [];
