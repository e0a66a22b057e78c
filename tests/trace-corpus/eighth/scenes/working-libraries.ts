import { ownRoutes, plainRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { lifetimesWith } from "../../scene-parts/provider-lifetimes.ts";

/** The provider's times, with access tokens whose renewal begins soon. */
const renewedSoon = lifetimesWith(60);

const serveOidcClient = (stage: ProviderStage, path: string): Promise<void> =>
  serveLibraryFile(stage, path, "oidc-client-ts");

/** Serves the pages of a club, whose library renews the tokens in a frame by itself. */
async function serveClub(stage: ProviderStage): Promise<void> {
  const { application, provider } = stage;
  const home = `${application.origin}/club/`;
  await serveOidcClient(stage, "/club/vendor.js");
  const settings = {
    authority: provider.origin,
    client_id: "shop-web",
    redirect_uri: `${home}welcome`,
    silent_redirect_uri: `${home}renewed.html`,
    scope: "openid profile",
    automaticSilentRenew: true,
    // The access tokens are valid for 60 seconds here.
    accessTokenExpiringNotificationTimeInSeconds: 57,
  };
  const page = (body: string, script: string) => () =>
    showPage(
      "Club",
      `${body}<script src="/club/vendor.js"></script><script>
const users = new oidc.UserManager(${JSON.stringify(settings)});
${script}</script>`,
    );
  const show = `
const show = (text) => { document.querySelector("main").textContent = text; };
users.events.addSilentRenewError(() => show("Your session is over."));
`;
  application.respond(
    "/club/",
    page(
      `<main>For members only.</main><button>Members</button>`,
      `${show}document.querySelector("button").onclick = () => users.signinRedirect();`,
    ),
  );
  application.respond(
    "/club/welcome",
    page(
      `<main>One moment</main>`,
      `${show}users.signinRedirectCallback().then(({ profile }) => {
  history.replaceState(null, "", "/club/members");
  show("Welcome, " + profile.name);
  users.events.addUserLoaded(() => show("Still here, " + profile.name));
});`,
    ),
  );
  application.respond("/club/renewed.html", page("", "users.signinSilentCallback();"));
}

/** Serves a help desk, whose library logs in with a popup and renews with refresh tokens. */
async function serveDesk(stage: ProviderStage): Promise<void> {
  const { application, provider } = stage;
  await serveOidcClient(stage, "/assets/oidc.js");
  const settings = {
    authority: provider.origin,
    client_id: "shop-web",
    redirect_uri: `${application.origin}/desk`,
    popup_redirect_uri: `${application.origin}/desk/popup.html`,
    scope: "openid profile email",
    loadUserInfo: true,
    automaticSilentRenew: false,
  };
  const page = (body: string, script: string) => () =>
    showPage(
      "Help desk",
      `${body}<script src="/assets/oidc.js"></script><script>
const manager = new oidc.UserManager(${JSON.stringify(settings)});
${script}</script>`,
    );
  application.respond(
    "/desk",
    page(
      `<button id="in">Agent sign-in</button><button id="load">Load tickets</button><p></p>`,
      `
const say = (text) => { document.querySelector("p").textContent = text; };
document.querySelector("#in").onclick = async () => {
  const user = await manager.signinPopup();
  say("Agent " + user.profile.email);
};
document.querySelector("#load").onclick = async () => {
  const user = await manager.signinSilent();
  const response = await fetch("/desk/api/tickets?state=open", {
    headers: { authorization: user.token_type + " " + user.access_token },
  });
  say((await response.json()).length + " open tickets");
};`,
    ),
  );
  application.respond("/desk/popup.html", page("", "manager.signinPopupCallback();"));
  application.respond("/desk/api/tickets", async ({ headers }) => {
    const checked = await fetch(`${provider.origin}${ownRoutes.userinfo}`, {
      headers: { authorization: headers.get("authorization") ?? "" },
    });
    return checked.ok
      ? Response.json([{ id: 17 }, { id: 21 }])
      : Response.json({ error: "unauthorized" }, { status: 401 });
  });
}

/** Logins of pages with oidc-client-ts, at a provider of another make, that work. */
export const workingLibraryScenes: ProviderScenes = {
  "frame-renews-before-expiry": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/club/`;
    provider.configure({
      routes: plainRoutes,
      clients: [
        pageClient(`${home}welcome`, {
          redirect_uris: [`${home}welcome`, `${home}renewed.html`],
          grant_types: ["authorization_code"],
        }),
      ],
      // The page greets its user by the name in the ID token.
      conformIdTokenClaims: false,
      ttl: renewedSoon,
    });
    await serveClub(stage);
    await tab.goto(home);
    await tab.getByRole("button", { name: "Members" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Welcome, Ada").waitFor();
    await tab.getByText("Still here, Ada").waitFor();
  },
  "popup-then-refresh-token": async (stage) => {
    const { tab, provider, application } = stage;
    provider.configure({
      routes: ownRoutes,
      clients: [pageClient(`${application.origin}/desk/popup.html`)],
      // This provider gives every page of the company a refresh token.
      issueRefreshToken: async () => true,
    });
    await serveDesk(stage);
    await tab.goto(`${application.origin}/desk`);
    const opened = tab.waitForEvent("popup");
    await tab.getByRole("button", { name: "Agent sign-in" }).click();
    const popup = await opened;
    await popup.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Agent ada@example.com").waitFor();
    await tab.getByRole("button", { name: "Load tickets" }).click();
    await tab.getByText("2 open tickets").waitFor();
  },
};
