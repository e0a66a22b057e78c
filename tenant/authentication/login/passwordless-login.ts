import * as z from "zod/mini";
import { findConnection } from "../../directory/connections.ts";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import { renderPasswordlessPage } from "../../pages/passwordless-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { recipientSchemas } from "../passwordless/passwordless-start.ts";
import { findOrCreatePasswordlessUser } from "../passwordless/passwordless-user.ts";
import { sendOneTimeCode, unreachableNumber } from "../passwordless/send-one-time-code.ts";
import { advanceLogin } from "./advance-login.ts";
import { checkOneTimeCode, failureTexts } from "./check-password.ts";
import { endTransaction, requireTransaction } from "./login-pages.ts";
import type { LoginTransaction } from "./login-transaction.ts";

const formSchema = z.object({
  recipient: z.string().check(z.maxLength(320)),
  code: z.optional(z.string().check(z.maxLength(20))),
});

/**
 * Adds the page of a passwordless login: its first form asks for the recipient, its second for the
 * code.
 */
export function addPasswordlessLoginRoutes(app: TenantApp, context: AuthenticationContext): void {
  app.get("/u/passwordless", (c) => {
    const transaction = requireTransaction(c, context);
    const { request } = transaction;
    const connection = readConnection(c, transaction);
    return renderPasswordlessPage(c, request, { connection, recipient: request.loginHint ?? "" });
  });

  app.post("/u/passwordless", async (c) => {
    const form = await parseBody(c, formSchema);
    const transaction = requireTransaction(c, context);
    return await respondToForm(c, context, transaction, form.data ?? { recipient: "" });
  });
}

async function respondToForm(
  c: TenantRequest,
  context: AuthenticationContext,
  transaction: LoginTransaction,
  form: z.infer<typeof formSchema>,
): Promise<Response> {
  const { request } = transaction;
  const connection = readConnection(c, transaction);
  const parsed = recipientSchemas[connection].safeParse(form.recipient);
  const show = (page: { problem?: string; isCodeSent?: boolean }): Response | Promise<Response> =>
    renderPasswordlessPage(c, request, {
      connection,
      recipient: parsed.data ?? form.recipient,
      ...page,
    });
  if (!parsed.success || parsed.data === unreachableNumber) {
    const problem =
      connection === "email"
        ? "This is not a valid email address."
        : "Could not send a message to this number. Start the number with + and the country code.";
    return await show({ problem });
  }
  if (form.code === undefined) {
    sendOneTimeCode(context, connection, parsed.data);
    return await show({ isCodeSent: true });
  }
  const username = parsed.data;
  const result = checkOneTimeCode(context, { username, code: form.code.trim(), connection }, () =>
    findOrCreatePasswordlessUser(context, connection, username),
  );
  if (!result.ok) {
    const problem =
      result.failure === "wrong-password"
        ? "The code is wrong or has expired."
        : failureTexts[result.failure];
    return await show({ isCodeSent: true, problem });
  }
  endTransaction(c, context);
  return await advanceLogin(c, context, request, { user: result.user, connection });
}

/**
 * Returns the connection that the application requested, or that the user chose on the login page.
 */
function readConnection(c: TenantRequest, { request }: LoginTransaction): "email" | "sms" {
  const wanted = findConnection(request.connection ?? c.req.query("connection") ?? "");
  return wanted?.strategy === "sms" ? "sms" : "email";
}
