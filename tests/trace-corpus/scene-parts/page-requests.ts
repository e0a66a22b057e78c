import type { ProviderStage } from "../provider-stage.ts";
import type { Stage } from "../stage.ts";
import type { Attempt } from "./attempt.ts";
import type { Fields } from "./urls.ts";

export interface SentRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: RequestCredentials;
}

/** Sends a request from the page's script; the text is null if CORS or the network prevents it. */
export async function sendFromPage(
  { tab }: Pick<Stage, "tab">,
  request: SentRequest,
): Promise<{ status: number; text: string } | null> {
  return await tab.evaluate(async ({ url, ...options }) => {
    try {
      const response = await fetch(url, options);
      return { status: response.status, text: await response.text() };
    } catch {
      return null;
    }
  }, request);
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
export function readJson(text: string): Readonly<Record<string, unknown>> {
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
