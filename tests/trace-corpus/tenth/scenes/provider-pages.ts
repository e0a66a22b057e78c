import { openApplication } from "../../scene-parts/tab.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { declareManager } from "../../scene-parts/user-manager.ts";

/** The paths of a provider's endpoints under one folder. */
const routesUnder = (folder: string, authorization: string) => ({
  authorization: `${folder}/${authorization}`,
  token: `${folder}/token`,
  userinfo: `${folder}/userinfo`,
  jwks: `${folder}/keys`,
  end_session: `${folder}/logout`,
});

/** Finishes a login, and shows the error of the library if it has one. */
const finishScript = `
  if (location.search.includes("code=")) {
    manager.signinCallback().then(
      (user) => show("Hello " + user.profile.sub),
      (error) => show("Sign-in failed: " + error.message),
    );
  } else {
    show("Please sign in");
  }`;

/** Loads the invoices from the API behind the gateway, on another origin. */
const invoicesScript = (gateway: string): string => `
  const load = async () => {
    const { access_token: token } = await manager.getUser();
    const answer = await fetch("${gateway}/v1/invoices", {
      headers: { Authorization: "Bearer " + token },
    });
    show((await answer.json()).length + " invoices");
  };
  if (location.search.includes("code=")) {
    manager.signinCallback()
      .then(() => history.replaceState(null, "", "/"))
      .then(load)
      .catch((error) => show("Something went wrong: " + error.message));
  } else {
    show("Please sign in");
  }`;

/** Serves an API whose gateway asks every request for a token, also those of the browser itself. */
function serveGateway({ application }: ProviderStage): void {
  application.respond("/v1/invoices", ({ headers }) => {
    const cors = {
      "access-control-allow-origin": application.origin,
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "Authorization, Content-Type",
    };
    if (headers.has("authorization")) return Response.json([{ number: 1 }], { headers: cors });
    return Response.json(
      { message: "No Authorization header was found" },
      { status: 401, headers: { ...cors, "www-authenticate": "Bearer" } },
    );
  });
}

/** Begins a login with the library in the page. */
const signIn = ({ tab }: ProviderStage) => tab.evaluate("void manager.signinRedirect()");

/** The scenes of pages with a library, at a provider of another make. */
export const providerPageScenes: ProviderScenes = {
  "catalogue-refused-before-login": async (stage) => {
    const { tab, provider, application } = stage;
    const registered = `${application.origin}/auth/callback`;
    provider.configure({
      routes: routesUnder("/oidc", "auth"),
      clients: [pageClient(registered, { client_id: "catalogue" })],
    });
    const declare = declareManager(provider.origin, {
      client_id: "catalogue",
      redirect_uri: `${registered}/`,
      scope: "openid email",
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Catalogue",
      scripts: { "/": declare + finishScript },
    });
    await openApplication(stage);
    await signIn(stage);
    await tab.getByText("invalid_redirect_uri").waitFor();
  },
  "static-site-signs-in-from-bucket": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/login/callback`;
    provider.configure({
      routes: routesUnder("/oauth2/default/v1", "authorize"),
      clients: [pageClient(callback, { client_id: "0oa-bucket" })],
      clientBasedCORS: () => false,
    });
    const declare = declareManager(provider.origin, {
      client_id: "0oa-bucket",
      redirect_uri: callback,
      scope: "openid profile email",
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Bucket",
      scripts: { "/": declare + finishScript, "/login/callback": declare + finishScript },
    });
    await openApplication(stage);
    await signIn(stage);
    await logInAtProvider(stage);
    await tab.getByText("Sign-in failed").waitFor();
  },
  "invoices-behind-gateway": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/`;
    provider.configure({
      routes: routesUnder("/sso", "login"),
      clients: [pageClient(home, { client_id: "invoices" })],
    });
    serveGateway(stage);
    const declare = declareManager(provider.origin, {
      client_id: "invoices",
      redirect_uri: home,
      scope: "openid profile",
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Invoices",
      scripts: { "/": declare + invoicesScript(application.otherOrigin) },
    });
    await openApplication(stage);
    await signIn(stage);
    await logInAtProvider(stage);
    await tab.getByText("Something went wrong").waitFor();
  },
};
