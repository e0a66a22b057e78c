import { Auth, type AuthConfig } from "@auth/core";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { serveAuthRoutes, shopServer, silentLogger } from "../../scene-parts/auth-js.ts";

const basePath = "/auth";
const paths = ["callback/campus", "csrf", "signin", "signin/campus"];
/** The groups of a user who is in each committee. */
const groups = Array.from({ length: 128 }, (_each, index) => `committee-${index}/member`);

// The agenda is public: the page asks for it without cookies.
const agendaScript = `fetch("/api/agenda", { credentials: "omit" }).catch(() => undefined);`;

/** Serves minutes, whose server uses Auth.js and keeps all groups of a user in its cookies. */
function serveMinutes({ application, provider }: ProviderStage): void {
  const config: AuthConfig = {
    basePath,
    trustHost: true,
    secret: "the secret of the cookies of the minutes",
    logger: silentLogger,
    providers: [
      {
        id: "campus",
        name: "Campus",
        type: "oidc",
        issuer: provider.origin,
        ...shopServer,
        authorization: { params: { scope: "openid email" } },
        checks: ["pkce", "state", "nonce"],
        profile: ({ sub }) => ({ id: String(sub) }),
      },
    ],
    callbacks: {
      jwt: ({ token, account }) => (account ? { ...token, groups } : token),
      session: ({ session, token }) => {
        const known: unknown = token["groups"];
        const user = { name: token.sub, groups: Array.isArray(known) ? known.length : 0 };
        return Object.assign({}, session, { user });
      },
    },
  };
  serveAuthRoutes(application, config, paths);
  application.respond("/api/agenda", () =>
    Response.json({ message: "There is no agenda yet" }, { status: 404 }),
  );
  // The server itself reads the session when it makes the page.
  application.respond("/", async ({ url, headers }) => {
    const answer = await Auth(
      new Request(new URL(`${basePath}/session`, url), { headers }),
      config,
    );
    const user: unknown = Reflect.get(Object(await answer.json()), "user");
    const body = user
      ? `<p>Member of ${String(Reflect.get(Object(user), "groups"))} committees</p>`
      : `<a href="${basePath}/signin">Sign in</a>`;
    return showPage("Minutes", `${body}<script>${agendaScript}</script>`);
  });
}

/** Logins of the library Auth.js that work. */
export const largeSessionScenes: ProviderScenes = {
  "session-cookie-in-two-parts": async (stage) => {
    const { tab, application, provider } = stage;
    const page = originAt("minutes.localhost", application);
    provider.configure({
      routes: {
        authorization: "/campus/sso",
        token: "/campus/sso/tokens",
        userinfo: "/campus/sso/me",
        jwks: "/campus/sso/keys",
      },
      clients: [serverClient(`${page}${basePath}/callback/campus`)],
      cookies: {},
    });
    serveMinutes(stage);
    await tab.goto(`${page}/`);
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Sign in with Campus" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Member of 128 committees").waitFor();
  },
};
