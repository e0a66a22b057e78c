import { demo } from "../../../launch/demo.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";

/** Declares the client of auth0-spa-js as its documentation does, with a cache in memory. */
const declareClient = ({ tenant }: ProviderStage, redirectUri: string): string =>
  `const client = new auth0.Auth0Client(${JSON.stringify({
    domain: tenant.origin,
    clientId: demo.clientId,
    authorizationParams: { redirect_uri: redirectUri },
  })});`;

/** Greets the user, if a response in the address or the silent login of a fresh page has one. */
const greetScript = `
  const start = async () => {
    if (location.search.includes("code=")) {
      await client.handleRedirectCallback();
      history.replaceState(null, "", "/");
    } else await client.checkSession();
    const user = await client.getUser();
    show(user ? "Hello " + user.name : "You are not logged in");
  };
  start();`;

const parseScript = `
  auth.parseHash({ hash: location.hash }, (error, result) => {
    show(error ? error.errorDescription : "Hello " + result.idTokenPayload.name);
  });`;

/** The scenes of the logins at the local tenant that fail as people report most often. */
export const frequentTenantScenes: ProviderScenes = {
  "callback-not-in-list": async (stage) => {
    const { tab, control, application } = stage;
    // The start page is in the list, and the page of the callback is not.
    await control.changeClient(demo.clientId, {
      callbacks: [application.origin, `${application.origin}/`],
    });
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Bookshop",
      scripts: { "/": declareClient(stage, `${application.origin}/callback`) },
    });
    await openApplication(stage);
    await tab.evaluate("void client.loginWithRedirect()");
    await stage.reachTenant();
    await tab.waitForLoadState();
  },
  "reload-loses-login": async (stage) => {
    const { tab, application } = stage;
    const home = `${application.otherOrigin}/`;
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Photos",
      scripts: { "/": declareClient(stage, home) + greetScript },
    });
    await tab.goto(home);
    await tab.getByText("You are not logged in").waitFor();
    await tab.evaluate("void client.loginWithRedirect()");
    await stage.logInAtTenant();
    await tab.getByText("Hello Ada").waitFor();
    // A reload at once would take the bodies of the responses from the panel.
    await tab.waitForLoadState("networkidle");
    await tab.reload();
    await tab.getByText("You are not logged in").waitFor();
  },
  "api-not-registered": async (stage) => {
    const { tab, tenant, application } = stage;
    const settings = {
      domain: tenant.origin,
      clientID: demo.clientId,
      redirectUri: `${application.origin}/callback`,
      audience: "http://localhost:3001/graphql",
      responseType: "token id_token",
      scope: "openid profile",
    };
    const declare = `const auth = new auth0.WebAuth(${JSON.stringify(settings)});`;
    await serveLibraryPages(stage, {
      library: "auth0-js",
      title: "Meetups",
      scripts: { "/": declare, "/callback": declare + parseScript },
    });
    await openApplication(stage);
    await tab.evaluate("auth.authorize()");
    await tab.getByText("Service not found").waitFor();
  },
};
