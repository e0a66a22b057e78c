import type { PreparedFlow } from "../../prepared-flow.ts";
import { readAsked, readGiven } from "../evidence.ts";
import { findStart, isStartedByServer } from "./find-start.ts";

/**
 * Returns how a code that arrived was used:
 *
 * - redeemed: a token request is in the capture, or the flow is complete without one, or is a run of
 *   this extension
 * - unredeemed: the page should have redeemed it, and did not
 * - unknown: a server can have redeemed it, which no browser sees
 */
export function findRedemption(prepared: PreparedFlow): "redeemed" | "unredeemed" | "unknown" {
  const { flow, isUnderWay, isOwnRun } = prepared;
  if (isOwnRun) return "redeemed";
  const isOpen = flow.phase === "response" && !isUnderWay && flow.tokenRequests.length === 0;
  if (!isOpen || readGiven(prepared, "code") === undefined) return "redeemed";
  if (wasRedeemedUnseen(prepared)) return "redeemed";
  return isForPage(prepared) ? "unredeemed" : "unknown";
}

/** Returns true if a code arrived that the page should have redeemed, and did not. */
export function isUnredeemed(prepared: PreparedFlow): boolean {
  return findRedemption(prepared) === "unredeemed";
}

/** Returns true if an API accepted a new token of the page: a worker can have redeemed the code. */
function wasRedeemedUnseen({ flow, context }: PreparedFlow): boolean {
  const { response } = flow;
  const origin = URL.parse(response?.target ?? "")?.origin ?? "";
  const since = context.acceptedSince.get(origin);
  return response !== undefined && since !== undefined && since > response.at;
}

/** Returns true if the capture shows that a page, rather than a server, waits for the code. */
function isForPage(prepared: PreparedFlow): boolean {
  const { flow, previous, next } = prepared;
  const mode = flow.response?.mode;
  // No browser shows what an app of the device does.
  if (!/^https?:/u.test(flow.response?.target ?? "https:")) return false;
  // No server gets a fragment or a message.
  if (mode === "fragment" || mode === "web_message") return true;
  if (mode === "form_post") return false;
  const others = next === undefined ? previous : [next, ...previous];
  if (others.some(({ tokenRequests }) => tokenRequests.length > 0)) return true;
  // The page that made a challenge has its verifier; so has a server that redirected to the login.
  if (readAsked(prepared, "code_challenge") === undefined) return false;
  // It can also have put the address of the login into a page.
  if (flow.pageOrigin === undefined || isStartedByServer(prepared)) return false;
  return findStart(prepared) === undefined;
}
