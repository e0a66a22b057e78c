import * as z from "zod/mini";
import { findConnection } from "../../directory/connections.ts";
import type { TenantApp, TenantContext } from "../../context.ts";
import { readBody } from "../../http/request-body.ts";
import { findUserByEmail } from "../../directory/users.ts";
import { requesterAddress } from "../login/check-password.ts";
import { allowOrigin } from "../cors.ts";
import { respondWithOAuthError } from "../oauth-error.ts";
import { countRequest } from "../request-limit.ts";

const bodySchema = z.object({
  client_id: z.string().check(z.maxLength(200)),
  connection: z.string().check(z.maxLength(150)),
  email: z.string().check(z.minLength(3), z.maxLength(320)),
});

const outlineSchema = z.object({ client_id: z.string() });

/** Ten in a row, then one a minute, for one e-mail address. */
const pace = { burst: 10, interval: 60_000 };

/**
 * `POST /dbconnections/change_password`: sends a link to choose a new password. The answer is the same
 * plain text for a user that does not exist.
 */
export function addChangePasswordRoute(app: TenantApp, context: TenantContext): void {
  app.post("/dbconnections/change_password", async (c) => {
    c.header("cache-control", "no-store");
    const body = await readBody(c);
    const value = body.ok ? body.value : undefined;
    const client = context.clients.get(outlineSchema.safeParse(value).data?.client_id ?? "");
    allowOrigin(c, client);
    const parsed = bodySchema.safeParse(value);
    if (!parsed.success) {
      const parameter = String(parsed.error.issues[0]?.path[0] ?? "body");
      return c.json({ error: `${parameter} is required` }, 400);
    }
    if (client === undefined) {
      return respondWithOAuthError(c, 400, "invalid_request", "Unknown client");
    }
    c.set("clientId", client.client_id);
    const { connection, email } = parsed.data;
    if (findConnection(connection)?.strategy !== "auth0") {
      return respondWithOAuthError(c, 400, "invalid_request", "The connection does not exist");
    }
    const key = `change_password:${requesterAddress}:${email.toLowerCase()}`;
    if (!countRequest(c, context, key, pace)) {
      const description = "Too many attempts, try again in a minute";
      return respondWithOAuthError(c, 429, "too_many_requests", description);
    }
    const user = findUserByEmail(context.users, email, connection);
    if (user !== undefined) {
      const ticket = context.random.text(32);
      context.logins.mailTickets.put(ticket, { purpose: "reset_password", userId: user.user_id });
      const link = `${context.issuer}u/reset-password?ticket=${ticket}`;
      context.mailbox.send({ kind: "password_reset", channel: "email", to: user.email, link });
    }
    return c.text("We've just sent you an email to reset your password.");
  });
}
