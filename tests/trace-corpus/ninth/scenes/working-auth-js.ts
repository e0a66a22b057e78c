import { setTimeout as wait } from "node:timers/promises";
import type { AuthConfig } from "@auth/core";
import * as z from "zod/mini";
import { plainRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { serveAuthRoutes, shopServer } from "../../scene-parts/auth-js.ts";
import { lifetimesWith } from "../../scene-parts/provider-lifetimes.ts";

const basePath = "/api/auth";
const paths = ["callback/acme", "csrf", "providers", "session", "signin", "signin/acme", "signout"];

const renewedSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** The settings of a server that keeps the provider's tokens in its session cookie. */
const createConfig = ({ provider }: ProviderStage): AuthConfig => ({
  basePath,
  trustHost: true,
  secret: "the secret of the session cookies of the reports",
  session: { strategy: "jwt", maxAge: 28_800 },
  providers: [
    {
      id: "acme",
      name: "Acme",
      type: "oidc",
      issuer: provider.origin,
      ...shopServer,
      authorization: {
        params: { scope: "openid profile email" },
      },
    },
  ],
  callbacks: {
    async jwt({ token, account }) {
      if (account) return { ...token, refresh: account.refresh_token, until: account.expires_at };
      if (Number(token["until"]) > nowInSeconds()) return token;
      const answer = await fetch(`${provider.origin}${plainRoutes.token}`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "refresh_token",
          client_id: "shop-server",
          client_secret: serverSecret,
          refresh_token: String(token["refresh"]),
        }),
      });
      const renewed = renewedSchema.parse(await answer.json());
      return {
        ...token,
        refresh: renewed.refresh_token,
        until: nowInSeconds() + renewed.expires_in,
        renewed: true,
      };
    },
    session: ({ session, token }) => ({ ...session, renewed: token["renewed"] === true }),
  },
});

const reportsScript = `
const load = async () => {
  const session = await (await fetch("${basePath}/session")).json();
  document.querySelector("main").textContent =
    (session.renewed ? "New reports of " : "Reports of ") + session.user.name;
};
document.querySelector("button").onclick = load;
void load();`;

/** Serves reports whose guard sends unknown users to the library's own page. */
function serveReports(stage: ProviderStage): void {
  const { application } = stage;
  const config = createConfig(stage);
  serveAuthRoutes(application, config, paths);
  application.respond("/reports", ({ headers }) =>
    headers.get("cookie")?.includes("authjs.session-token=") === true
      ? showPage(
          "Reports",
          `<main></main><button>Load again</button><script>${reportsScript}</script>`,
        )
      : redirectTo(`${basePath}/signin?callbackUrl=%2Freports`),
  );
}

/** Logins of the library Auth.js that work. */
export const authJsScenes: ProviderScenes = {
  "session-renews-at-server": async (stage) => {
    const { tab, provider, application } = stage;
    const origin = originAt("reports.localhost", application);
    const client = serverClient(`${origin}${basePath}/callback/acme`, {
      grant_types: ["authorization_code", "refresh_token"],
    });
    provider.configure({
      routes: plainRoutes,
      clients: [client],
      // The name is in the ID token, as the library expects.
      conformIdTokenClaims: false,
      // This provider gives every server of the company a refresh token.
      issueRefreshToken: async () => true,
      ttl: lifetimesWith(2),
    });
    serveReports(stage);
    await tab.goto(`${origin}/reports`);
    await tab.getByRole("button", { name: "Sign in with Acme" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Reports of Ada").waitFor();
    await wait(2500);
    await tab.getByRole("button", { name: "Load again" }).click();
    await tab.getByText("New reports of Ada").waitFor();
  },
};
