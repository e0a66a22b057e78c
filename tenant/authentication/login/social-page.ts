import { html } from "hono/html";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod/mini";
import { addUser } from "../../directory/add-user.ts";
import { createUser, findUserByEmail, type User } from "../../directory/users.ts";
import { describeRequestContext } from "../../events/request-context.ts";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import { renderStepPage } from "../../pages/step-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { AuthorizationError } from "../authorize/authorization-error.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { recipientSchemas } from "../passwordless/passwordless-start.ts";
import { advanceLogin } from "./advance-login.ts";
import { endTransaction, requireTransaction } from "./login-pages.ts";
import { describeCookie } from "./sessions.ts";

const socialConnection = "google-oauth2";

/** Cookie with the email address of the session at the simulated provider. */
const providerCookieName = "demo_provider";

const formSchema = z.object({
  email: z.optional(z.string().check(z.maxLength(320))),
  decision: z.enum(["accept", "decline"]),
});

/**
 * Adds the page of the simulated social provider: it accepts any email address without proof.
 */
export function addSocialRoutes(app: TenantApp, context: AuthenticationContext): void {
  app.get("/u/social", (c) => {
    const { request } = requireTransaction(c, context);
    const email = getCookie(c, providerCookieName) ?? request.loginHint ?? "";
    return renderSocialPage(c, request, { email });
  });

  app.post("/u/social", async (c) => {
    const { data: form } = await parseBody(c, formSchema);
    const { request } = requireTransaction(c, context);
    if (form?.decision === "decline") {
      endTransaction(c, context);
      const description = "The user cancelled the login at the identity provider";
      throw new AuthorizationError(context, request, "access_denied", description);
    }
    const email = recipientSchemas.email.safeParse(form?.email);
    if (!email.success) {
      const problem = "This is not a valid email address.";
      return await renderSocialPage(c, request, { email: form?.email ?? "", problem });
    }
    endTransaction(c, context);
    setCookie(c, providerCookieName, email.data, describeCookie(c));
    const user = findOrCreate(c, context, email.data);
    return await advanceLogin(c, context, request, { user, connection: socialConnection });
  });
}

/** Ends the simulated provider's session, for a federated logout. */
export function endProviderSession(c: TenantRequest): void {
  deleteCookie(c, providerCookieName, describeCookie(c));
}

function findOrCreate(c: TenantRequest, context: AuthenticationContext, email: string): User {
  const known = findUserByEmail(context.users, email, socialConnection);
  if (known !== undefined) return known;
  const given = { email, password: "", connection: socialConnection, provider: socialConnection };
  const made = createUser(given, context.random, new Date(context.now()).toISOString());
  const user = { ...made, email_verified: true };
  addUser(context, user, describeRequestContext(c, context));
  return user;
}

function renderSocialPage(
  c: TenantRequest,
  request: AuthorizationRequest,
  form: { email: string; problem?: string },
): Response | Promise<Response> {
  return renderStepPage(c, request, {
    title: "Demo social account",
    lead: "A simulated identity provider: it accepts any email address without a password.",
    problem: form.problem,
    body: html`<form method="post">
      <label for="email">Email address</label>
      <input id="email" name="email" type="email" value="${form.email}" autocomplete="email" />
      <button type="submit" name="decision" value="accept">Continue</button>
      <button type="submit" name="decision" value="decline" class="quiet">Cancel</button>
    </form>`,
  });
}
