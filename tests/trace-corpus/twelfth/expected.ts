import type { ExpectedLogin } from "../expected-login.ts";
import { cleanLogins } from "./clean.ts";
import { frequentFaults } from "./frequent-faults.ts";

/** The logins of the twelfth set. It names no rule: the rules came from other authors. */
export const expectedLogins: readonly ExpectedLogin[] = [...cleanLogins, ...frequentFaults];
