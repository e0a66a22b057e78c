import type { AuthConfig } from "@auth/core";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";
import { serveAuthRoutes, silentLogger } from "../../scene-parts/auth-js.ts";

const basePath = "/auth";
const paths = ["callback/forge", "csrf", "error", "providers", "session", "signin", "signin/forge"];

/** Serves a forge of code with OAuth only, where the user can deny what an application asks for. */
async function serveForge({ application }: ProviderStage): Promise<void> {
  const forge = originAt("forge.localhost", application);
  const issuer = await createIssuer(forge);
  application.respond("/site/oauth2/grant", async (request) => {
    const sent = new URL(request.url).searchParams;
    if (readCookie(request, "forge") === undefined) return redirectTo("/account/signin");
    if (request.method === "GET")
      return showPage(
        "Forge",
        `<form method="post"><p>Charts asks for your account</p><button name="answer" value="no">Deny</button><button name="answer" value="yes">Grant access</button></form>`,
      );
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(sent);
    if ((await readForm(request)).get("answer") !== "yes")
      return redirectTo(addTo(to, { error: "access_denied", state }));
    const user = { sub: "{5c1e}", nickname: "ada", display_name: "Ada" };
    return redirectTo(addTo(to, { code: issuer.issueCode(sent, user), state }));
  });
  application.respond("/account/signin", (request) =>
    request.method === "GET"
      ? showPage("Forge", `<form method="post"><button>Use my passkey</button></form>`)
      : redirectTo("/account", [`forge=${randomText()}; Path=/; HttpOnly; SameSite=Lax`]),
  );
  application.respond("/account", () => showPage("Forge", "<p>Your forge</p>"));
  application.respond("/site/oauth2/redeem", async (request) => {
    const answer: unknown = await (await issuer.redeem(await readForm(request))).json();
    const token: unknown = Reflect.get(Object(answer), "access_token");
    return Response.json({ access_token: token, token_type: "bearer", scopes: "account" });
  });
  application.respond("/2.0/user", (request) => {
    const token = request.headers.get("authorization")?.replace(/^bearer/i, "Bearer") ?? null;
    const user = issuer.findUser(token);
    return user ? Response.json(user) : Response.json({ type: "error" }, { status: 401 });
  });
}

const chartsScript = `
const main = document.querySelector("main");
fetch("${basePath}/session").then((response) => response.json()).then((session) => {
  if (session === null) main.innerHTML = "<a href='${basePath}/signin'>Sign in</a>";
  else main.textContent = "Charts of " + session.user.name;
});`;

/** Serves charts, whose server uses the library Auth.js with the forge. */
function serveCharts({ application }: ProviderStage): void {
  const config: AuthConfig = {
    basePath,
    trustHost: true,
    secret: "the secret of the cookies of the charts",
    logger: silentLogger,
    providers: [
      {
        id: "forge",
        name: "Forge",
        type: "oauth",
        clientId: "charts",
        clientSecret: "a-secret-of-the-charts",
        authorization: {
          url: `${originAt("forge.localhost", application)}/site/oauth2/grant`,
          params: { scope: "account" },
        },
        // The server reaches the forge at its own address, since only browsers know its name.
        token: `${application.origin}/site/oauth2/redeem`,
        userinfo: `${application.origin}/2.0/user`,
        checks: ["state"],
        profile: (user: Readonly<Record<string, unknown>>) => ({
          id: String(user["nickname"]),
          name: String(user["display_name"]),
          email: null,
        }),
      },
    ],
  };
  serveAuthRoutes(application, config, paths);
  application.respond("/", () =>
    showPage("Charts", `<main></main><script>${chartsScript}</script>`),
  );
}

/** Logins of the library Auth.js that work. */
export const authJsScenes: ProviderScenes = {
  "denied-then-granted": async (stage) => {
    const { tab, application } = stage;
    await serveForge(stage);
    serveCharts(stage);
    const page = originAt("charts.localhost", application);
    // The user is signed in at the forge since this morning.
    await tab.goto(`${originAt("forge.localhost", application)}/account/signin`);
    await tab.getByRole("button", { name: "Use my passkey" }).click();
    await tab.getByText("Your forge").waitFor();
    await stage.discardEarlier();
    await tab.goto(`${page}/`);
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Sign in with Forge" }).click();
    await tab.getByRole("button", { name: "Deny" }).click();
    await tab.waitForURL((url) => url.origin === page);
    await tab.getByRole("button", { name: "Sign in with Forge" }).click();
    await tab.getByRole("button", { name: "Grant access" }).click();
    await tab.getByText("Charts of Ada").waitFor();
  },
};
