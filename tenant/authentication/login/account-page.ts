import { html } from "hono/html";
import * as z from "zod/mini";
import type { TenantApp, TenantContext } from "../../context.ts";
import { renderStepPage } from "../../pages/step-page.ts";
import { readBody } from "../../http/request-body.ts";
import { advanceLogin, isReusable } from "./advance-login.ts";
import {
  endTransaction,
  findProgress,
  goToLoginPage,
  renderLostLogin,
} from "./login-transaction.ts";

const formSchema = z.object({ account: z.enum(["current", "other"]) });

/** The choice between the session's user and another, for `prompt=select_account`. */
export function addAccountRoutes(app: TenantApp, context: TenantContext): void {
  app.get("/u/account", (c) => {
    const login = findProgress(c, context);
    if (login === undefined) return renderLostLogin(c);
    const { request, progress } = login;
    const { user } = progress;
    return renderStepPage(c, request, {
      title: "Choose an account",
      lead: `to continue to ${request.client.name}`,
      body: html`<form method="post" class="decision">
        <button type="submit" name="account" value="current">
          ${user.name}${user.email === user.name || user.email === "" ? "" : `, ${user.email}`}
        </button>
        <button type="submit" name="account" value="other" class="quiet">Another account</button>
      </form>`,
    });
  });

  app.post("/u/account", async (c) => {
    const body = await readBody(c);
    const login = findProgress(c, context);
    if (login === undefined) return await renderLostLogin(c);
    const { request, progress } = login;
    const form = formSchema.safeParse(body.ok ? body.value : undefined);
    endTransaction(c, context);
    const isCurrent = form.data?.account === "current" && isReusable(progress.connection);
    return isCurrent
      ? await advanceLogin(c, context, request, progress)
      : goToLoginPage(c, context, "login", { request });
  });
}
