import type { AuthConfig } from "@auth/core";
import { html } from "../application.ts";
import type { ProviderStage } from "../provider-stage.ts";
import type { Fields } from "./urls.ts";
import { serveAuthRoutes, shopServer, silentLogger } from "./auth-js.ts";

/** The path of the callback of {@link serveAuthJs}. */
export const authJsCallback = "/auth/callback/acme";

const paths = ["callback/acme", "csrf", "error", "session", "signin", "signin/acme", "signout"];

// The page does as the library's own functions for pages: it asks for the CSRF token, posts it,
// and goes to the URL in the response.
const startPage = `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<p id="user"></p><button id="in">Sign in</button><button id="out">Sign out</button>
<script>
const send = async (path) => {
  const { csrfToken } = await (await fetch("/auth/csrf")).json();
  const response = await fetch(path, {
    method: "POST",
    headers: { "X-Auth-Return-Redirect": "1" },
    body: new URLSearchParams({ csrfToken, callbackUrl: location.origin + location.pathname }),
  });
  location.href = (await response.json()).url;
};
document.querySelector("#in").onclick = () => send("/auth/signin/acme");
document.querySelector("#out").onclick = () => send("/auth/signout");
fetch("/auth/session").then((response) => response.json()).then((session) => {
  document.querySelector("#user").textContent = session ? "Hello " + session.user.name : "Please sign in";
});
</script>`;

interface AuthJsOptions {
  /** The parameters of the authorization request, beside those of the library. */
  readonly parameters?: Fields;
  readonly checks?: ("pkce" | "state" | "nonce")[];
  /** The origin at which a proxy reaches the server. Default: the origin of the browser. */
  readonly innerOrigin?: string;
  /** The library's own pages that the application replaces. */
  readonly pages?: { readonly signIn: string };
}

/** Serves a shop whose server logs in with the library Auth.js, and whose page starts that. */
export function serveAuthJs(
  { application, provider }: ProviderStage,
  { parameters = {}, checks = ["pkce", "state"], innerOrigin, pages }: AuthJsOptions = {},
): void {
  const config: AuthConfig = {
    basePath: "/auth",
    trustHost: true,
    secret: "the secret of the shop's session cookies",
    logger: silentLogger,
    providers: [
      {
        id: "acme",
        name: "Acme",
        type: "oidc",
        issuer: provider.origin,
        ...shopServer,
        authorization: { params: { scope: "openid profile email", ...parameters } },
        checks,
      },
    ],
    ...(pages && { pages }),
  };
  serveAuthRoutes(application, config, paths, innerOrigin);
  application.respond("/", () => html(startPage));
}

/** Presses a button of the shop's page, after the page has asked for its session. */
export async function pressAtShop(
  { tab }: ProviderStage,
  { greeting, button }: { greeting: string; button: string },
): Promise<void> {
  await tab.getByText(greeting).waitFor();
  await tab.getByRole("button", { name: button }).click();
}
