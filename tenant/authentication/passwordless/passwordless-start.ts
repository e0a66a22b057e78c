import { allowsUrl } from "../../directory/allows-url.ts";
import * as z from "zod/mini";
import { splitUserId } from "../../directory/user-profile.ts";
import { emailPattern } from "../../directory/users.ts";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { allowOrigin } from "../cors.ts";
import { requesterAddress } from "../login/check-password.ts";
import { OAuthError } from "../oauth-error.ts";
import { countRequest } from "../request-limit.ts";
import { findPasswordlessUser } from "./passwordless-user.ts";
import { sendOneTimeCode, unreachableNumber } from "./send-one-time-code.ts";

/** The email addresses and phone numbers that the passwordless connections accept. */
export const recipientSchemas = {
  email: z.string().check(z.trim(), z.maxLength(320), z.regex(emailPattern), z.toLowerCase()),
  sms: z.string().check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/)),
};

const linkParameters = ["response_type", "redirect_uri", "scope", "audience", "state", "nonce"];

const authParamsSchema = z.record(
  z.string().check(z.maxLength(100)),
  z.string().check(z.maxLength(4096)),
);

const bodySchema = z.object({
  client_id: z.optional(z.unknown()),
  connection: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
  phone_number: z.optional(z.unknown()),
  send: z.nullish(z.enum(["code", "link"])),
  authParams: z.optional(authParamsSchema),
});

/** Fifty an hour from one address. */
const pace = { burst: 50, interval: 72_000 };

/**
 * Adds `POST /passwordless/start`: sends a one-time code or a login link by email or text message.
 */
export function addPasswordlessStartRoute(app: TenantApp, context: AuthenticationContext): void {
  app.post("/passwordless/start", async (c) => {
    c.header("cache-control", "no-store");
    return start(c, context, await parseBody(c, bodySchema));
  });
}

function start(
  c: TenantRequest,
  context: AuthenticationContext,
  parsed: ReturnType<typeof bodySchema.safeParse>,
): Response {
  const refuse = (error: string, description: string): OAuthError =>
    new OAuthError(400, error, description);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0];
    throw name === "authParams"
      ? refuse("bad.authParams", "authParams must be an object with string values")
      : refuse("bad.request", `Invalid value of parameter: ${String(name ?? "body")}`);
  }
  const { client_id: clientId, connection, send, authParams = {} } = parsed.data;
  const client = typeof clientId === "string" ? context.clients.get(clientId) : undefined;
  allowOrigin(c, client);
  if (client === undefined) throw refuse("bad.client_id", "The client_id is missing or unknown");
  c.set("clientId", client.client_id);
  if (connection !== "email" && connection !== "sms") {
    throw refuse("bad.connection", "The connection must be email or sms");
  }
  const { email, phone_number: phoneNumber } = parsed.data;
  const [field, given, other] =
    connection === "email" ? ["email", email, phoneNumber] : ["phone_number", phoneNumber, email];
  const recipient = recipientSchemas[connection].safeParse(given);
  if (!recipient.success) throw refuse(`bad.${field}`, `The ${field} is missing or malformed`);
  if (other !== undefined) throw refuse("bad.request", "Send either email or phone_number");
  const to = recipient.data;
  const isLink = send !== "code" && connection === "email";
  if (isLink && !allowsUrl(client.callbacks, authParams["redirect_uri"] ?? "")) {
    const description = "authParams.redirect_uri must be an allowed callback URL of the client";
    throw refuse("bad.authParams", description);
  }
  if (!countRequest(c, context, `passwordless:${requesterAddress}`, pace)) {
    throw new OAuthError(
      429,
      "too_many_requests",
      "Too many codes were requested. Try again later.",
    );
  }
  if (to === unreachableNumber) {
    throw refuse("sms_provider_error", "The provider could not deliver the message");
  }
  const toLink = (code: string): string =>
    writeLink(context, { ...authParams, client_id: client.client_id, connection, email: to }, code);
  sendOneTimeCode(context, connection, to, isLink ? toLink : undefined);
  return c.json(describeRecipient(context, connection, to));
}

function writeLink(
  context: AuthenticationContext,
  parameters: Record<string, string>,
  code: string,
): string {
  const url = new URL("passwordless/verify_redirect", context.issuer);
  for (const name of ["client_id", "connection", "email", ...linkParameters]) {
    const value = parameters[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  url.searchParams.set("verification_code", code);
  return url.toString();
}

function describeRecipient(
  context: AuthenticationContext,
  connection: "email" | "sms",
  to: string,
): Record<string, string | boolean> {
  const user = findPasswordlessUser(context, connection, to);
  // A recipient without an account gets a random ID: the response must not disclose accounts.
  const id =
    user === undefined ? context.random.text(24).toLowerCase() : splitUserId(user.user_id).id;
  return connection === "email"
    ? { _id: id, email: to, email_verified: user?.email_verified ?? false }
    : { _id: id, phone_number: to, phone_verified: user?.phone_verified ?? false };
}
