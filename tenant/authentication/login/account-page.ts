import { html } from "hono/html";
import * as z from "zod/mini";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp } from "../../http/tenant-app.ts";
import { renderStepPage } from "../../pages/step-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { advanceLogin, isReusable } from "./advance-login.ts";
import { endTransaction, goToLoginPage, requireProgress } from "./login-pages.ts";

const formSchema = z.object({ account: z.enum(["current", "other"]) });

/** Adds the page of `prompt=select_account`: the session's user, or another one. */
export function addAccountRoutes(app: TenantApp, context: AuthenticationContext): void {
  app.get("/u/account", (c) => {
    const { request, progress } = requireProgress(c, context);
    const { user } = progress;
    return renderStepPage(c, request, {
      title: "Choose an account",
      lead: `to continue to ${request.client.name}`,
      body: html`<form method="post" class="decision">
        <button type="submit" name="account" value="current">
          ${user.name}${user.email === user.name || user.email === "" ? "" : `, ${user.email}`}
        </button>
        <button type="submit" name="account" value="other" class="quiet">
          Use another account
        </button>
      </form>`,
    });
  });

  app.post("/u/account", async (c) => {
    const form = await parseBody(c, formSchema);
    const { request, progress } = requireProgress(c, context);
    endTransaction(c, context);
    const isCurrent = form.data?.account === "current" && isReusable(progress.connection);
    return isCurrent
      ? await advanceLogin(c, context, request, progress)
      : goToLoginPage(c, context, "login", { request });
  });
}
