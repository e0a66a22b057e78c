import { randomText } from "../../scene-parts/pkce.ts";
import { showPage, redirectTo } from "../../scene-parts/responses.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";

// The photos come back with a code and a state too. The server of the page redeems that code.
const postcardScript = (settings: object, photos: string): string => `
const manager = new oidc.UserManager(${JSON.stringify(settings)});
press("photos", () => {
  localStorage.photos = crypto.randomUUID();
  location.assign("${photos}/oauth/authorize?" + new URLSearchParams({
    client_id: "postcards-2210", response_type: "code", scope: "photos.readonly",
    redirect_uri: location.origin + "/postcards/photos", state: localStorage.photos,
  }));
});
press("in", () => manager.signinRedirect());
const untilImported = async () => {
  const answer = await fetch("/api/imports/1");
  if (answer.status === 404) return new Promise((resolve) => setTimeout(resolve, 300)).then(untilImported);
  return answer.json();
};
const start = async () => {
  const query = new URLSearchParams(location.search);
  if (location.pathname === "/postcards/photos") {
    if (query.get("state") !== localStorage.photos) return show("These are not your photos");
    await fetch("/api/imports", { method: "POST", body: new URLSearchParams({ code: query.get("code") }) });
    history.replaceState(null, "", "/postcards");
    return show((await untilImported()).photos + " photos. Log in to write.");
  }
  if (location.pathname === "/postcards/back") {
    await manager.signinRedirectCallback();
    history.replaceState(null, "", "/postcards");
  }
  const user = await manager.getUser();
  if (!user) return show("Postcards");
  const headers = { authorization: "Bearer " + user.access_token };
  const cards = await (await fetch("/api/postcards", { headers })).json();
  const stamps = await fetch("/api/stamps", { headers });
  show(user.profile.name + " has " + cards.drafts + " drafts" + (stamps.status === 402 ? " and no stamps" : ""));
};
void start();`;

/** Serves a photo service, where the user is logged in already, and the imports from it. */
function servePhotos({ application }: ProviderStage): void {
  application.respond("/oauth/authorize", (request) => {
    const query = new URL(request.url).searchParams;
    if (request.method === "GET")
      return showPage(
        "Photos",
        `<form method="post"><p>Postcards wants to see your photos.</p><button>Allow</button></form>`,
      );
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(query);
    return redirectTo(addTo(to, { code: `4/${randomText()}`, state, scope: "photos.readonly" }));
  });
  let asked = 0;
  application.respond("/api/imports", () => Response.json({ id: 1 }, { status: 202 }));
  application.respond("/api/imports/1", () => {
    asked += 1;
    return asked < 3
      ? Response.json({ message: "Not ready" }, { status: 404 })
      : Response.json({ photos: 36 });
  });
}

/** Logins of pages with the library oidc-client-ts that work. */
export const managedScenes: ProviderScenes = {
  "postcards-take-photos-first": async (stage) => {
    const { tab, application, provider } = stage;
    const home = originAt("postcards.localhost", application);
    const photos = originAt("photos.localhost", application);
    provider.configure({
      routes: {
        authorization: "/post/counter",
        token: "/post/receipts",
        userinfo: "/post/sender",
        jwks: "/post/keys",
      },
      clients: [pageClient(`${home}/postcards/back`)],
      cookies: {},
      conformIdTokenClaims: false,
    });
    servePhotos(stage);
    await servePages(stage, "managed", {
      title: "Postcards",
      paths: ["/postcards", "/postcards/back", "/postcards/photos"],
      body: `<button id="photos">Choose photos</button><button id="in">Sign in</button>`,
      script: postcardScript(
        {
          authority: provider.origin,
          client_id: "shop-web",
          redirect_uri: `${home}/postcards/back`,
          scope: "openid profile",
          automaticSilentRenew: false,
        },
        photos,
      ),
    });
    application.respond("/api/postcards", () => Response.json({ drafts: 2 }));
    application.respond("/api/stamps", () =>
      Response.json({ message: "Buy stamps first" }, { status: 402 }),
    );
    await tab.goto(`${home}/postcards`);
    await tab.getByRole("button", { name: "Choose photos" }).click();
    await tab.getByRole("button", { name: "Allow" }).click();
    await tab.getByText("36 photos. Log in to write.").waitFor();
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Ada has 2 drafts and no stamps").waitFor();
  },
};
