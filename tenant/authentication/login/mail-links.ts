import * as z from "zod/mini";
import { findConnection } from "../../directory/connections.ts";
import { readConnectionName, type User } from "../../directory/users.ts";
import { describeRequestContext } from "../../events/request-context.ts";
import { describeUserUpdated } from "../../events/user-changed.ts";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import { ErrorPage, renderNoticePage } from "../../pages/error-page.ts";
import { renderResetPasswordPage } from "../../pages/reset-password-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import type { MailTicket } from "./mail-ticket.ts";
import { findPasswordProblem } from "./password-policy.ts";

const formSchema = z.object({ password: z.string().check(z.maxLength(1024)) });

/** Adds the pages that links in emails open: to verify an address, to choose a new password. */
export function addMailLinkRoutes(app: TenantApp, context: AuthenticationContext): void {
  const { mailTickets } = context.logins;

  app.get("/u/email-verification", (c) => {
    const user = requireTicketUser(c, context, "verify_email");
    mailTickets.remove(c.req.query("ticket") ?? "");
    changeUser(c, context, { ...user, email_verified: true });
    return renderNoticePage(c, {
      title: "Your email address is verified",
      text: `The address ${user.email} is now verified. You can close this page.`,
    });
  });

  app.get("/u/reset-password", (c) => {
    const { email } = requireTicketUser(c, context, "reset_password");
    return renderResetPasswordPage(c, { email });
  });

  app.post("/u/reset-password", async (c) => {
    const form = await parseBody(c, formSchema);
    const user = requireTicketUser(c, context, "reset_password");
    const password = form.data?.password ?? "";
    const connection = findConnection(readConnectionName(user)) ?? {};
    const problem = findPasswordProblem(password, connection, user, user);
    if (problem !== undefined) {
      const policy = problem.name === "PasswordStrengthError" ? problem.policy : undefined;
      const { email } = user;
      return await renderResetPasswordPage(c, { email, problem: problem.message, policy });
    }
    mailTickets.remove(c.req.query("ticket") ?? "");
    changeUser(c, context, { ...user, password });
    return await renderNoticePage(c, {
      title: "Your password has been changed",
      text: "Go back to the application and log in with the new password.",
    });
  });
}

function requireTicketUser(
  c: TenantRequest,
  { logins, users }: Pick<AuthenticationContext, "logins" | "users">,
  purpose: MailTicket["purpose"],
): User {
  const ticket = logins.mailTickets.get(c.req.query("ticket") ?? "");
  const user = ticket?.purpose === purpose ? users.get(ticket.userId) : undefined;
  if (user !== undefined) return user;
  throw new ErrorPage(400, {
    title: "This link is no longer valid",
    text: "The link was already used or is older than five days. Request a new link in the application.",
  });
}

function changeUser(c: TenantRequest, context: AuthenticationContext, changed: User): void {
  const user = { ...changed, updated_at: new Date(context.now()).toISOString() };
  context.users.set(user.user_id, user);
  context.events.append(describeUserUpdated(user, describeRequestContext(c, context)));
}
