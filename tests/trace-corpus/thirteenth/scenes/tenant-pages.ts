import { demo } from "../../../launch/demo.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { declareClient } from "../../scene-parts/tenant-client.ts";
import { webAuthSettings } from "../../scene-parts/web-auth-settings.ts";

interface FormPage {
  readonly title: string;
  readonly script: string;
  /** The origin at which the user opens the page. */
  readonly origin: string;
}

/** Serves a page with the library auth0-js and a login form of its own, which is its callback too. */
async function serveFormPage(stage: ProviderStage, page: FormPage): Promise<void> {
  const { application } = stage;
  await serveLibraryFile(stage, "/lib/auth0.min.js", "auth0-js");
  const settings = webAuthSettings(stage, { redirectUri: `${page.origin}/callback` });
  const body = `<main></main><input id="mail" placeholder="Email">
<input id="word" type="password" placeholder="Password"><button id="enter">Enter</button>
<script src="/lib/auth0.min.js"></script><script>
const show = (text) => { document.querySelector("main").textContent = text; };
const value = (id) => document.getElementById(id).value;
const press = (id, act) => { document.getElementById(id).onclick = act; };
const auth = new auth0.WebAuth(${JSON.stringify(settings)});
${page.script}
const { hash } = location;
if (hash) auth.parseHash({ hash }, (error, result) => {
  history.replaceState(null, "", "/");
  show(error ? "That did not work" : "Hello " + result.idTokenPayload.name);
});</script>`;
  for (const path of ["/", "/callback"])
    application.respond(path, () => showPage(page.title, body));
}

/** Fills in the form of such a page, and sends it. */
async function fillIn({ tab }: ProviderStage): Promise<void> {
  await tab.getByPlaceholder("Email").fill(demo.user.email);
  await tab.getByPlaceholder("Password").fill(demo.user.password);
  await tab.getByRole("button", { name: "Enter" }).click();
}

/** Logs in with a password, and keeps the page open: the library asks for the tokens in a frame. */
const gazetteScript = `
press("enter", () => auth.popup.loginWithCredentials(
  { realm: "Username-Password-Authentication", username: value("mail"), password: value("word") },
  (error, result) => show(error ? "That did not work" : "Hello " + result.idTokenPayload.name),
));`;

/** Logs in with a password. */
const paddlerScript = `
press("enter", () => auth.login(
  { realm: "Username-Password-Authentication", username: value("mail"), password: value("word") },
  (error) => { if (error) show("Something went wrong"); },
));`;

/** The callback of the harbour, in each of its languages. */
const harbourCallback = `
  client.handleRedirectCallback().then(
    () => show("Berths"),
    (error) => show("Login failed: " + error.message),
  );`;

/** The page of a car pool. Its logout is copied from one that ends the sessions of all clients. */
const poolScript = `
  const leave = () => client.logout({
    clientId: null,
    logoutParams: { returnTo: location.origin + "/" },
  });
  if (location.search.includes("code=")) {
    client.handleRedirectCallback()
      .then(() => new Promise((resolve) => setTimeout(resolve, 400)))
      .then(() => history.replaceState(null, "", "/"))
      .then(() => client.getUser())
      .then((user) => show("Rides of " + user.name));
  } else {
    show("Who drives?");
  }`;

/** The scenes of pages at the tenant. */
export const tenantPageScenes: ProviderScenes = {
  "gazette-keeps-article-open": async (stage) => {
    const { tab, application } = stage;
    const origin = application.otherOrigin;
    await serveFormPage(stage, { title: "Gazette", origin, script: gazetteScript });
    await tab.goto(`${origin}/`);
    await fillIn(stage);
    await tab.getByText("That did not work").waitFor();
  },
  "paddlers-form-at-new-address": async (stage) => {
    const { tab, application, control } = stage;
    const { origin } = application;
    // The address of the page is a callback URL, but not one of the origins.
    await control.changeClient(demo.clientId, {
      callbacks: [`${origin}/callback`],
      web_origins: ["http://localhost:8080"],
    });
    await serveFormPage(stage, { title: "Paddlers", origin, script: paddlerScript });
    await openApplication(stage);
    await fillIn(stage);
    await tab.getByText("Something went wrong").waitFor();
  },
  "harbour-office-in-danish": async (stage) => {
    const { tab, application } = stage;
    const { origin } = application;
    const declare = declareClient(stage, { redirect_uri: `${origin}/callback` });
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Harbour",
      scripts: {
        "/da/": `${declare}show("Velkommen");`,
        "/da/callback": declare + harbourCallback,
      },
    });
    // Each path without a language goes on to the same path with that of the user.
    for (const path of ["/", "/callback"])
      application.respond(path, () => redirectTo(`/da${path}`));
    await openApplication(stage);
    await tab.getByText("Velkommen").waitFor();
    await tab.evaluate("void client.loginWithRedirect()");
    await stage.logInAtTenant();
    await tab.getByText("Login failed").waitFor();
  },
  "car-pool-driver-leaves": async (stage) => {
    const { tab, application } = stage;
    const declare = declareClient(stage, { redirect_uri: `${application.origin}/` });
    await serveLibraryPages(stage, {
      library: "@auth0/auth0-spa-js",
      title: "Car pool",
      scripts: { "/": declare + poolScript },
    });
    await openApplication(stage);
    await tab.evaluate("void client.loginWithRedirect()");
    await stage.logInAtTenant();
    await tab.getByText("Rides of").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.evaluate("void leave()");
    await stage.reachTenant();
    await tab.waitForLoadState();
  },
};
