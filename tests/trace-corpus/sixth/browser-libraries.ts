import type { ExpectedLogin } from "../expected-login.ts";

/** Failed logins as people report them of libraries that run in a page. */
export const browserLibraryFaults: readonly ExpectedLogin[] = [];
