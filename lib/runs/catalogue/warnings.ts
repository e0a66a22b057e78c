import { isLoopback } from "../../http/is-loopback.ts";
import { plural } from "../../encoding/plural.ts";
import type { RunFacts, RunSetting, Values } from "../operation.ts";

/** The interval of silent renewals that the service never limits. */
const renewalInterval = 15 * 60_000;

/** Returns the texts of a list that are not undefined. */
export function listWarnings(...warnings: readonly (string | undefined)[]): readonly string[] {
  return warnings.filter((warning) => warning !== undefined);
}

/** Warns that consent is never skipped for a callback URL on the user's own machine. */
export function warnOfLocalConsent(callback: string): string | undefined {
  if (!isLoopback(URL.parse(callback)?.hostname ?? "")) return undefined;
  return "The callback URL is on this machine, where the tenant never skips consent. Without the user's consent to all of these scopes, the run fails with consent_required: log in first.";
}

/** Warns of a silent renewal soon after another one. */
export function warnOfPolling(facts: RunFacts | undefined): string | undefined {
  if (facts?.lastRunAt === undefined) return undefined;
  const left = facts.lastRunAt + renewalInterval - facts.now;
  if (left <= 0 || left > renewalInterval) return undefined;
  const minutes = Math.ceil(left / 60_000);
  return `The last silent renewal was less than 15 minutes ago. The service limits more frequent calls. Wait ${plural(minutes, "minute")}.`;
}

/**
 * Warns of third-party cookies, which silent renewal and embedded login need. The extension sends
 * all cookies of a permitted host, in frames too.
 */
export function warnOfCookies({ way }: RunSetting): string {
  return way === "extension"
    ? "The extension sends all cookies of the tenant, so a failure because of third-party cookies cannot show here. Only a run in the inspected page can show one."
    : "Without a custom domain, this needs third-party cookies. Browsers can block them, for example with tracking protection.";
}

/**
 * Warns of the verification of an embedded login by the page. A run leaves nothing in the page's
 * storage, so the page's library has no proof for it.
 */
export function warnOfVerification({ way }: RunSetting): string | undefined {
  return way === "page"
    ? "If the browser blocks the tenant's cookie, this run ends with “Cross-origin verification failed.”: its proof stays in the panel. Your page's own login can pass."
    : undefined;
}

/** Warns of an application whose ID tokens version 10 refuses. */
export function warnOfHs256(facts: RunFacts | undefined): string | undefined {
  return facts?.idTokenAlgorithm === "HS256"
    ? "This application signs its ID tokens with HS256, which version 10 refuses with invalid_token. Set its signature algorithm to RS256."
    : undefined;
}

/** Warns of a callback URL that cannot send its response to the page. */
export function warnOfOtherOrigin(callback: string, setting: RunSetting): string | undefined {
  return URL.parse(callback)?.href.startsWith(`${setting.pageOrigin}/`) === true
    ? undefined
    : `The callback URL must have the origin ${setting.pageOrigin}. With another one, the run fails with origin_mismatch.`;
}

/** Says who redeems a code without PKCE. */
export function warnOfServerCode({ responseType = "" }: Values): string | undefined {
  return /\bcode$|\bcode (?!pkce)/.test(responseType)
    ? "The code is for your server, and the library does not redeem it. Use Code exchange."
    : undefined;
}
