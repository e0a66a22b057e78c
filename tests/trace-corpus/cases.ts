import { authorizeFaultCases } from "./cases/authorize-faults.ts";
import { callCases } from "./cases/calls.ts";
import { cleanCases } from "./cases/clean.ts";
import { embeddedCases } from "./cases/embedded.ts";
import { firefoxCases } from "./cases/firefox.ts";
import { idTokenCases } from "./cases/id-tokens.ts";
import { responseFaultCases } from "./cases/response-faults.ts";
import { sessionCases } from "./cases/sessions.ts";
import { tokenFaultCases } from "./cases/token-faults.ts";
import type { CorpusCase } from "./corpus-case.ts";

/** All captured logins, in the order of their recording. */
export const cases: readonly CorpusCase[] = [
  ...cleanCases,
  ...sessionCases,
  ...embeddedCases,
  ...authorizeFaultCases,
  ...tokenFaultCases,
  ...responseFaultCases,
  ...idTokenCases,
  ...callCases,
  ...firefoxCases,
];
