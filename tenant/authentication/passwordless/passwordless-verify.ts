import * as z from "zod/mini";
import { readBodyValue } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import { ErrorPage } from "../../pages/error-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { AuthorizationError } from "../authorize/authorization-error.ts";
import { readAuthorizationRequest } from "../authorize/authorize.ts";
import { allowOrigin } from "../cors.ts";
import { advanceLogin } from "../login/advance-login.ts";
import { checkOneTimeCode, failureTexts, nameRecipient } from "../login/check-password.ts";
import { OAuthError } from "../oauth-error.ts";
import { recipientSchemas } from "./passwordless-start.ts";
import { findOrCreatePasswordlessUser } from "./passwordless-user.ts";

const credentialsSchema = z.discriminatedUnion("connection", [
  z.object({
    connection: z.literal("email"),
    email: recipientSchemas.email,
    verification_code: z.string().check(z.maxLength(20)),
  }),
  z.object({
    connection: z.literal("sms"),
    phone_number: recipientSchemas.sms,
    verification_code: z.string().check(z.maxLength(20)),
  }),
]);

const clientSchema = z.object({ client_id: z.string() });

function readCredentials(value: unknown) {
  const parsed = credentialsSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { connection, verification_code: code } = parsed.data;
  const username = connection === "email" ? parsed.data.email : parsed.data.phone_number;
  return { connection, username, code };
}

/** Adds the route that checks a code for a form, and the URL that login links point to. */
export function addPasswordlessVerifyRoutes(app: TenantApp, context: AuthenticationContext): void {
  app.post("/passwordless/verify", async (c) => {
    c.header("cache-control", "no-store");
    const value = await readBodyValue(c);
    const client = context.clients.get(clientSchema.safeParse(value).data?.client_id ?? "");
    allowOrigin(c, client);
    const credentials = readCredentials(value);
    if (client === undefined || credentials === undefined) {
      throw new OAuthError(400, "bad.request", "Missing or invalid parameters");
    }
    c.set("clientId", client.client_id);
    const { connection, username, code } = credentials;
    const isRight = context.logins.codes.check(nameRecipient(connection, username), code);
    if (isRight) return c.json({});
    throw new OAuthError(401, "invalid_user_password", "Wrong email or verification code.");
  });

  app.get("/passwordless/verify_redirect", async (c) => await respondToLink(c, context));
}

async function respondToLink(c: TenantRequest, context: AuthenticationContext): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const credentials = readCredentials(Object.fromEntries(query));
  if (credentials === undefined) {
    throw new ErrorPage(400, {
      title: "This link is incomplete",
      text: "A part of the link is missing. Copy the whole link from the message, or request a new link.",
    });
  }
  const request = readAuthorizationRequest(c, context, query);
  const { connection } = credentials;
  const result = checkOneTimeCode(context, credentials, () =>
    findOrCreatePasswordlessUser(context, connection, credentials.username),
  );
  if (!result.ok) {
    const description =
      result.failure === "wrong-password"
        ? "Wrong email or verification code."
        : failureTexts[result.failure];
    throw new AuthorizationError(context, request, "access_denied", description);
  }
  return await advanceLogin(c, context, request, { user: result.user, connection });
}
