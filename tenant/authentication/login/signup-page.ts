import { html } from "hono/html";
import * as z from "zod/mini";
import { parseBody } from "../../http/request-body.ts";
import type { TenantApp, TenantRequest } from "../../http/tenant-app.ts";
import { renderStepPage } from "../../pages/step-page.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { advanceLogin } from "./advance-login.ts";
import { chooseDatabase } from "./login.ts";
import { endTransaction, requireTransaction } from "./login-pages.ts";
import type { LoginTransaction } from "./login-transaction.ts";
import { newAccountSchema, signUp, type SignUpProblem } from "./sign-up.ts";

const formSchema = z.pick(newAccountSchema, { email: true, password: true, username: true });

/** Adds the signup page of the hosted login: it logs the new user in. */
export function addSignupPageRoutes(app: TenantApp, context: AuthenticationContext): void {
  app.get("/u/signup", (c) => {
    const transaction = requireTransaction(c, context);
    return renderSignupPage(c, transaction, { email: transaction.request.loginHint ?? "" });
  });

  app.post("/u/signup", async (c) => {
    const form = await parseBody(c, formSchema);
    const transaction = requireTransaction(c, context);
    if (!form.success) {
      const problem =
        "Enter an email address, a password and, if the form asks for it, a username.";
      return await renderSignupPage(c, transaction, { email: "", problem });
    }
    const { request } = transaction;
    const connection = chooseDatabase(request).name;
    const result = signUp(c, context, { ...form.data, connection });
    if (!result.ok) {
      const { email } = form.data;
      return await renderSignupPage(c, transaction, {
        email,
        problem: describeProblem(result.problem),
      });
    }
    endTransaction(c, context);
    return await advanceLogin(c, context, request, { user: result.user, connection });
  });
}

function describeProblem(problem: SignUpProblem): string {
  if (problem.name === "PasswordStrengthError") return "The password is too weak.";
  return problem.description === "Invalid sign up"
    ? "Could not create the account. An account with this email address may already exist."
    : problem.description;
}

function renderSignupPage(
  c: TenantRequest,
  { request }: LoginTransaction,
  form: { email: string; problem?: string },
): Response | Promise<Response> {
  const state = c.req.query("state") ?? "";
  const needsName = chooseDatabase(request).requiresUsername === true;
  return renderStepPage(c, request, {
    title: "Sign up",
    lead: `to continue to ${request.client.name}`,
    problem: form.problem,
    body: html`<form method="post">
        <label for="email">Email address</label>
        <input
          id="email"
          name="email"
          type="email"
          value="${form.email}"
          autocomplete="email"
          required
        />
        ${
          needsName
            ? html`<label for="username">Username</label>
                <input id="username" name="username" autocomplete="username" required />`
            : ""
        }
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          aria-describedby="policy"
          required
        />
        <p id="policy" class="hint">
          At least 8 characters, with 3 of these types: lower case letters, upper case letters,
          numbers, special characters.
        </p>
        <button type="submit">Sign up</button>
      </form>
      <p class="aside">Already have an account? <a href="/u/login?state=${state}">Log in</a></p>`,
  });
}
