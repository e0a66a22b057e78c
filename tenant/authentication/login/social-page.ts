import { html } from "hono/html";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod/mini";
import { addUser } from "../../directory/add-user.ts";
import type { TenantApp, TenantContext, TenantRequest } from "../../context.ts";
import { describeRequestContext } from "../../events/request-context.ts";
import { renderStepPage } from "../../pages/step-page.ts";
import { readBody } from "../../http/request-body.ts";
import { describeCookie } from "./sessions.ts";
import { createUser, findUserByEmail, type User } from "../../directory/users.ts";
import { advanceLogin } from "./advance-login.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { respondWithError } from "../authorize/authorization-response.ts";
import { endTransaction, findTransaction, renderLostLogin } from "./login-transaction.ts";
import { recipientSchemas } from "../passwordless/passwordless-start.ts";

const socialConnection = "google-oauth2";

/** The stand-in provider's own session: whom it knows in this browser. */
const providerCookieName = "demo_provider";

const formSchema = z.object({
  email: z.optional(z.string().check(z.maxLength(320))),
  decision: z.enum(["accept", "decline"]),
});

/** The stand-in of a social provider: asks who the user is and believes it. */
export function addSocialRoutes(app: TenantApp, context: TenantContext): void {
  app.get("/u/social", (c) => {
    const transaction = findTransaction(c, context);
    if (transaction === undefined) return renderLostLogin(c);
    const known = getCookie(c, providerCookieName);
    return renderSocialPage(c, transaction.request, {
      email: known ?? transaction.request.loginHint ?? "",
    });
  });

  app.post("/u/social", async (c) => {
    const body = await readBody(c);
    const transaction = findTransaction(c, context);
    if (transaction === undefined) return await renderLostLogin(c);
    const { request } = transaction;
    const form = formSchema.safeParse(body.ok ? body.value : undefined).data;
    if (form?.decision === "decline") {
      endTransaction(c, context);
      const description = "The user cancelled at the identity provider";
      return await respondWithError(c, context, request, { error: "access_denied", description });
    }
    const email = recipientSchemas.email.safeParse(form?.email);
    if (!email.success) {
      const problem = "This is no email address.";
      return await renderSocialPage(c, request, { email: form?.email ?? "", problem });
    }
    endTransaction(c, context);
    setCookie(c, providerCookieName, email.data, describeCookie(c));
    const user = findOrCreate(c, context, email.data);
    return await advanceLogin(c, context, request, { user, connection: socialConnection });
  });
}

/** Ends the stand-in provider's session, for a federated logout. */
export function endProviderSession(c: TenantRequest): void {
  deleteCookie(c, providerCookieName, describeCookie(c));
}

function findOrCreate(c: TenantRequest, context: TenantContext, email: string): User {
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
    lead: "A stand-in for a provider: it believes whoever you say you are.",
    problem: form.problem,
    body: html`<form method="post">
      <label for="email">Email address</label>
      <input id="email" name="email" type="email" value="${form.email}" autocomplete="email" />
      <button type="submit" name="decision" value="accept">Continue</button>
      <button type="submit" name="decision" value="decline" class="quiet">Cancel</button>
    </form>`,
  });
}
