import type { ProviderStage } from "../provider-stage.ts";

/** A page that logs in without a library. The redirect URIs are expressions of its script. */
export interface HandWrittenPage {
  readonly authorize: string;
  readonly token: string;
  readonly clientId: string;
  readonly scope: string;
  readonly sentTo: string;
  readonly redeemedFor: string;
  /** What the page does after it has loaded; `redeem()` sends the code and returns the answer. */
  readonly start: string;
}

/** The script of such a page: `signIn`, `redeem` and `say`, and then its own start. */
export const writeLogin = (page: HandWrittenPage): string => `
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
  const say = (text) => { document.querySelector("p").textContent = text; };
  const signIn = async () => {
    sessionStorage.verifier = random();
    sessionStorage.state = random();
    const digest = await crypto.subtle.digest(
      "SHA-256", new TextEncoder().encode(sessionStorage.verifier));
    location.assign("${page.authorize}?" + new URLSearchParams({
      client_id: "${page.clientId}",
      response_type: "code",
      scope: "${page.scope}",
      redirect_uri: ${page.sentTo},
      state: sessionStorage.state,
      code_challenge: encode(digest),
      code_challenge_method: "S256",
    }));
  };
  const response = new URLSearchParams(location.search);
  const isBack = response.has("code") && response.get("state") === sessionStorage.state;
  const redeem = async () => {
    const answer = await fetch("${page.token}", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "${page.clientId}",
        code: response.get("code"),
        redirect_uri: ${page.redeemedFor},
        code_verifier: sessionStorage.verifier,
      }),
    });
    return await answer.json();
  };
  ${page.start}`;

/** Begins a login of such a page. */
export const signIn = ({ tab }: ProviderStage): Promise<unknown> => tab.evaluate("void signIn()");
