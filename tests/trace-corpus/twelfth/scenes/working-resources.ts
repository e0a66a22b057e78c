import { ownPages } from "../../scene-parts/provider.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";

const hives = "https://hives.example/";
const blossoms = "https://blossoms.example/";

/** The scope is the same at both APIs. */
const scope = "notes:read";

// One refresh token gives a token for each API; each API takes its own tokens only.
const beekeeperScript = (given: object): string => `
const settings = ${JSON.stringify(given)};
const manager = new oidc.UserManager(settings);
const read = async (path, token) =>
  (await fetch(path, { headers: { authorization: "Bearer " + token } })).json();
press("in", () => manager.signinRedirect({ url_state: "hives" }));
press("more", async () => {
  const user = await manager.signinSilent({ resource: "${blossoms}" });
  show((await read("/api/blossoms", user.access_token)).blossoms + " in bloom");
});
press("out", async () => {
  const { refresh_token: token } = await manager.getUser();
  await fetch(settings.revocation, {
    method: "POST",
    body: new URLSearchParams({ token, token_type_hint: "refresh_token", client_id: settings.client_id }),
  });
  await manager.removeUser();
  show("The bees sleep");
});
const start = async () => {
  if (!location.search.includes("code=")) return show("Bees");
  const user = await manager.signinRedirectCallback();
  history.replaceState(null, "", "/bees/" + user.url_state);
  show((await read("/api/hives", user.access_token)).hives + " hives");
};
void start();`;

/** Serves an API that accepts tokens for this resource only. */
function serveApi({ application }: ProviderStage, path: string, resource: string, body: object) {
  application.respond(path, ({ headers }) => {
    const [, claims = ""] = (headers.get("authorization") ?? "").split(".");
    const text = Buffer.from(claims, "base64url").toString() || "null";
    const token: unknown = JSON.parse(text);
    return Reflect.get(Object(token), "aud") === resource
      ? Response.json(body)
      : Response.json({ message: "This token is for another API" }, { status: 401 });
  });
}

/** Logins with tokens for several resources that work. */
export const resourceScenes: ProviderScenes = {
  "one-refresh-token-for-two-apis": async (stage) => {
    const { tab, application, provider } = stage;
    const home = originAt("bees.localhost", application);
    const routes = {
      authorization: "/apiary/door",
      token: "/apiary/tokens",
      jwks: "/apiary/keys",
      userinfo: "/apiary/me",
      revocation: "/apiary/revoked",
    };
    provider.configure({
      routes,
      clients: [pageClient(`${home}/bees/back`)],
      cookies: {},
      issueRefreshToken: async () => true,
      features: {
        ...ownPages,
        revocation: { enabled: true },
        resourceIndicators: {
          enabled: true,
          useGrantedResource: async () => true,
          getResourceServerInfo: (_context, resource) => ({
            scope,
            audience: resource,
            accessTokenFormat: "jwt",
            accessTokenTTL: 600,
          }),
        },
      },
      async loadExistingGrant({ oidc }) {
        const { client, session } = oidc;
        const grant = new oidc.provider.Grant({
          ...(client && { clientId: client.clientId }),
          ...(session?.accountId !== undefined && { accountId: session.accountId }),
        });
        grant.addOIDCScope("openid");
        for (const resource of [hives, blossoms]) grant.addResourceScope(resource, scope);
        await grant.save();
        return grant;
      },
    });
    serveApi(stage, "/api/hives", hives, { hives: 5 });
    serveApi(stage, "/api/blossoms", blossoms, { blossoms: "Lime trees" });
    await servePages(stage, "managed", {
      title: "Bees",
      paths: ["/bees", "/bees/back"],
      body: `<button id="in">Sign in</button><button id="more">Blossoms</button><button id="out">Sign out</button>`,
      script: beekeeperScript({
        authority: provider.origin,
        client_id: "shop-web",
        redirect_uri: `${home}/bees/back`,
        scope: `openid ${scope}`,
        resource: [hives, blossoms],
        extraTokenParams: { resource: hives },
        automaticSilentRenew: false,
        revocation: `${provider.origin}${routes.revocation}`,
      }),
    });
    await tab.goto(`${home}/bees`);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("5 hives").waitFor();
    await tab.getByRole("button", { name: "Blossoms" }).click();
    await tab.getByText("Lime trees in bloom").waitFor();
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.getByText("The bees sleep").waitFor();
  },
};
