import type { ExpectedLogin } from "../expected-login.ts";

/** Failed logins as people report them of libraries that run on an application's server. */
export const serverLibraryFaults: readonly ExpectedLogin[] = [];
