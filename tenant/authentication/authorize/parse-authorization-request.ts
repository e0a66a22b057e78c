import * as z from "zod/mini";
import type { TenantCore } from "../../core/tenant-core.ts";
import type { Client } from "../../directory/clients.ts";
import { findConnection } from "../../directory/connections.ts";
import type { Directory } from "../../directory/directory.ts";
import { findOrganization } from "../../directory/organizations.ts";
import { listKnownScopes, splitScope } from "../../directory/scopes.ts";
import { AuthorizationError } from "./authorization-error.ts";
import {
  responseModes,
  type AuthorizationRequest,
  type AuthorizationTarget,
} from "./authorization-request.ts";

type ParsingContext = Pick<TenantCore, "random" | "faults"> & Pick<Directory, "resourceServers">;
type ResponseTypes = AuthorizationRequest["responseTypes"];

const text = z.optional(z.string().check(z.maxLength(4096)));

const parametersSchema = z.object({
  response_type: text,
  response_mode: z.optional(z.enum(responseModes)),
  scope: text,
  state: text,
  nonce: text,
  audience: text,
  connection: text,
  prompt: z.optional(z.enum(["none", "login", "consent", "select_account"])),
  max_age: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  login_hint: text,
  login_ticket: text,
  organization: text,
  screen_hint: text,
  code_challenge: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
  code_challenge_method: z.optional(z.literal("S256")),
});

type Parameters = z.infer<typeof parametersSchema>;

/** Returns the target of the response to a query, even if the rest of the query is invalid. */
export function readTarget(
  trusted: Pick<AuthorizationTarget, "client" | "redirectUri">,
  query: URLSearchParams,
): AuthorizationTarget {
  const requested = responseModes.find((mode) => mode === query.get("response_mode"));
  const standard = isCodeAlone(readResponseTypes(query)) ? "query" : "fragment";
  return {
    ...trusted,
    responseMode: requested ?? standard,
    state: query.get("state") ?? undefined,
  };
}

/**
 * Validates the parameters of an authorization request.
 *
 * @throws {AuthorizationError} for the first fault
 */
export function parseAuthorizationRequest(
  context: ParsingContext,
  target: AuthorizationTarget,
  query: URLSearchParams,
): AuthorizationRequest {
  const responseTypes = readResponseTypes(query);
  const parameters = readParameters(context, target, query);
  if (!query.has("response_type")) {
    const description = "Missing required parameter: response_type";
    throw new AuthorizationError(context, target, "invalid_request", description);
  }
  if (responseTypes === undefined) {
    const description = "Unsupported response type";
    throw new AuthorizationError(context, target, "unsupported_response_type", description);
  }
  if (target.responseMode === "query" && !isCodeAlone(responseTypes)) {
    // Tokens in a query would reach server logs: OAuth 2.0 Multiple Response Types, section 3.
    const toFragment = { ...target, responseMode: "fragment" } as const;
    const description = "response_mode=query is allowed only with response_type=code";
    throw new AuthorizationError(context, toFragment, "invalid_request", description);
  }
  checkParameters(context, target, parameters, responseTypes);
  const { nonce, prompt, audience, max_age: maxAge } = parameters;
  return {
    ...target,
    responseTypes,
    nonce,
    prompt,
    audience,
    scopes: grantScopes(context, target.client, parameters, responseTypes),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
    loginHint: parameters.login_hint,
    codeChallenge: parameters.code_challenge,
    connection: parameters.connection,
    organization: findOrganization(parameters.organization ?? ""),
    loginTicket: parameters.login_ticket,
    screenHint: parameters.screen_hint === "signup" ? "signup" : undefined,
  };
}

function readParameters(
  context: ParsingContext,
  target: AuthorizationTarget,
  query: URLSearchParams,
): Parameters {
  const names = [...query.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    const description = `Repeated parameter: ${repeated}`;
    throw new AuthorizationError(context, target, "invalid_request", description);
  }
  const parsed = parametersSchema.safeParse(Object.fromEntries(query));
  if (parsed.success) return parsed.data;
  const description = `Invalid value of parameter: ${String(parsed.error.issues[0]?.path[0])}`;
  throw new AuthorizationError(context, target, "invalid_request", description);
}

function checkParameters(
  context: ParsingContext,
  target: AuthorizationTarget,
  parameters: Parameters,
  responseTypes: ResponseTypes,
): void {
  const refuse = (description: string, error = "invalid_request"): AuthorizationError =>
    new AuthorizationError(context, target, error, description);
  if (responseTypes.includes("id_token") && !parameters.nonce) {
    // OpenID Connect Core, sections 3.2.2.1 and 3.3.2.11.
    throw refuse("Missing required parameter: nonce");
  }
  const hasChallenge = parameters.code_challenge !== undefined;
  if (hasChallenge !== (parameters.code_challenge_method !== undefined)) {
    throw refuse("code_challenge and code_challenge_method=S256 must be sent together");
  }
  const { audience, connection, organization } = parameters;
  if (audience !== undefined && !context.resourceServers.has(audience)) {
    throw refuse(`Service not found: ${audience}`, "access_denied");
  }
  if (audience?.endsWith("/api/v2/") === true && context.faults.isPlanted("user-access-denied")) {
    throw refuse(
      `Client is not authorized to access resource server "${audience}".`,
      "access_denied",
    );
  }
  if (connection !== undefined && findConnection(connection) === undefined) {
    throw refuse("The connection was not found");
  }
  if (organization !== undefined && findOrganization(organization) === undefined) {
    throw refuse("invalid organization: it does not exist at this tenant");
  }
}

function readResponseTypes(query: URLSearchParams): ResponseTypes | undefined {
  const wanted = (query.get("response_type") ?? "").split(" ").filter((part) => part !== "");
  const known = (["code", "token", "id_token"] as const).filter((type) => wanted.includes(type));
  return known.length > 0 && known.length === wanted.length ? known : undefined;
}

function isCodeAlone(responseTypes: ResponseTypes | undefined): boolean {
  return responseTypes?.length === 1 && responseTypes[0] === "code";
}

/**
 * Returns the requested scopes that the tenant knows; RFC 6749, section 3.3 permits dropping the
 * others.
 */
function grantScopes(
  context: ParsingContext,
  client: Client,
  parameters: Parameters,
  responseTypes: ResponseTypes,
): string[] {
  const known = listKnownScopes(context.resourceServers.get(parameters.audience ?? ""));
  // Only the exchange of a code can return a refresh token.
  const mayRefresh = responseTypes.includes("code") && client.grant_types.includes("refresh_token");
  if (!mayRefresh) known.delete("offline_access");
  return splitScope(parameters.scope).filter((scope) => known.has(scope));
}
