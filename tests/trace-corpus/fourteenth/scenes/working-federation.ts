import { ClientSecretBasic, ClientSecretPost } from "openid-client";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { interactionPath } from "../../../oidc-provider/interaction-pages.ts";
import { basicClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { connect } from "../../scene-parts/openid-client-login.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { serveSite } from "./working-site.ts";

const tenantSecret = "demo-spa-secret-that-no-browser-ever-sees";

/**
 * Serves the part of the hospital's provider that has no form of its own: it logs its users in at the
 * tenant of the city. Returns the page of one interaction of the provider.
 */
async function serveBridge(stage: ProviderStage): Promise<(uid: string) => string> {
  const { application, provider, tenant } = stage;
  const bridge = application.origin;
  await allowOrigin(stage, bridge, "/bridge/return");
  const visitors = serveSite(stage, {
    config: await connect(tenant.origin, demo.clientId, ClientSecretPost(tenantSecret)),
    name: "bridge",
    home: bridge,
  });
  return (uid) => {
    const path = `${interactionPath}${uid}`;
    application.respond(path, (request) => {
      const visitor = visitors.find(request);
      if (!visitor) return visitors.begin(path, { ui_locales: "sv" });
      return showPage(
        "One moment",
        `<form method="post" action="${provider.origin}${path}"><input type="hidden" name="name" value="${visitor.subject}"></form><script>document.forms[0].submit();</script>`,
      );
    });
    return `${bridge}${path}`;
  };
}

/** Logins at a provider that asks another one, that work. */
export const federationScenes: ProviderScenes = {
  "hospital-asks-tenant-of-city": async (stage) => {
    const { tab, application, provider } = stage;
    const home = originAt("ward.localhost", application);
    const bridgeTo = await serveBridge(stage);
    provider.configure({
      routes: {
        authorization: "/hospital/door",
        token: "/hospital/badge",
        userinfo: "/hospital/person",
        jwks: "/hospital/keys",
      },
      clients: [basicClient(`${home}/ward/return`)],
      conformIdTokenClaims: false,
      interactions: { url: (_context, { uid }) => bridgeTo(uid) },
    });
    const nurses = serveSite(stage, {
      config: await connect(provider.origin, "shop-server", ClientSecretBasic(serverSecret)),
      name: "ward",
      home,
    });
    application.respond("/ward", (request) => {
      const nurse = nurses.find(request);
      return nurse
        ? showPage(
            "Ward",
            `<p>Beds of ${nurse.name}</p><script>fetch("/ward/pager").catch(() => undefined);</script>`,
          )
        : nurses.begin("/ward");
    });
    application.respond("/ward/pager", () =>
      Response.json({ message: "Your pager is not charged" }, { status: 409 }),
    );
    await tab.goto(`${home}/ward`);
    await logIn(tab, { ...demo.user, password: "correct-horse-2" });
    await tab.getByText(/wrong/i).first().waitFor();
    await logIn(tab, demo.user);
    await tab.getByText("Beds of Ada").waitFor();
    await tab.waitForLoadState("networkidle");
  },
};
