import type { ProviderStage } from "../provider-stage.ts";
import type { Paths } from "./provider-login.ts";

/** A page that logs in without a library. Its redirect URIs are expressions of its script. */
export interface HandWrittenPage {
  /** The provider's origin. */
  readonly provider: string;
  readonly paths: Paths;
  readonly clientId: string;
  readonly scope: string;
  readonly callback: string;
  /** The redirect URI of the token request. Default: that of the authorization request. */
  readonly redeemedFor?: string;
}

/** Functions of such a page: `encode`, `random`, and `say`, which writes a sentence in the page. */
export const pageFunctions = `
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
  const say = (text) => { document.querySelector("p").textContent = text; };`;

/** The function `signIn` of such a page, which leaves for the provider with a code and PKCE. */
export const writeSignIn = ({ provider, paths, clientId, scope, callback }: HandWrittenPage) => `
  const signIn = async () => {
    sessionStorage.verifier = random();
    sessionStorage.state = random();
    const digest = await crypto.subtle.digest(
      "SHA-256", new TextEncoder().encode(sessionStorage.verifier));
    location.assign("${provider}${paths.authorization}?" + new URLSearchParams({
      client_id: "${clientId}",
      response_type: "code",
      scope: "${scope}",
      redirect_uri: ${callback},
      state: sessionStorage.state,
      code_challenge: encode(digest),
      code_challenge_method: "S256",
    }));
  };`;

/**
 * The script of such a page: `signIn`, `redeem`, which sends the code and returns the answer, and
 * `say`; then what the page does after it has loaded.
 */
export const writeLogin = (page: HandWrittenPage & { readonly start: string }): string =>
  `${pageFunctions}${writeSignIn(page)}
  const response = new URLSearchParams(location.search);
  const isBack = response.has("code") && response.get("state") === sessionStorage.state;
  const redeem = async () => {
    const answer = await fetch("${page.provider}${page.paths.token}", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "${page.clientId}",
        code: response.get("code"),
        redirect_uri: ${page.redeemedFor ?? page.callback},
        code_verifier: sessionStorage.verifier,
      }),
    });
    return await answer.json();
  };
  ${page.start}`;

/** Begins a login of such a page. */
export const signIn = ({ tab }: ProviderStage): Promise<unknown> => tab.evaluate("void signIn()");
