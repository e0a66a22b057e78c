import * as z from "zod/mini";
import { findConnection } from "../../directory/connections.ts";
import type { TenantApp, TenantContext, TenantRequest } from "../../context.ts";
import { describeRequestContext } from "../../events/request-context.ts";
import { describeUserUpdated } from "../../events/user-changed.ts";
import { renderErrorPage, renderNoticePage } from "../../pages/error-page.ts";
import { renderResetPasswordPage } from "../../pages/reset-password-page.ts";
import { readBody } from "../../http/request-body.ts";
import { readConnectionName, type User } from "../../directory/users.ts";
import type { MailTicket } from "./mail-ticket.ts";
import { findPasswordProblem } from "./password-policy.ts";

const formSchema = z.object({ password: z.string().check(z.maxLength(1024)) });

/** Where links in mails lead: to a verified address, to a new password. */
export function addMailLinkRoutes(app: TenantApp, context: TenantContext): void {
  app.get("/u/email-verification", (c) => {
    const user = findUserOfTicket(c, context, "verify_email");
    if (user === undefined) return renderSpentLink(c);
    context.logins.mailTickets.remove(c.req.query("ticket") ?? "");
    changeUser(c, context, { ...user, email_verified: true });
    return renderNoticePage(c, {
      title: "Your email address is verified",
      text: `${user.email} belongs to you. You can close this page.`,
    });
  });

  app.get("/u/reset-password", (c) => {
    const user = findUserOfTicket(c, context, "reset_password");
    return user === undefined
      ? renderSpentLink(c)
      : renderResetPasswordPage(c, { email: user.email });
  });

  app.post("/u/reset-password", async (c) => {
    const body = await readBody(c);
    const user = findUserOfTicket(c, context, "reset_password");
    if (user === undefined) return await renderSpentLink(c);
    const form = formSchema.safeParse(body.ok ? body.value : undefined);
    const password = form.data?.password ?? "";
    const connection = findConnection(readConnectionName(user)) ?? {};
    const problem = findPasswordProblem(password, connection, user, user);
    if (problem !== undefined) {
      const policy = problem.name === "PasswordStrengthError" ? problem.policy : undefined;
      const { email } = user;
      return await renderResetPasswordPage(c, { email, problem: problem.message, policy });
    }
    context.logins.mailTickets.remove(c.req.query("ticket") ?? "");
    changeUser(c, context, { ...user, password });
    return await renderNoticePage(c, {
      title: "Your password is changed",
      text: "Go back to the application and log in with it.",
    });
  });
}

function findUserOfTicket(
  c: TenantRequest,
  context: TenantContext,
  purpose: MailTicket["purpose"],
): User | undefined {
  const ticket = context.logins.mailTickets.get(c.req.query("ticket") ?? "");
  return ticket?.purpose === purpose ? context.users.get(ticket.userId) : undefined;
}

function changeUser(c: TenantRequest, context: TenantContext, changed: User): void {
  const user = { ...changed, updated_at: new Date(context.now()).toISOString() };
  context.users.set(user.user_id, user);
  context.events.append(describeUserUpdated(user, describeRequestContext(c, context)));
}

function renderSpentLink(c: TenantRequest): Response | Promise<Response> {
  return renderErrorPage(c, 400, {
    title: "This link is spent",
    text: "It was used already or is older than five days. Ask the application for a new one.",
    facts: {},
  });
}
