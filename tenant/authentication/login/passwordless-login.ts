import * as z from "zod/mini";
import { findConnection } from "../../directory/connections.ts";
import type { TenantApp, TenantContext, TenantRequest } from "../../context.ts";
import { renderPasswordlessPage } from "../../pages/passwordless-page.ts";
import { readBody } from "../../http/request-body.ts";
import { advanceLogin } from "./advance-login.ts";
import { checkOneTimeCode, failureTexts } from "./check-password.ts";
import {
  endTransaction,
  findTransaction,
  renderLostLogin,
  type LoginTransaction,
} from "./login-transaction.ts";
import { recipientSchemas } from "../passwordless/passwordless-start.ts";
import { findOrCreatePasswordlessUser } from "../passwordless/passwordless-user.ts";
import { sendOneTimeCode, unreachableNumber } from "../passwordless/send-one-time-code.ts";

const formSchema = z.object({
  recipient: z.string().check(z.maxLength(320)),
  code: z.optional(z.string().check(z.maxLength(20))),
});

/** The page of a passwordless login: first where the code goes, then the code. */
export function addPasswordlessLoginRoutes(app: TenantApp, context: TenantContext): void {
  app.get("/u/passwordless", (c) => {
    const transaction = findTransaction(c, context);
    if (transaction === undefined) return renderLostLogin(c);
    const { request } = transaction;
    const connection = readConnection(c, transaction);
    return renderPasswordlessPage(c, request, { connection, recipient: request.loginHint ?? "" });
  });

  app.post("/u/passwordless", async (c) => {
    const body = await readBody(c);
    const transaction = findTransaction(c, context);
    if (transaction === undefined) return await renderLostLogin(c);
    const form = formSchema.safeParse(body.ok ? body.value : undefined).data;
    return await respondToForm(c, context, transaction, form ?? { recipient: "" });
  });
}

async function respondToForm(
  c: TenantRequest,
  context: TenantContext,
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
        ? "This is no email address."
        : "No message can be sent to this number. Begin with + and the country.";
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

/** The application's choice, or the one of the user who came from the login page. */
function readConnection(c: TenantRequest, { request }: LoginTransaction): "email" | "sms" {
  const wanted = findConnection(request.connection ?? c.req.query("connection") ?? "");
  return wanted?.strategy === "sms" ? "sms" : "email";
}
