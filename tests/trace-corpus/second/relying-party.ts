import { html } from "../application.ts";
import { createPkce, leave, randomText, sendFromPage } from "../scenes/protocol.ts";
import type { ProviderStage } from "../provider-stage.ts";

export type Fields = Readonly<Record<string, string>>;

/** Builds a URL with these parameters. */
export const withQuery = (url: string, parameters: Fields): string =>
  `${url}?${String(new URLSearchParams(parameters))}`;

/** What an application remembers from the start of a login to its end. */
export interface Attempt {
  readonly verifier: string;
  /** The parameters of a request for a code with PKCE. */
  readonly parameters: {
    readonly client_id: string;
    readonly redirect_uri: string;
    readonly response_type: string;
    readonly scope: string;
    readonly state: string;
    readonly nonce: string;
    readonly code_challenge: string;
    readonly code_challenge_method: string;
  };
}

/** Prepares a login with a code and PKCE. */
export function createAttempt(
  redirectUri: string,
  { clientId = "shop-web", scope = "openid profile email" } = {},
): Attempt {
  const { verifier, challenge } = createPkce();
  return {
    verifier,
    parameters: {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope,
      state: randomText(),
      nonce: randomText(),
      code_challenge: challenge,
      code_challenge_method: "S256",
    },
  };
}

/** Opens a page of the application, and leaves it for a URL. */
export async function leaveFrom(stage: ProviderStage, page: string, url: string): Promise<void> {
  await stage.tab.goto(page);
  await leave(stage, url);
}

/** Presses the button of the provider's login page, and waits for the application. */
export async function logInAtProvider({ tab, provider }: ProviderStage): Promise<URL> {
  await tab.getByRole("button", { name: "Log in" }).click();
  await tab.waitForURL((url) => url.origin !== provider.origin);
  await tab.waitForLoadState();
  return new URL(tab.url());
}

/** Sends a form from the page's script, and returns the members of the JSON response. */
export async function postForm(
  stage: ProviderStage,
  url: string,
  fields: Fields,
  headers: Fields = {},
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await sendFromPage(stage, {
    url,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: String(new URLSearchParams(fields)),
  });
  return readJson(answer?.text ?? "");
}

/** Returns the members of a JSON text; none if it is no object. */
function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value instanceof Object ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Redeems a code from the page's script. */
export async function redeemCode(
  stage: ProviderStage,
  tokenPath: string,
  { verifier, parameters }: Attempt,
  code: string,
): Promise<Readonly<Record<string, unknown>>> {
  return await postForm(stage, `${stage.provider.origin}${tokenPath}`, {
    grant_type: "authorization_code",
    client_id: parameters.client_id,
    redirect_uri: parameters.redirect_uri,
    code,
    code_verifier: verifier,
  });
}

/** Requests a protected resource from the page's script. */
export async function getWithToken(
  stage: Pick<ProviderStage, "tab">,
  url: string,
  token: unknown,
): Promise<void> {
  await sendFromPage(stage, { url, headers: { authorization: `Bearer ${String(token)}` } });
}

/** A page of an application that says one sentence. */
export const say = (sentence: string, init: { status?: number; headers?: Fields } = {}): Response =>
  new Response(
    `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><p>${sentence}</p>`,
    {
      status: init.status ?? 200,
      headers: { "content-type": "text/html", ...init.headers },
    },
  );

/** A page of an application with a script. */
export const runScript = (script: string): Response =>
  html(
    `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><p>Shop</p><script>${script}</script>`,
  );

/** A redirect of an application's server, with cookies. */
export function redirectTo(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}
