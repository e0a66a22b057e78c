import { demo } from "../../../launch/demo.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { declareClient } from "../../scene-parts/tenant-client.ts";
import { logInAndBeRefused } from "../../scene-parts/log-in-and-be-refused.ts";

/** A page of a site without a router: each page asks for the session when it loads. */
const sitePage = (title: string): string => `
  const greet = async () => {
    const user = await client.getUser();
    show(user ? "${title} of " + user.name : "Please log in to see this page");
  };
  if (location.search.includes("code=")) {
    client.handleRedirectCallback().then(() => history.replaceState(null, "", "/")).then(greet);
  } else {
    client.checkSession().then(greet);
  }`;

/** The sample of a framework: a button, and the error of the library in the page. */
const memberScript = `
  const run = async () => {
    if (/[?&](?:code|error)=/.test(location.search)) {
      await client.handleRedirectCallback();
      history.replaceState(null, "", "/");
    }
    const user = await client.getUser();
    show(user ? "Welcome back, " + user.name : "Please log in");
  };
  run().catch(() => show("Oops... something went wrong"));`;

const chatScript = `
  auth.parseHash((error, result) => {
    if (result) show("Chat of " + result.idTokenPayload.name);
    else if (error) show("Login failed, please try again");
    else show("Log in to chat");
  });`;

/** Declares auth0-js, as a page that only needs to know who the user is. */
const declareWebAuth = ({ tenant, application }: ProviderStage): string =>
  `const auth = new auth0.WebAuth(${JSON.stringify({
    domain: tenant.origin,
    clientID: demo.hs256ClientId,
    redirectUri: `${application.origin}/callback`,
    responseType: "id_token",
    scope: "openid profile",
  })});`;

/** The scenes of pages whose library is made for the tenant. */
export const tenantPageScenes: ProviderScenes = {
  "second-page-asks-to-log-in": async (stage) => {
    const { tab, application } = stage;
    // The tenant is on another site, `localhost`.
    const home = `${application.otherOrigin}/`;
    const declare = declareClient(stage, { redirect_uri: home });
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Recipes",
      scripts: {
        "/": declare + sitePage("Recipes"),
        "/favourites": declare + sitePage("Favourites"),
      },
    });
    await tab.goto(home);
    await tab.getByText("Please log in").waitFor();
    await tab.evaluate("void client.loginWithRedirect()");
    await stage.logInAtTenant();
    await tab.getByText("Recipes of Ada").waitFor();
    // The next page at once would take the bodies of the responses from the panel.
    await tab.waitForLoadState("networkidle");
    await tab.evaluate("location.assign('/favourites')");
    await tab.waitForURL("**/favourites");
    await tab.getByText("Please log in").waitFor();
  },
  "chat-login-fails-at-callback": async (stage) => {
    const { tab } = stage;
    const script = declareWebAuth(stage) + chatScript;
    await serveLibraryPages(stage, {
      library: "auth0-js",
      title: "Chat",
      scripts: { "/": script, "/callback": script },
    });
    await openApplication(stage);
    await tab.getByText("Log in to chat").waitFor();
    await tab.evaluate("auth.authorize()");
    await stage.logInAtTenant();
    await tab.getByText("Login failed").waitFor();
  },
  "login-of-imported-users": async (stage) => {
    const { tab, application } = stage;
    const callback = `${application.origin}/callback`;
    const script = declareClient(stage, { redirect_uri: callback }) + memberScript;
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Members",
      scripts: { "/": script, "/callback": script },
    });
    await openApplication(stage);
    await tab.getByText("Please log in").waitFor();
    await logInAndBeRefused(stage, callback, {
      error: "access_denied",
      error_description: "Cannot read property 'favorite_color' of undefined",
    });
    await tab.getByText("Oops").waitFor();
  },
  "dev-server-on-next-port": async (stage) => {
    const { tab, control, application } = stage;
    const callbacks = ["http://localhost:4200", "http://localhost:4200/"];
    await control.changeClient(demo.clientId, {
      callbacks,
      web_origins: ["http://localhost:4200"],
    });
    const home = application.origin;
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Quickstart",
      scripts: { "/": `${declareClient(stage, { redirect_uri: home })}show("Quickstart");` },
    });
    await openApplication(stage);
    await tab.evaluate("void client.loginWithRedirect()");
    await stage.reachTenant();
    await tab.waitForLoadState();
  },
};
