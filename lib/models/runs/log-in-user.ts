import { proposeScopes } from "../../management/credentials/scopes.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { LoginOutcome } from "../../runs/run-login.ts";
import type { Failure } from "../failure.ts";
import type { LoginProblem } from "../../runs/login-problem.ts";
import { runAtTenant, type LoginPort } from "./run-at-tenant.ts";

/** The access token of a login, or the reason why there is none. */
export type UserLogin = { token: string } | { failure: Failure };

/**
 * Logs the user in for the Management API, and returns the access token. Uses the canonical domain
 * even if there is a custom domain, which does not serve the Management API.
 */
export async function logInUser(tenant: Tenant, port: LoginPort): Promise<UserLogin> {
  const outcome = await runAtTenant(
    tenant.id,
    {
      origin: tenant.origin,
      clientId: tenant.clientId,
      responseType: "token",
      scope: proposeScopes(["current-user"], { isReadOnly: tenant.isReadOnly }).join(" "),
      audience: `${tenant.origin}/api/v2/`,
      connection: "",
      prompt: "",
    },
    port,
  );
  const token = outcome.kind === "succeeded" ? outcome.tokens.accessToken : undefined;
  return token === undefined ? { failure: explainOutcome(outcome) } : { token };
}

/** Joins the parts of a problem into one text. */
function joinProblem({ title, problem, said, toCheck = [] }: LoginProblem): string {
  return [
    title,
    said === undefined ? undefined : `Response from the tenant: “${said}”`,
    problem,
    ...toCheck,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
}

function explainOutcome(outcome: LoginOutcome): Failure {
  switch (outcome.kind) {
    case "unanswered":
      return { code: "login-unanswered", message: joinProblem(outcome) };
    case "refused": {
      const { error, errorDescription, remedy } = outcome;
      const said = errorDescription === "" ? error : `${error}: ${errorDescription}`;
      return {
        code: "login-refused",
        message: `The login failed (${said}). ${remedy ?? "Check the application's settings at the tenant, then log in again."}`,
      };
    }
    case "succeeded":
      return {
        code: "login-without-token",
        message:
          "The login returned no access token. Allow the application the implicit grant and the Management API audience, then log in again.",
      };
  }
  return outcome satisfies never;
}
