import { requested } from "../../trace/contradictions/readers/request.ts";
import { seeSent } from "../../trace/contradictions/readers/see.ts";
import { grantedScope } from "../../trace/contradictions/readers/token-request.ts";
import type { Evidence } from "../../trace/evidence.ts";
import type { PreparedFlow } from "../../trace/prepared-flow.ts";

/** A value that says which access a flow requested, or which it was granted. */
export interface AccessFact {
  name: "scope requested" | "scope granted" | "audience" | "resource";
  /** "as requested" for a token response without a scope. */
  value: Evidence | "as requested";
}

/**
 * Lists the access that a flow requested and was granted. A token response without `scope` grants
 * the requested one (RFC 6749, section 5.1). `audience` is a parameter of some providers; the
 * standard one is `resource` (RFC 8707, section 2).
 */
export function listAccess(prepared: PreparedFlow): AccessFact[] {
  const subject = { prepared, stop: undefined };
  // Without an authorization request, the token request has the values.
  const request = prepared.flow.tokenRequests.at(-1);
  const find = (name: string) => requested(name)(subject) ?? seeSent(request, name);
  const scope = find("scope");
  const hasAccessToken = prepared.tokens.some(({ name }) => name === "access_token");
  const isGranted = hasAccessToken && scope !== undefined;
  const facts: { name: AccessFact["name"]; value: AccessFact["value"] | undefined }[] = [
    { name: "scope requested", value: scope },
    {
      name: "scope granted",
      value: grantedScope(subject) ?? (isGranted ? "as requested" : undefined),
    },
    { name: "audience", value: find("audience") },
    { name: "resource", value: find("resource") },
  ];
  return facts.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
}
