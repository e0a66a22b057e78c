import * as z from "zod/mini";
import { splitUserId } from "../../directory/user-profile.ts";
import { readBodyValue } from "../../http/request-body.ts";
import type { TenantApp } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { allowOrigin } from "../cors.ts";
import { newAccountSchema, signUp, type SignUpProblem } from "../login/sign-up.ts";

const bodySchema = z.extend(newAccountSchema, { client_id: z.string().check(z.maxLength(200)) });

const clientSchema = z.object({ client_id: z.string() });

/**
 * Adds `POST /dbconnections/signup`. Its errors have the keys `code`, `description`, `statusCode`.
 */
export function addSignupRoute(app: TenantApp, context: AuthenticationContext): void {
  app.post("/dbconnections/signup", async (c) => {
    c.header("cache-control", "no-store");
    const value = await readBodyValue(c);
    const client = context.clients.get(clientSchema.safeParse(value).data?.client_id ?? "");
    allowOrigin(c, client);
    const refuse = (problem: SignUpProblem): Response =>
      c.json({ ...problem, statusCode: 400 }, 400);
    const parsed = bodySchema.safeParse(value);
    if (!parsed.success) {
      const parameter = String(parsed.error.issues[0]?.path[0] ?? "body");
      const description = `Missing or invalid parameter: ${parameter}`;
      return refuse({ name: "BadRequestError", code: "invalid_signup", description });
    }
    if (client === undefined) {
      const description = "Unknown client";
      return refuse({ name: "BadRequestError", code: "unauthorized", description });
    }
    c.set("clientId", client.client_id);
    const result = signUp(c, context, parsed.data);
    if (!result.ok) return refuse(result.problem);
    const { user } = result;
    c.set("subject", user.user_id);
    return c.json({
      _id: splitUserId(user.user_id).id,
      email: user.email,
      email_verified: user.email_verified,
      ...(user.username !== undefined && { username: user.username }),
      ...(user.user_metadata !== undefined && { user_metadata: user.user_metadata }),
    });
  });
}
