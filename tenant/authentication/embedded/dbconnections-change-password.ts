import * as z from "zod/mini";
import { findConnection } from "../../directory/connections.ts";
import { findUserByEmail } from "../../directory/users.ts";
import { readBodyValue } from "../../http/request-body.ts";
import type { TenantApp } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { allowOrigin } from "../cors.ts";
import { requesterAddress } from "../login/check-password.ts";
import { OAuthError } from "../oauth-error.ts";
import { countRequest } from "../request-limit.ts";

const bodySchema = z.object({
  client_id: z.string().check(z.maxLength(200)),
  connection: z.string().check(z.maxLength(150)),
  email: z.string().check(z.minLength(3), z.maxLength(320)),
});

const clientSchema = z.object({ client_id: z.string() });

/** Ten in a row, then one a minute, for each email address. */
const pace = { burst: 10, interval: 60_000 };

/**
 * Adds `POST /dbconnections/change_password`: sends a link to choose a new password. An unknown
 * user gets the same response, so that it does not disclose accounts.
 */
export function addChangePasswordRoute(app: TenantApp, context: AuthenticationContext): void {
  app.post("/dbconnections/change_password", async (c) => {
    c.header("cache-control", "no-store");
    const value = await readBodyValue(c);
    const client = context.clients.get(clientSchema.safeParse(value).data?.client_id ?? "");
    allowOrigin(c, client);
    const parsed = bodySchema.safeParse(value);
    if (!parsed.success) {
      const parameter = String(parsed.error.issues[0]?.path[0] ?? "body");
      return c.json({ error: `${parameter} is required` }, 400);
    }
    if (client === undefined) throw new OAuthError(400, "invalid_request", "Unknown client");
    c.set("clientId", client.client_id);
    const { connection, email } = parsed.data;
    if (findConnection(connection)?.strategy !== "auth0") {
      throw new OAuthError(400, "invalid_request", "The connection does not exist");
    }
    const key = `change_password:${requesterAddress}:${email.toLowerCase()}`;
    if (!countRequest(c, context, key, pace)) {
      const description = "Too many attempts. Try again in a minute.";
      throw new OAuthError(429, "too_many_requests", description);
    }
    sendResetLink(context, email, connection);
    return c.text("We've just sent you an email to reset your password.");
  });
}

function sendResetLink(context: AuthenticationContext, email: string, connection: string): void {
  const user = findUserByEmail(context.users, email, connection);
  if (user === undefined) return;
  const ticket = context.random.text(32);
  context.logins.mailTickets.put(ticket, { purpose: "reset_password", userId: user.user_id });
  const link = `${context.issuer}u/reset-password?ticket=${ticket}`;
  context.mailbox.send({ kind: "password_reset", channel: "email", to: user.email, link });
}
