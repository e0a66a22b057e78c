import { openApplication } from "../../scene-parts/tab.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { signIn, writeLogin } from "../../scene-parts/hand-written-page.ts";

/** The paths of a provider's configured under one folder, for each scene another one. */
const routesUnder = (folder: string) => ({
  authorization: `${folder}/auth`,
  token: `${folder}/redeem`,
  userinfo: `${folder}/whoami`,
  jwks: `${folder}/keys`,
});

/** Configures a provider for one page, and returns what its script needs of both. */
function configureFor(
  { provider }: ProviderStage,
  { folder, clientId, home }: { folder: string; clientId: string; home: string },
) {
  const routes = routesUnder(folder);
  provider.configure({ routes, clients: [pageClient(home, { client_id: clientId })] });
  return { provider: provider.origin, paths: routes, clientId };
}

/** Two events of one load of the page, each with the same handler. */
const linkStart = `
  const link = async () => {
    if (!isBack) return;
    const { error } = await redeem();
    say(error ? "Your account could not be linked: " + error : "Linking your account");
  };
  addEventListener("DOMContentLoaded", link);
  addEventListener("pageshow", link);`;

/** The scenes of pages at a provider of another make. */
export const providerPageScenes: ProviderScenes = {
  "bank-account-not-linked": async (stage) => {
    const { tab, application } = stage;
    const configured = configureFor(stage, {
      folder: "/openapi/sandbox/oauth2",
      clientId: "budget",
      home: `${application.origin}/linked`,
    });
    const script = writeLogin({
      ...configured,
      scope: "openid profile",
      callback: `location.origin + "/linked"`,
      start: linkStart,
    });
    application.respond("/", () => runScript(script));
    application.respond("/linked", () => runScript(script));
    await openApplication(stage);
    await signIn(stage);
    await logInAtProvider(stage);
    await tab.getByText("could not be linked").waitFor();
  },
  "booking-page-not-connected": async (stage) => {
    const { tab, application } = stage;
    const configured = configureFor(stage, {
      folder: "/calendars",
      clientId: "booking",
      home: `${application.origin}/calendars/connected`,
    });
    const script = writeLogin({
      ...configured,
      scope: "openid profile",
      callback: `location.origin + "/calendars/connected"`,
      redeemedFor: "location.origin",
      start: `
        if (isBack) redeem().then(({ error }) => {
          say(error ? "Not connected: " + error : "Your calendar is connected");
        });`,
    });
    application.respond("/", () => runScript(script));
    application.respond("/calendars/connected", () => runScript(script));
    await openApplication(stage);
    await signIn(stage);
    await logInAtProvider(stage);
    await tab.getByText("Not connected").waitFor();
  },
};
