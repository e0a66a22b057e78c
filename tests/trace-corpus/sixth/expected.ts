import type { ExpectedLogin } from "../expected-login.ts";
import { browserLibraryFaults } from "./browser-libraries.ts";
import { cleanLogins } from "./clean.ts";
import { otherServerFaults } from "./other-servers.ts";

/** The expected verdict of each login. It names no rule: the rules came from other authors. */
export const expectedLogins: readonly ExpectedLogin[] = [
  ...cleanLogins,
  ...browserLibraryFaults,
  ...otherServerFaults,
];
