import { demo } from "../../../launch/demo.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { logInAndBeRefused } from "../../scene-parts/log-in-and-be-refused.ts";

/** Declares the client of auth0-spa-js. */
const declareClient = ({ tenant, application }: ProviderStage, clientId: string): string =>
  `const client = new auth0.Auth0Client(${JSON.stringify({
    domain: tenant.origin,
    clientId,
    authorizationParams: { redirect_uri: `${application.origin}/callback` },
  })});`;

const sampleStart = `
  show("Welcome to the sample project");
  const button = document.createElement("button");
  button.textContent = "Log In";
  button.onclick = () => client.loginWithRedirect();
  document.body.append(button);`;

// As in the sample, nothing handles a failure of the library.
const sampleCallback = `
  show("Loading...");
  client.handleRedirectCallback().then(() => location.replace("/profile"));`;

/** Does the same as the React provider of the library at each start, and hides its error. */
const providerScript = `
  const isResponse = /[?&](?:code|error)=/.test(location.search);
  const begun = isResponse ? client.handleRedirectCallback() : client.checkSession();
  begun.catch((error) => { window.loginError = error; }).then(async () => {
    if (isResponse) history.replaceState(null, "", "/");
    const user = await client.getUser();
    show(user ? "Boards of " + user.name : "Log in to see your boards");
  });`;

const formScript = `
  document.querySelector("main").innerHTML =
    '<form><input name="user" type="email"><input name="secret" type="password"><button>Sign in</button></form>';
  document.querySelector("form").onsubmit = (event) => {
    event.preventDefault();
    const { user, secret } = event.target.elements;
    auth.login(
      { realm: "Username-Password-Authentication", username: user.value, password: secret.value },
      () => undefined,
    );
  };`;

/** Declares auth0-js. */
const declareWebAuth = ({ tenant }: ProviderStage, redirectUri: string): string =>
  `const auth = new auth0.WebAuth(${JSON.stringify({
    domain: tenant.origin,
    clientID: demo.clientId,
    redirectUri,
    responseType: "token id_token",
    scope: "openid profile email",
  })});`;

/** The scenes of pages whose library is made for the tenant. */
export const tenantPageScenes: ProviderScenes = {
  "sample-stuck-at-callback": async (stage) => {
    const { tab } = stage;
    const declare = declareClient(stage, demo.hs256ClientId);
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Sample",
      scripts: { "/": declare + sampleStart, "/callback": declare + sampleCallback },
    });
    await openApplication(stage);
    const failed = tab.waitForEvent("pageerror");
    await tab.getByRole("button", { name: "Log In" }).click();
    await stage.logInAtTenant();
    await failed;
  },
  "email-not-verified": async (stage) => {
    const { tab, application } = stage;
    const script = declareClient(stage, demo.clientId) + providerScript;
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Boards",
      scripts: { "/": script, "/callback": script },
    });
    await openApplication(stage);
    await tab.getByText("Log in to see your boards").waitFor();
    await logInAndBeRefused(stage, `${application.origin}/callback`, {
      error: "unauthorized",
      error_description: "Please verify your email before logging in.",
    });
    await tab.getByText("Log in to see your boards").waitFor();
  },
  "wrong-password-without-message": async (stage) => {
    const { tab, control, application } = stage;
    await control.changeClient(demo.clientId, { cross_origin_authentication: true });
    await serveLibraryPages(stage, {
      library: "auth0-js",
      title: "Members",
      scripts: {
        "/members": declareWebAuth(stage, `${application.origin}/callback`) + formScript,
      },
    });
    await tab.goto(`${application.origin}/members`);
    await tab.locator("[name=user]").fill(demo.user.email);
    await tab.locator("[name=secret]").fill("correct-horse-2");
    const refused = tab.waitForResponse(/\/co\/authenticate$/);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await refused;
  },
  "packaged-page-not-in-list": async (stage) => {
    const { tab } = stage;
    const packaged = "file:///opt/Planner/resources/app.asar/index.html";
    await serveLibraryPages(stage, {
      library: "auth0-js",
      title: "Planner",
      scripts: { "/index.html": declareWebAuth(stage, packaged) },
    });
    await tab.goto(`${stage.application.origin}/index.html`);
    await tab.evaluate("auth.authorize()");
    await tab.getByText("Callback URL mismatch").first().waitFor();
  },
};
