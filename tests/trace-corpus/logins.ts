import type { LoginEntry } from "./login-entry.ts";
import { authorizeFaultCases } from "./logins/cases/authorize-faults.ts";
import { callCases } from "./logins/cases/calls.ts";
import { cleanCases } from "./logins/cases/clean.ts";
import { embeddedCases } from "./logins/cases/embedded.ts";
import { firefoxCases } from "./logins/cases/firefox.ts";
import { idTokenCases } from "./logins/cases/id-tokens.ts";
import { responseFaultCases } from "./logins/cases/response-faults.ts";
import { sessionCases } from "./logins/cases/sessions.ts";
import { tokenFaultCases } from "./logins/cases/token-faults.ts";
import { otherApis } from "./logins/other-provider/apis.ts";
import { otherCallbackPages } from "./logins/other-provider/callback-pages.ts";
import { otherCallbacks } from "./logins/other-provider/callbacks.ts";
import { otherMoreWorking } from "./logins/other-provider/more-working.ts";
import { otherProviderPages } from "./logins/other-provider/provider-pages.ts";
import { otherRequests } from "./logins/other-provider/requests.ts";
import { otherResponses } from "./logins/other-provider/responses.ts";
import { otherSessions } from "./logins/other-provider/sessions.ts";
import { otherTokens } from "./logins/other-provider/tokens.ts";
import { otherWorking } from "./logins/other-provider/working.ts";
import { tenantApis } from "./logins/tenant/apis.ts";
import { tenantCallbackPages } from "./logins/tenant/callback-pages.ts";
import { tenantCallbacks } from "./logins/tenant/callbacks.ts";
import { tenantMoreWorking } from "./logins/tenant/more-working.ts";
import { tenantProviderPages } from "./logins/tenant/provider-pages.ts";
import { tenantRequests } from "./logins/tenant/requests.ts";
import { tenantResponses } from "./logins/tenant/responses.ts";
import { tenantSessions } from "./logins/tenant/sessions.ts";
import { tenantTokens } from "./logins/tenant/tokens.ts";
import { tenantWorking } from "./logins/tenant/working.ts";

/** An entry of the table, with the browser that recorded it and the provider of the login. */
export interface Login extends LoginEntry {
  readonly browser: "Chromium" | "Firefox";
  /** The local tenant, or a provider of another make with paths of its own. */
  readonly provider: "tenant" | "other";
}

const list = (
  browser: Login["browser"],
  provider: Login["provider"],
  entries: readonly LoginEntry[],
): Login[] => entries.map((entry) => ({ ...entry, browser, provider }));

/** The logins by authors of this extension, in the order of their recording. */
export const cases: readonly Login[] = [
  ...list("Chromium", "tenant", [
    ...cleanCases,
    ...sessionCases,
    ...embeddedCases,
    ...authorizeFaultCases,
    ...tokenFaultCases,
    ...responseFaultCases,
    ...idTokenCases,
    ...callCases,
  ]),
  ...list("Firefox", "tenant", firefoxCases),
];

/** The logins by authors who had not seen the code that reads them. */
export const blindLogins: readonly Login[] = [
  ...list("Chromium", "tenant", [
    ...tenantRequests,
    ...tenantProviderPages,
    ...tenantResponses,
    ...tenantCallbacks,
    ...tenantCallbackPages,
    ...tenantTokens,
    ...tenantApis,
    ...tenantSessions,
    ...tenantWorking,
    ...tenantMoreWorking,
  ]),
  ...list("Chromium", "other", [
    ...otherRequests,
    ...otherProviderPages,
    ...otherResponses,
    ...otherCallbacks,
    ...otherCallbackPages,
    ...otherTokens,
    ...otherApis,
    ...otherSessions,
    ...otherWorking,
    ...otherMoreWorking,
  ]),
];

/** All captured logins. */
export const logins: readonly Login[] = [...cases, ...blindLogins];
