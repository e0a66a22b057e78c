import type { ExpectedLogin } from "../expected-login.ts";
import { catalogueFaults } from "./catalogue-faults.ts";
import { cleanLogins } from "./clean.ts";

/** The logins of the thirteenth set. It names no rule: the rules came from other authors. */
export const expectedLogins: readonly ExpectedLogin[] = [...cleanLogins, ...catalogueFaults];
