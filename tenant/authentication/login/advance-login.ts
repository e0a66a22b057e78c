import { findConnection } from "../../directory/connections.ts";
import { findMembershipProblem } from "../../directory/organizations.ts";
import type { TenantRequest } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { AuthorizationError } from "../authorize/authorization-error.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { respondWithGrant } from "../authorize/authorization-response.ts";
import { giveConsentByLogin, isConsentNeeded } from "./consents.ts";
import { goToLoginPage } from "./login-pages.ts";
import type { LoginProgress } from "./login-transaction.ts";
import { sendMfaCode } from "./mfa-code.ts";
import { startSession } from "./sessions.ts";

/**
 * Continues a login after a completed step: with the second factor, with consent, or with the
 * response to the application. With `prompt=none` the user cannot be asked, and the application
 * gets the error that names the missing step.
 */
export async function advanceLogin(
  c: TenantRequest,
  context: AuthenticationContext,
  request: AuthorizationRequest,
  progress: LoginProgress,
): Promise<Response> {
  const { connection } = progress;
  const isSilent = request.prompt === "none";
  const refuse = (error: string, description: string): AuthorizationError =>
    new AuthorizationError(context, request, error, description);

  // Look the user up again: it may have changed while a page of the login was open.
  const user = context.users.get(progress.user.user_id);
  if (user === undefined) throw refuse("access_denied", "the user no longer exists");
  if (user.blocked === true) throw refuse("access_denied", "user is blocked");
  const membershipProblem = findMembershipProblem(request.organization, user);
  if (membershipProblem !== undefined) throw refuse("access_denied", membershipProblem);
  const hasSecondFactor = progress.hasSecondFactor ?? progress.session?.hasSecondFactor ?? false;
  if (user.multifactor !== undefined && !hasSecondFactor) {
    if (isSilent) throw refuse("interaction_required", "Multifactor authentication required");
    sendMfaCode(context, user);
    return goToLoginPage(c, context, "mfa", { request, progress });
  }
  if (progress.session === undefined) giveConsentByLogin(context, request, user);
  const session =
    progress.session ??
    startSession(c, context, user, {
      connection,
      ...(hasSecondFactor && { hasSecondFactor }),
    });
  if (progress.hasConsented !== true && isConsentNeeded(context, request, user)) {
    if (isSilent) throw refuse("consent_required", "Consent required");
    const complete: LoginProgress = { ...progress, session, hasSecondFactor };
    return goToLoginPage(c, context, "consent", { request, progress: complete });
  }
  const outcome = context.logins.rules.run(user);
  if (!outcome.ok) throw refuse("access_denied", outcome.reason);
  context.log.addFact("user logged in", {
    client_id: request.client.client_id,
    subject: user.user_id,
    connection,
  });
  return await respondWithGrant(c, context, request, { user, session, claims: outcome.claims });
}

/** Returns true if a connection allows single sign-on. Connections with development keys do not. */
export function isReusable(connection: string | undefined): boolean {
  return findConnection(connection ?? "")?.usesDevelopmentKeys !== true;
}
