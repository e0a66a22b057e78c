import type { AuthConfig } from "@auth/core";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { serveAuthRoutes, shopServer, silentLogger } from "../../scene-parts/auth-js.ts";

const basePath = "/api/login";
const paths = ["callback/museum", "csrf", "session", "signin", "signin/museum", "signout"];

const wardScript = `
const show = (text) => { document.querySelector("main").textContent = text; };
const start = async () => {
  const session = await (await fetch("${basePath}/session")).json();
  if (!session) return show("Nobody is on duty");
  const alarms = await (await fetch("/api/alarms")).json();
  show("Halls of " + session.user.name + ", " + alarms.length + " alarms");
};
void start();`;

/** Serves the wards of a museum, whose server uses Auth.js and reads the user from user info. */
function serveWards({ application, provider }: ProviderStage): void {
  const config: AuthConfig = {
    basePath,
    trustHost: true,
    secret: "the secret of the cookies of the wards",
    logger: silentLogger,
    callbacks: { redirect: ({ baseUrl }) => `${baseUrl}/wards` },
    providers: [
      {
        id: "museum",
        name: "Museum",
        type: "oauth",
        issuer: provider.origin,
        ...shopServer,
        authorization: {
          url: `${provider.origin}/staff/entrance`,
          params: { scope: "openid profile" },
        },
        token: `${provider.origin}/staff/badges`,
        userinfo: `${provider.origin}/staff/self`,
        checks: ["state"],
        profile: ({ sub, name }) => ({ id: String(sub), name: String(name) }),
      },
    ],
  };
  serveAuthRoutes(application, config, paths);
  application.respond("/wards", () =>
    showPage(
      "Wards",
      `<main></main><a href="${basePath}/signin">Sign in</a><script>${wardScript}</script>`,
    ),
  );
  application.respond("/api/alarms", ({ headers }) =>
    (headers.get("cookie") ?? "").includes("authjs.session-token")
      ? Response.json([])
      : Response.json({ message: "Please sign in" }, { status: 401 }),
  );
}

/** Logins of the library Auth.js that work. */
export const authJsScenes: ProviderScenes = {
  "sign-in-page-stood-overnight": async (stage) => {
    const { tab, application, provider, context } = stage;
    const page = originAt("wards.localhost", application);
    provider.configure({
      routes: {
        authorization: "/staff/entrance",
        token: "/staff/badges",
        userinfo: "/staff/self",
        jwks: "/staff/keys",
      },
      clients: [serverClient(`${page}${basePath}/callback/museum`)],
      cookies: {},
    });
    serveWards(stage);
    await tab.goto(`${page}/wards`);
    await tab.getByText("Nobody is on duty").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Sign in with Museum" }).waitFor();
    // Over night the browser forgets the cookie to which the page's form belongs.
    await context.clearCookies();
    await tab.getByRole("button", { name: "Sign in with Museum" }).click();
    await tab.waitForURL(/error=/);
    await tab.getByRole("button", { name: "Sign in with Museum" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Halls of Ada, 0 alarms").waitFor();
  },
};
