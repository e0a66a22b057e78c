import type { ExpectedLogin } from "../expected-login.ts";
import { browserLibraryFaults } from "./browser-libraries.ts";
import { serverLibraryFaults } from "./server-libraries.ts";

/** The expected verdict of each login. It names no rule: the rules came from other authors. */
export const expectedLogins: readonly ExpectedLogin[] = [
  ...browserLibraryFaults,
  ...serverLibraryFaults,
];
