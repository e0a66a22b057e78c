import type { ExpectedLogin } from "../expected-login.ts";
import { cleanLogins } from "./clean.ts";

/** The logins of the fourteenth set, all of which work. It names no rule. */
export const expectedLogins: readonly ExpectedLogin[] = cleanLogins;
