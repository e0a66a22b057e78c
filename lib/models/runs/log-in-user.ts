import { proposeScopes } from "../../management/credentials/scopes.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { Call } from "../../runs/call.ts";
import { createExtensionHost } from "../../runs/extension-host.ts";
import type { LoginProblem } from "../../runs/login-problem.ts";
import type { RunSetting } from "../../runs/operation.ts";
import { runOperation, type RunOutcome, type RunPorts } from "../../runs/run-operation.ts";
import type { Failure } from "../failure.ts";
import { openLoginWindow, type LoginWindowPort } from "./login-window.ts";

/** The access token of a login, or the reason why there is none. */
export type UserLogin = { token: string } | { failure: Failure };

/** The ports of a login in the extension. */
export type UserLoginPort = LoginWindowPort & RunPorts;

/**
 * Logs the user in for the Management API, and returns the access token. Uses the canonical domain
 * even if there is a custom domain, which does not serve the Management API. This module imports
 * the whole authentication library: load it at the first login only.
 */
export async function logInUser(tenant: Tenant, port: UserLoginPort): Promise<UserLogin> {
  const { origin, clientId } = tenant;
  const { fetch, clock, crypto } = port;
  const { redirectUrl: redirectUri } = await port.send("login.redirect-url", {});
  const setting: RunSetting = {
    way: "extension",
    origin,
    managementOrigin: origin,
    clientId,
    redirectUri,
    messageUri: "",
    pageOrigin: "",
  };
  const outcome = await runOperation(
    {
      operation: { leavesFor: "login", call: () => planLogin(tenant, setting) },
      setting,
      values: {},
    },
    createExtensionHost({ fetch, clock, crypto }, openLoginWindow(tenant.id, port)),
    { fetch, clock, crypto, onStep: () => undefined, signal: new AbortController().signal },
  );
  const token = outcome.kind === "succeeded" ? outcome.tokens.accessToken : undefined;
  return token === undefined ? { failure: explainOutcome(outcome) } : { token };
}

/**
 * Returns the call of a login for an access token of the Management API: a code with PKCE (RFC
 * 7636), because the implicit grant is off for many applications.
 */
function planLogin({ isReadOnly }: Tenant, { origin, clientId, redirectUri }: RunSetting): Call {
  const scope = proposeScopes(["current-user"], { isReadOnly }).join(" ");
  return {
    object: "WebAuth",
    options: { domain: origin, clientID: clientId, redirectUri, responseType: "code", pkce: true },
    method: "authorize",
    args: [{ scope, audience: `${origin}/api/v2/` }],
  };
}

const userAccess =
  "If the tenant refuses the Management API, check this API's policy for user access (allow_all, or require_client_grant with a grant for the application).";

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

function explainOutcome(outcome: RunOutcome): Failure {
  switch (outcome.kind) {
    case "unanswered":
      return { code: "login-unanswered", message: joinProblem(outcome) };
    case "cancelled":
      return { code: "login-unanswered", message: "The login was cancelled." };
    case "refused": {
      const { error, errorDescription, remedy } = outcome.error;
      const said = errorDescription === "" ? error : `${error}: ${errorDescription}`;
      return {
        code: "login-refused",
        message: `The login failed (${said}). ${remedy ?? "Check the application's settings at the tenant, then log in again."} ${userAccess}`,
      };
    }
    case "succeeded":
      return {
        code: "login-without-token",
        message: `The login returned no access token. Allow the application the authorization code grant, then log in again. ${userAccess}`,
      };
  }
  return outcome satisfies never;
}
