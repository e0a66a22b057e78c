import { pageClient } from "../../scene-parts/provider-clients.ts";
import { plainRoutes } from "../../scene-parts/provider-routes.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";

interface ManagedPage {
  readonly title: string;
  readonly path: string;
  readonly buttons: string;
  readonly settings: object;
  readonly script: string;
}

/** Serves a page with the library oidc-client-ts, which is also its own callback. */
async function serveManaged(stage: ProviderStage, page: ManagedPage): Promise<void> {
  await serveLibraryFile(stage, "/js/oidc.js", "oidc-client-ts");
  stage.application.respond(page.path, () =>
    showPage(
      page.title,
      `<main></main>${page.buttons}<script src="/js/oidc.js"></script><script>
const show = (text) => { document.querySelector("main").textContent = text; };
const press = (id, act) => { document.getElementById(id).onclick = act; };
const settings = ${JSON.stringify({ automaticSilentRenew: false, ...page.settings })};
${page.script}</script>`,
    ),
  );
}

// At each load the page asks for new tokens, if it still has a refresh token.
const herbsScript = `
const manager = new oidc.UserManager({
  ...settings, userStore: new oidc.WebStorageStateStore({ store: localStorage }),
});
const start = async () => {
  if (location.search.includes("code=")) {
    const url = location.href;
    history.replaceState(null, "", "/herbs");
    await manager.signinRedirectCallback(url);
  } else if (await manager.getUser()) {
    try {
      await manager.signinSilent();
    } catch (error) {
      if (error.error !== "invalid_grant") throw error;
      await manager.removeUser();
    }
  }
  const user = await manager.getUser();
  show(user ? "Herbs of " + user.profile.sub : "You were away for a long time.");
};
press("in", () => manager.signinRedirect());
void start();`;

// Provider and API want proofs with a nonce of theirs, which the page learns from their refusals.
const meterScript = `
const manager = new oidc.UserManager({
  ...settings, dpop: { bind_authorization_code: true, store: new oidc.IndexedDbDPoPStore() },
});
const read = async (nonce) => {
  const user = await manager.getUser();
  const url = location.origin + "/api/meter";
  const answer = await fetch(url, { headers: {
    Authorization: "DPoP " + user.access_token, DPoP: await manager.dpopProof(url, user, "GET", nonce),
  } });
  const wanted = answer.headers.get("dpop-nonce");
  if (answer.status === 401 && !nonce && wanted) return read(wanted);
  show((await answer.json()).hours + " hours");
};
press("in", () => manager.signinRedirect());
if (location.search.includes("code=")) {
  const url = location.href;
  history.replaceState(null, "", "/meter");
  manager.signinRedirectCallback(url).then(() => read());
}`;

/** Serves an API that accepts a proof only with its own nonce. */
function serveMeter({ application }: ProviderStage): void {
  application.respond("/api/meter", ({ headers }) => {
    const [, claims = ""] = (headers.get("dpop") ?? "").split(".");
    const proof: unknown = JSON.parse(Buffer.from(claims, "base64url").toString() || "null");
    if (Reflect.get(Object(proof), "nonce") === "meter-nonce-1")
      return Response.json({ hours: 412 });
    const refusal = {
      "www-authenticate": 'DPoP error="use_dpop_nonce", error_description="A nonce is required"',
      "dpop-nonce": "meter-nonce-1",
    };
    return Response.json({ message: "A nonce is required" }, { status: 401, headers: refusal });
  });
}

/** Logins of pages with the library oidc-client-ts that work. */
export const managedScenes: ProviderScenes = {
  "back-after-long-time": async (stage) => {
    const { tab, provider, application, context } = stage;
    const page = `${application.otherOrigin}/herbs`;
    let logins = 0;
    provider.configure({
      routes: plainRoutes,
      clients: [pageClient(page)],
      cookies: {},
      issueRefreshToken: async () => true,
      ttl: {
        AccessToken: 3600,
        AuthorizationCode: 60,
        IdToken: 3600,
        Session: 86_400,
        Grant: 86_400,
        Interaction: 600,
        // The first refresh token ends at once, as if the user had been away for a month.
        RefreshToken() {
          logins += 1;
          return logins === 1 ? 1 : 86_400;
        },
      },
    });
    await serveManaged(stage, {
      title: "Herbs",
      path: "/herbs",
      buttons: `<button id="in">Sign in</button>`,
      settings: {
        authority: provider.origin,
        client_id: "shop-web",
        redirect_uri: page,
        scope: "openid",
      },
      script: herbsScript,
    });
    await tab.goto(page);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Herbs of ada").waitFor();
    await context.clearCookies();
    await stage.discardEarlier();
    await tab.reload();
    await tab.getByText("You were away for a long time.").waitFor();
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Herbs of ada").waitFor();
  },
  "proofs-need-nonces": async (stage) => {
    const { tab, provider, application } = stage;
    const page = `${originAt("meter.localhost", application)}/meter`;
    const routes = { ...plainRoutes, authorization: "/as/begin", token: "/as/tokens" };
    provider.configure({
      routes,
      clients: [pageClient(page, { dpop_bound_access_tokens: true })],
      cookies: {},
      features: {
        devInteractions: { enabled: false },
        dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 7), requireNonce: () => true },
      },
    });
    serveMeter(stage);
    await serveManaged(stage, {
      title: "Meter",
      path: "/meter",
      buttons: `<button id="in">Read the meter</button>`,
      settings: {
        authority: provider.origin,
        // The page does not ask the provider for what it knows.
        metadata: {
          issuer: provider.origin,
          authorization_endpoint: `${provider.origin}${routes.authorization}`,
          token_endpoint: `${provider.origin}${routes.token}`,
        },
        client_id: "shop-web",
        redirect_uri: page,
        scope: "openid",
      },
      script: meterScript,
    });
    await tab.goto(page);
    await tab.getByRole("button", { name: "Read the meter" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("412 hours").waitFor();
  },
};
