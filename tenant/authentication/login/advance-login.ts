import { findConnection } from "../../directory/connections.ts";
import type { TenantContext, TenantRequest } from "../../context.ts";
import { findMembershipProblem } from "../../directory/organizations.ts";
import { startSession } from "./sessions.ts";
import type { AuthorizationRequest } from "../authorize/authorization-request.ts";
import { respondWithError, respondWithGrant } from "../authorize/authorization-response.ts";
import { agreeByLogin, isConsentNeeded } from "./consents.ts";
import { sendMfaCode } from "./mfa-code.ts";
import { goToLoginPage, type LoginProgress } from "./login-transaction.ts";

/**
 * Takes a login on from what it has proven: to the second factor, to consent, or to the answer that
 * the application waits for. With `prompt=none` nobody can be asked, so the application learns what for.
 */
export async function advanceLogin(
  c: TenantRequest,
  context: TenantContext,
  request: AuthorizationRequest,
  progress: LoginProgress,
): Promise<Response> {
  const { connection } = progress;
  const isSilent = request.prompt === "none";
  const refuse = (error: string, description: string): Response | Promise<Response> =>
    respondWithError(c, context, request, { error, description });

  // Looked up again: much can happen to a user while a page of the login waits.
  const user = context.users.get(progress.user.user_id);
  if (user === undefined) return await refuse("access_denied", "the user no longer exists");
  if (user.blocked === true) return await refuse("access_denied", "user is blocked");
  const stranger = findMembershipProblem(request.organization, user);
  if (stranger !== undefined) return await refuse("access_denied", stranger);
  const hasSecondFactor = progress.hasSecondFactor ?? progress.session?.hasSecondFactor ?? false;
  if (user.multifactor !== undefined && !hasSecondFactor) {
    if (isSilent)
      return await refuse("interaction_required", "Multifactor authentication required");
    sendMfaCode(context, user);
    return goToLoginPage(c, context, "mfa", { request, progress });
  }
  if (progress.session === undefined) agreeByLogin(context, request, user);
  const session =
    progress.session ??
    startSession(c, context, user, {
      connection,
      ...(hasSecondFactor && { hasSecondFactor }),
    });
  const settled: LoginProgress = { ...progress, session, hasSecondFactor };
  if (progress.hasConsented !== true && isConsentNeeded(context, request, user)) {
    if (isSilent) return await refuse("consent_required", "Consent required");
    return goToLoginPage(c, context, "consent", { request, progress: settled });
  }
  const outcome = context.logins.rules.run(user);
  if (!outcome.ok) return await refuse("access_denied", outcome.reason);
  context.log.addFact("user logged in", {
    client_id: request.client.client_id,
    subject: user.user_id,
    connection,
  });
  return await respondWithGrant(c, context, request, { user, session, claims: outcome.claims });
}

/** A session over development keys is good for the login it came from and for nothing else. */
export function isReusable(connection: string | undefined): boolean {
  return findConnection(connection ?? "")?.usesDevelopmentKeys !== true;
}
