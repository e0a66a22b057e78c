import type { CapturedKind, CapturedRequest, RequestReading } from "./captured-request.ts";
import { fillForm } from "./fill-form.ts";
import {
  planManagement,
  planPasswordChange,
  planPasswordlessStart,
  planPasswordlessVerification,
  planSignup,
  planUserInfo,
} from "./plan-account-request.ts";
import { planAuthorization } from "./plan-authorization.ts";
import { planEmbeddedLogin } from "./plan-embedded-login.ts";
import { planLogout } from "./plan-logout.ts";
import { planTokenRequest } from "./plan-token-request.ts";
import type { PlanRequest } from "./request-plan.ts";

/** For each kind of request, how its run is planned, or why no operation makes it. */
const plans: Readonly<Record<CapturedKind, PlanRequest | string>> = {
  authorization: planAuthorization,
  "embedded-login": planEmbeddedLogin,
  logout: planLogout,
  token: planTokenRequest,
  "passwordless-start": planPasswordlessStart,
  "passwordless-verification": planPasswordlessVerification,
  signup: planSignup,
  "password-change": planPasswordChange,
  "user-info": planUserInfo,
  management: planManagement,
  discovery: "The library has no operation for discovery.",
  "key-set": "The library requests keys by itself when it checks a token.",
  "pushed-request": "The library has no operation for pushed authorization requests (RFC 9126).",
  revocation: "The library has no operation for revocation.",
  introspection: "The library has no operation for introspection.",
  "device-authorization": "The library has no operation for device authorization.",
  "embedded-verification":
    "The tenant's own page sends this request, after “Login with a password”.",
  mfa: "The library has no operation for multi-factor authentication: the tenant's pages ask for it.",
  "login-page": "This page belongs to the provider. Run the authorization request before it.",
  callback: "The provider's response leads to this page. Run the authorization request before it.",
  handover:
    "The application gives the response to its own server. Run the authorization request before it.",
  "api-call": "The library has no operation for this API. Copy the request as cURL or as fetch.",
  preflight: "The browser sends a preflight by itself, before the request that needs it.",
};

/**
 * Reads a captured request as a run of the Run tab, without its secrets and its values that work
 * once.
 *
 * @param flow the messages of the same login, in order of time
 */
export function readRequest(
  captured: CapturedRequest,
  flow: readonly CapturedRequest[] = [],
): RequestReading {
  const plan = plans[captured.kind];
  const planned = typeof plan === "string" ? plan : plan(captured, flow);
  return typeof planned === "string"
    ? { ok: false, reason: planned }
    : { ok: true, run: fillForm(planned, captured) };
}

/**
 * Reads a captured login as a run: its first request that an operation makes, by the order of the
 * kinds above.
 */
export function readFlow(flow: readonly CapturedRequest[]): RequestReading {
  const kinds = Object.keys(plans);
  const ordered = flow.toSorted(
    (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
  );
  let first: RequestReading | undefined;
  for (const captured of ordered) {
    const reading = readRequest(captured, flow);
    if (reading.ok) return reading;
    first ??= reading;
  }
  return first ?? { ok: false, reason: "This flow has no message." };
}
