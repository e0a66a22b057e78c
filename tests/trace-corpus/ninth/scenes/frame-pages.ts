import { html } from "../../application.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { createSmallProvider } from "../../scene-parts/small-provider.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { withoutForeignCookies } from "../../scene-parts/foreign-cookies.ts";

const directory = "/contoso.onmicrosoft.com/b2c_1_signin/oauth2/v2.0";
const directoryPaths = {
  authorization: `${directory}/authorize`,
  token: `${directory}/token`,
  keys: "/contoso.onmicrosoft.com/b2c_1_signin/discovery/v2.0/keys",
} as const;

/** A page of the provider that sends the browser on with a form, as many providers do. */
const continuePage = (url: string): Response =>
  html(
    `<!doctype html><title>Working...</title><link rel="icon" href="data:,"><script>location.replace(${JSON.stringify(url)})</script>`,
    { "x-frame-options": "DENY", "cache-control": "no-store" },
  );

/** Declares the manager of oidc-client-ts with the endpoints of the directory. */
const declareManager = (origin: string): string =>
  `const manager = new oidc.UserManager(${JSON.stringify({
    authority: smallProviderOrigin,
    metadata: {
      issuer: smallProviderOrigin,
      authorization_endpoint: `${smallProviderOrigin}${directoryPaths.authorization}`,
      token_endpoint: `${smallProviderOrigin}${directoryPaths.token}`,
      jwks_uri: `${smallProviderOrigin}${directoryPaths.keys}`,
    },
    client_id: "claims-desk",
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/silent-renew.html`,
    scope: "openid profile",
    automaticSilentRenew: false,
    silentRequestTimeoutInSeconds: 4,
  })});`;

const renewScript = `
  const renew = () => manager.signinSilent().then(
    () => show("Renewed"),
    (error) => show("Silent renew failed: " + error.message),
  );
  manager.signinRedirectCallback()
    .then(() => history.replaceState(null, "", "/"))
    .then(() => show("Open claims: 4"));`;

/**
 * The first version of a directory's library: it logs in with an ID token in the fragment, and then
 * asks for the access token in a hidden frame.
 */
const firstVersionScript = (authorize: string): string => `
  const say = (text) => { document.querySelector("p").textContent = text; };
  const build = (parameters) => {
    const state = crypto.randomUUID();
    localStorage.setItem("msal.state." + state, "started");
    return "${authorize}?" + new URLSearchParams({
      client_id: "9f2c3c1e-5a0e-4a7e-9f0e-0b6f4d8a2f11",
      redirect_uri: location.origin + "/",
      response_mode: "fragment",
      state,
      nonce: crypto.randomUUID(),
      ...parameters,
    });
  };
  const login = () => location.assign(build({ response_type: "id_token", scope: "openid profile" }));
  const acquireSilently = () => new Promise((resolve, reject) => {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.src = build({ response_type: "token", scope: "api/read", prompt: "none" });
    addEventListener("message", ({ data }) => {
      const response = new URLSearchParams(data);
      frame.remove();
      if (response.has("error")) reject(new Error(response.get("error")));
      else resolve(response.get("access_token"));
    });
    document.body.append(frame);
  });
  const response = location.hash.slice(1);
  if (window !== parent) parent.postMessage(response, location.origin);
  else if (response.includes("id_token=")) {
    history.replaceState(null, "", "/");
    say("Getting your files");
    acquireSilently().then(() => say("12 files"), (error) => say("Could not get a token: " + error.message));
  } else say("Files");`;

/** The scenes of pages that ask the provider in a hidden frame. */
export const framePageScenes: ProviderScenes = {
  "claims-desk-renewal-hangs": async (stage) => {
    const { tab, application } = stage;
    const provider = await createSmallProvider({
      paths: directoryPaths,
      deliver: continuePage,
      pageHeaders: { "x-frame-options": "DENY" },
    });
    const declare = declareManager(application.origin);
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Claims",
      scripts: {
        "/": `${declare}show("Claims desk");`,
        "/callback": declare + renewScript,
        "/silent-renew.html": `${declare}manager.signinSilentCallback();`,
      },
    });
    await withProvider(provider, async () => {
      await tab.goto(`${application.origin}/`);
      await tab.evaluate("void manager.signinRedirect()");
      await logInAtSmallProvider(stage);
      await tab.getByText("Open claims").waitFor();
      await tab.waitForLoadState("networkidle");
      await tab.evaluate("void renew()");
      await tab.getByText("Silent renew failed").waitFor();
    });
  },
  "files-page-gets-no-token": async (stage) => {
    const { tab, application } = stage;
    const provider = await createSmallProvider({
      paths: directoryPaths,
      cookie: "Path=/; HttpOnly; Secure; SameSite=None",
    });
    const authorize = `${smallProviderOrigin}${directoryPaths.authorization}`;
    application.respond("/", () => runScript(firstVersionScript(authorize)));
    await withoutForeignCookies(stage, async () => {
      await withProvider(provider, async () => {
        await tab.goto(`${application.otherOrigin}/`);
        await tab.getByText("Files").waitFor();
        await tab.evaluate("login()");
        await logInAtSmallProvider(stage);
        await tab.getByText("Could not get a token").waitFor();
      });
    });
  },
};
