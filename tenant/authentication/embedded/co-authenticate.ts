import { setCookie } from "hono/cookie";
import * as z from "zod/mini";
import type { Client } from "../../directory/clients.ts";
import { findConnection } from "../../directory/connections.ts";
import { databaseConnection, readConnectionName, type User } from "../../directory/users.ts";
import { readBodyValue } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import {
  checkOneTimeCode,
  checkPassword,
  failureTexts,
  type LoginFailure,
  type LoginResult,
} from "../login/check-password.ts";
import { describeCookie } from "../login/sessions.ts";
import { OAuthError } from "../oauth-error.ts";
import { findOrCreatePasswordlessUser } from "../passwordless/passwordless-user.ts";
import { passwordlessOtpGrant, passwordRealmGrant } from "../token/credential-types.ts";

/** Cookie that ties a login ticket to the browser that received it. */
export const crossOriginCookieName = "tenant_co";

const text = z.string().check(z.minLength(1), z.maxLength(1024));
/** Any answer to a captcha is right. */
const common = { client_id: text, username: text, captcha: z.optional(text) };

/** Strict: each variant allows only its own fields. */
const bodySchemas = {
  [passwordRealmGrant]: z.strictObject({
    ...common,
    credential_type: z.literal(passwordRealmGrant),
    password: text,
    realm: text,
  }),
  password: z.strictObject({
    ...common,
    credential_type: z.literal("password"),
    password: text,
  }),
  [passwordlessOtpGrant]: z.strictObject({
    ...common,
    credential_type: z.literal(passwordlessOtpGrant),
    otp: text,
    realm: text,
  }),
} as const;

const bodySchema = z.discriminatedUnion("credential_type", [
  bodySchemas[passwordRealmGrant],
  bodySchemas.password,
  bodySchemas[passwordlessOtpGrant],
]);

type Credentials = z.infer<typeof bodySchema>;

const outlineSchema = z.object({
  client_id: z.optional(z.unknown()),
  credential_type: z.optional(z.unknown()),
});

const errors: Record<LoginFailure, { status: 401 | 403 | 429; error: string }> = {
  "wrong-password": { status: 403, error: "access_denied" },
  denied: { status: 403, error: "access_denied" },
  blocked: { status: 403, error: "blocked_user" },
  leaked: { status: 401, error: "password_leaked" },
  "account-locked": { status: 429, error: "too_many_attempts" },
  suspicious: { status: 429, error: "too_many_attempts" },
};

/**
 * Adds `POST /co/authenticate`. An application's own login form sends the credentials, with
 * cookies. The form receives a ticket that `/authorize` redeems.
 */
export function addCoAuthenticateRoute(app: TenantApp, context: AuthenticationContext): void {
  app.post("/co/authenticate", async (c) => {
    c.header("cache-control", "no-store");
    c.header("vary", "Origin", { append: true });
    const body = await readBodyValue(c);
    const outline = outlineSchema.safeParse(body).data ?? {};
    const { client_id: id } = outline;
    const client = typeof id === "string" ? context.clients.get(id) : undefined;
    const origin = c.req.header("origin");
    if (!isAllowedOrigin(context, client, origin)) {
      return c.text(`Origin ${origin ?? "null"} is not allowed.`, 403);
    }
    c.header("access-control-allow-origin", origin);
    c.header("access-control-allow-credentials", "true");
    if (client !== undefined) c.set("clientId", client.client_id);
    return respondToCredentials(c, context, client, body);
  });
}

function respondToCredentials(
  c: TenantRequest,
  context: AuthenticationContext,
  client: Client | undefined,
  body: unknown,
): Response {
  const type = outlineSchema.safeParse(body).data?.credential_type;
  if (typeof type === "string" && !Object.hasOwn(bodySchemas, type)) {
    const description = "Unknown credential type parameter.";
    throw new OAuthError(400, "unsupported_credential_type", description);
  }
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) {
    throw new OAuthError(400, "invalid_request", describeFields(type));
  }
  if (client?.cross_origin_authentication !== true) {
    throw new OAuthError(401, "unauthorized_client", "Cross-origin login not allowed.");
  }
  const connection = findRealm(parsed.data);
  if (connection === undefined) {
    throw new OAuthError(400, "invalid_request", "Unknown realm.");
  }
  if (context.faults.isPlanted("verification-required") && parsed.data.captcha === undefined) {
    throw new OAuthError(401, "requires_verification", "Suspicious request requires verification");
  }
  const result = checkCredentials(context, parsed.data, connection);
  if (!result.ok) {
    const { status, error } = errors[result.failure];
    context.log.addFact("login rejected", { client_id: client.client_id, reason: result.failure });
    throw new OAuthError(status, error, failureTexts[result.failure]);
  }
  return respondWithTicket(c, context, client, result.user);
}

function respondWithTicket(
  c: TenantRequest,
  context: AuthenticationContext,
  client: Client,
  user: User,
): Response {
  const { random } = context;
  const id = random.text(32);
  const browserId = random.text(32);
  const [verifierId, verifier] = [random.text(12), random.text(32)];
  context.logins.tickets.put(id, {
    clientId: client.client_id,
    userId: user.user_id,
    connection: readConnectionName(user),
    browserId,
    verifierId,
    verifier,
  });
  c.set("subject", user.user_id);
  setCookie(c, crossOriginCookieName, browserId, describeCookie(c));
  return c.json({ login_ticket: id, co_verifier: verifier, co_id: verifierId });
}

/** Returns true for a web origin of the client, or of any client if the client is unknown. */
function isAllowedOrigin(
  context: AuthenticationContext,
  client: Client | undefined,
  origin: string | undefined,
): origin is string {
  if (origin === undefined) return false;
  const clients = client === undefined ? [...context.clients.values()] : [client];
  return clients.some((each) => each.web_origins.includes(origin));
}

function describeFields(type: unknown): string {
  const secret = type === passwordRealmGrant ? "password" : "otp";
  const fields =
    type === "password"
      ? "client_id, credential_type, username, password"
      : `client_id, credential_type, username, ${secret}, realm`;
  return `Invalid body. All and only of ${fields} are required.`;
}

/** Returns the connection of the credentials; undefined if its kind does not match their type. */
function findRealm(credentials: Credentials): string | undefined {
  if (credentials.credential_type === "password") return databaseConnection.name;
  const connection = findConnection(credentials.realm);
  const isPasswordless = connection?.strategy === "email" || connection?.strategy === "sms";
  const isDatabase = connection?.strategy === "auth0";
  const fits = credentials.credential_type === passwordlessOtpGrant ? isPasswordless : isDatabase;
  return fits ? connection?.name : undefined;
}

function checkCredentials(
  context: AuthenticationContext,
  credentials: Credentials,
  connection: string,
): LoginResult {
  const { username } = credentials;
  if (credentials.credential_type !== passwordlessOtpGrant) {
    return checkPassword(context, { username, password: credentials.password, connection });
  }
  return checkOneTimeCode(context, { username, code: credentials.otp, connection }, () =>
    findOrCreatePasswordlessUser(context, connection, username),
  );
}
