import { demo } from "../../launch/demo.ts";
import type { Stage } from "../stage.ts";
import { readJson, sendFromPage } from "./page-requests.ts";
import { randomText } from "./pkce.ts";
import { leave, openApplication, readResponse } from "./tab.ts";

// Raw requests of an application without a library, for faults that a library prevents.

type Parameters = Readonly<Record<string, string | undefined>>;

/** The parameters of a code with PKCE, beside those of every request. */
export const withPkce = (challenge: string): Parameters => ({
  response_type: "code",
  code_challenge: challenge,
  code_challenge_method: "S256",
});

/** The parameters of the implicit flow, beside those of every request. */
export const implicit = (nonce = randomText()): Parameters => ({
  response_type: "token id_token",
  nonce,
});

const withoutAbsent = (parameters: Parameters) =>
  Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );

/** Builds a URL of the authorization endpoint for the application's callback. */
export function authorizeUrl({ tenant, application }: Stage, parameters: Parameters): string {
  const all = {
    client_id: demo.clientId,
    redirect_uri: `${application.origin}/callback`,
    scope: "openid profile email",
    state: randomText(),
    ...parameters,
  };
  return `${tenant.origin}/authorize?${String(new URLSearchParams(withoutAbsent(all)))}`;
}

/** Opens the application, logs in at the tenant's page, and returns the response's parameters. */
export async function logInByUrl(stage: Stage, parameters: Parameters): Promise<URLSearchParams> {
  await openApplication(stage);
  await leave(stage, authorizeUrl(stage, parameters));
  await stage.logInAtTenant();
  await stage.tab.waitForLoadState();
  return readResponse(stage);
}

/** Sends a form to the token endpoint from the page's script. */
export async function sendToken(
  stage: Pick<Stage, "tab" | "tenant">,
  parameters: Parameters,
  headers: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const fields = { client_id: demo.clientId, ...parameters };
  const answer = await sendFromPage(stage, {
    url: `${stage.tenant.origin}/oauth/token`,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: String(new URLSearchParams(withoutAbsent(fields))),
  });
  return readJson(answer?.text ?? "");
}

/** Exchanges a code; `changed` replaces parameters of the correct request. */
export async function redeem(
  stage: Stage,
  response: URLSearchParams,
  changed: Parameters,
): Promise<Readonly<Record<string, unknown>>> {
  return await sendToken(stage, {
    grant_type: "authorization_code",
    code: response.get("code") ?? undefined,
    redirect_uri: `${stage.application.origin}/callback`,
    ...changed,
  });
}

/** Calls a method of the library in the page, which must have its script; null if it fails. */
export async function callLibrary(
  { tab, tenant }: Pick<Stage, "tab" | "tenant">,
  method: string,
  { options = {}, parameters = {} }: { options?: object; parameters?: object } = {},
): Promise<unknown> {
  const callback = `${new URL(tab.url()).origin}/callback`;
  const all = {
    domain: tenant.origin,
    clientID: demo.clientId,
    redirectUri: callback,
    responseType: "token id_token",
    ...options,
  };
  const call = `new TenantAuth.WebAuth(${JSON.stringify(all)}).${method}(${JSON.stringify(parameters)})`;
  return await tab.evaluate(`${call}.catch(() => null)`);
}
