import { ClientSecretPost } from "openid-client";
import { randomText } from "../../scene-parts/pkce.ts";
import { ownRoutes, realmRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient, serverClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import {
  beginLogin,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { readCookie } from "../../scene-parts/cookies.ts";

/** Serves a cinema whose server keeps one cookie for each login under way. */
async function serveCinema(
  { application, provider }: ProviderStage,
  callback: string,
): Promise<void> {
  const config = await connect(provider.origin, "shop-server", ClientSecretPost(serverSecret));
  const logins = new Map<string, Pending>();
  const users = new Map<string, string>();
  const attributes = "Path=/; HttpOnly; SameSite=Lax";
  application.respond("/", (request) => {
    const user = users.get(readCookie(request, "cinema") ?? "");
    return user === undefined
      ? showPage("Cinema", `<p>Tonight</p><a href="/signin">Sign in</a>`)
      : showPage("Cinema", `<p>Seats of ${user}</p>`);
  });
  application.respond("/signin", async () => {
    const pending = await beginLogin(config, {
      to: "/",
      callback,
      scope: "openid",
    });
    logins.set(pending.state, pending);
    return redirectTo(pending.url, [
      `cinema_${pending.state.slice(0, 8)}=1; Max-Age=600; ${attributes}`,
    ]);
  });
  application.respond("/signin/return", async (request) => {
    const state = new URL(request.url).searchParams.get("state") ?? "";
    const pending = logins.get(state);
    const cookie = `cinema_${state.slice(0, 8)}`;
    if (pending === undefined || readCookie(request, cookie) === undefined)
      return showPage("Cinema", `<a href="/signin">Please try again</a>`);
    logins.delete(state);
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    users.set(id, tokens.claims()?.sub ?? "");
    return redirectTo(pending.to, [
      `cinema=${id}; ${attributes}`,
      `${cookie}=; Max-Age=0; ${attributes}`,
    ]);
  });
}

const atlasScript = `
const show = (text) => { document.querySelector("main").textContent = text; };
document.querySelector("button").onclick = () => manager.signinRedirect();
const start = async () => {
  const user = await manager.getUser();
  if (user === null) return show("Maps");
  const headers = { authorization: "Bearer " + user.access_token };
  const maps = await (await fetch("/atlas/api/maps", { headers })).json();
  show("Maps for " + user.profile.sub + ": " + maps.join(", "));
};
void start();`;

// Without an entry for the state, the library rejects the response: a user who is known then
// goes to the start page.
const returnScript = `
const finish = async () => {
  try {
    await manager.signinRedirectCallback();
  } catch (error) {
    if ((await manager.getUser()) === null) throw error;
  }
  location.assign("/atlas");
};
void finish();`;

/** Serves an atlas, whose callback page stays in the tab's history. */
async function serveAtlas(stage: ProviderStage): Promise<void> {
  const { application, provider } = stage;
  await serveLibraryFile(stage, "/atlas/oidc.js", "oidc-client-ts");
  const settings = {
    authority: provider.origin,
    client_id: "shop-web",
    redirect_uri: `${application.origin}/atlas/return`,
    scope: "openid profile",
    automaticSilentRenew: false,
  };
  const page = (body: string, script: string) => () =>
    showPage(
      "Atlas",
      `${body}<script src="/atlas/oidc.js"></script><script>
const manager = new oidc.UserManager(${JSON.stringify(settings)});${script}</script>`,
    );
  application.respond("/atlas/api/maps", async ({ headers }) => {
    const authorization = headers.get("authorization") ?? "";
    const { userinfo } = ownRoutes;
    const known = await fetch(`${provider.origin}${userinfo}`, { headers: { authorization } });
    return known.ok ? Response.json(["Alps", "Andes"]) : new Response(null, { status: 401 });
  });
  application.respond("/atlas", page("<main></main><button>Sign in</button>", atlasScript));
  application.respond("/atlas/return", page("", returnScript));
}

/** Logins of users who go back that work. */
export const impatientScenes: ProviderScenes = {
  "began-again-at-start-page": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/signin/return`;
    provider.configure({ routes: realmRoutes, clients: [serverClient(callback)] });
    await serveCinema(stage, callback);
    await tab.goto(`${application.origin}/`);
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).waitFor();
    await tab.goBack();
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Seats of ada").waitFor();
  },
  "went-back-to-used-callback": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/atlas`;
    provider.configure({ routes: ownRoutes, clients: [pageClient(`${home}/return`)] });
    await serveAtlas(stage);
    await tab.goto(home);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Maps for ada").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.goBack();
    await tab.waitForURL(home);
    await tab.getByText("Maps for ada").waitFor();
  },
};
