import * as z from "zod/mini";
import type { Client } from "../../directory/clients.ts";
import { findConnection } from "../../directory/connections.ts";
import type { TenantContext } from "../../context.ts";
import { openIdScopes, splitScope } from "../../directory/scopes.ts";
import { findOrganization, type Organization } from "../../directory/organizations.ts";

const responseModes = ["fragment", "query", "form_post", "web_message"] as const;

type ResponseMode = (typeof responseModes)[number];

/** A request to `/authorize` whose client and callback are known and whose parameters make sense. */
export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  responseTypes: readonly ("code" | "token" | "id_token")[];
  responseMode: ResponseMode;
  state: string | undefined;
  nonce: string | undefined;
  scopes: readonly string[];
  audience: string | undefined;
  prompt: "none" | "login" | "consent" | "select_account" | undefined;
  /** Largest age of the user's last typed password, in seconds. */
  maxAge: number | undefined;
  loginHint: string | undefined;
  codeChallenge: string | undefined;
  /** Name of the one connection to use; the user chooses when there is none. */
  connection: string | undefined;
  organization: Organization | undefined;
  /** Ticket of an embedded login. */
  loginTicket: string | undefined;
  /** Which page to begin with. */
  screenHint: "login" | "signup" | undefined;
}

/** Where a refusal goes: a known callback, so that the client learns of it. */
export type AuthorizationTarget = Pick<
  AuthorizationRequest,
  "client" | "redirectUri" | "responseMode" | "state"
>;

/** Error and description for the client (RFC 6749, section 4.1.2.1; OpenID Connect Core 3.1.2.6). */
export interface AuthorizationError {
  error: string;
  description: string;
}

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

/** Judges a request's parameters once its client and callback are trusted. */
export function parseAuthorizationRequest(
  context: TenantContext,
  target: { client: Client; redirectUri: string },
  query: URLSearchParams,
):
  | { ok: true; request: AuthorizationRequest }
  | { ok: false; error: AuthorizationError; target: AuthorizationTarget } {
  const parsed = parametersSchema.safeParse(Object.fromEntries(query));
  const responseTypes = readResponseTypes(query.get("response_type"));
  const isCodeAlone = responseTypes?.length === 1 && responseTypes[0] === "code";
  const responseMode =
    responseModes.find((mode) => mode === query.get("response_mode")) ??
    (isCodeAlone ? "query" : "fragment");
  const answer = { ...target, responseMode, state: query.get("state") ?? undefined };

  function refuse(error: string, description: string) {
    return { ok: false, error: { error, description }, target: answer } as const;
  }

  const repeated = findRepeated(query);
  if (repeated !== undefined) return refuse("invalid_request", `Repeated parameter: ${repeated}`);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0];
    return refuse("invalid_request", `Invalid value of parameter: ${String(name)}`);
  }
  if (!query.has("response_type")) {
    return refuse("invalid_request", "Missing required parameter: response_type");
  }
  if (responseTypes === undefined) {
    return refuse("unsupported_response_type", "Unsupported response type");
  }
  if (responseMode === "query" && !isCodeAlone) {
    // Tokens in a query would end up in server logs: OAuth 2.0 Multiple Response Types, section 3.
    const toFragment = { ...answer, responseMode: "fragment" } as const;
    const description = "response_mode query is for response_type code alone";
    return { ok: false, error: { error: "invalid_request", description }, target: toFragment };
  }
  const complaint = findComplaint(context, parsed.data, responseTypes);
  if (complaint !== undefined) return refuse(complaint.error, complaint.description);
  const { nonce, prompt, audience, max_age: maxAge } = parsed.data;
  const request = {
    ...answer,
    responseTypes,
    nonce,
    prompt,
    audience,
    scopes: grantScopes(context, target.client, parsed.data, responseTypes),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
    loginHint: parsed.data.login_hint,
    codeChallenge: parsed.data.code_challenge,
    connection: parsed.data.connection,
    organization: findOrganization(parsed.data.organization ?? ""),
    loginTicket: parsed.data.login_ticket,
    screenHint: parsed.data.screen_hint === "signup" ? "signup" : undefined,
  } as const;
  return { ok: true, request };
}

function findComplaint(
  context: TenantContext,
  parameters: Parameters,
  responseTypes: AuthorizationRequest["responseTypes"],
): AuthorizationError | undefined {
  if (responseTypes.includes("id_token") && !parameters.nonce) {
    // OpenID Connect Core, sections 3.2.2.1 and 3.3.2.11.
    return { error: "invalid_request", description: "Missing required parameter: nonce" };
  }
  const hasChallenge = parameters.code_challenge !== undefined;
  if (hasChallenge !== (parameters.code_challenge_method !== undefined)) {
    const description = "code_challenge and code_challenge_method=S256 must come together";
    return { error: "invalid_request", description };
  }
  const { audience, connection, organization } = parameters;
  if (audience !== undefined && !context.resourceServers.has(audience)) {
    return { error: "access_denied", description: `Service not found: ${audience}` };
  }
  if (connection !== undefined && findConnection(connection) === undefined) {
    return { error: "invalid_request", description: "The connection was not found" };
  }
  if (organization !== undefined && findOrganization(organization) === undefined) {
    const description = "invalid organization: it does not exist at this tenant";
    return { error: "invalid_request", description };
  }
  return undefined;
}

function readResponseTypes(
  value: string | null,
): AuthorizationRequest["responseTypes"] | undefined {
  const wanted = (value ?? "").split(" ").filter((part) => part !== "");
  const known = (["code", "token", "id_token"] as const).filter((type) => wanted.includes(type));
  return known.length > 0 && known.length === wanted.length ? known : undefined;
}

function findRepeated(query: URLSearchParams): string | undefined {
  const names = [...query.keys()];
  return names.find((name, index) => names.indexOf(name) !== index);
}

/** Scopes that this tenant knows for the request; others are left out, as RFC 6749, 3.3 permits. */
function grantScopes(
  context: TenantContext,
  client: Client,
  parameters: Parameters,
  responseTypes: AuthorizationRequest["responseTypes"],
): string[] {
  const known = listKnownScopes(context, parameters.audience);
  // A refresh token travels in the answer to a code alone.
  const mayRefresh = responseTypes.includes("code") && client.grant_types.includes("refresh_token");
  if (!mayRefresh) known.delete("offline_access");
  return splitScope(parameters.scope).filter((scope) => known.has(scope));
}

/** Scopes of OpenID Connect and of the API asked for. */
export function listKnownScopes(context: TenantContext, audience: string | undefined): Set<string> {
  const ofApi = audience === undefined ? [] : context.resourceServers.get(audience)?.user_scopes;
  return new Set([...openIdScopes, ...(ofApi ?? [])]);
}
