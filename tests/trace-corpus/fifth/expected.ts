import type { ExpectedLogin } from "../expected-login.ts";
import { pageFaults } from "./faulty-page.ts";
import { serverFaults } from "./faulty-server.ts";

/** The expected verdict of each login. It names no rule: the rules came from other authors. */
export const expectedLogins: readonly ExpectedLogin[] = [...serverFaults, ...pageFaults];
