import { listenOnLoopback } from "../../../../tenant/server/listen.ts";
import { html } from "../../application.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  smallProviderPort,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { createSmallProvider } from "../../scene-parts/small-provider.ts";

const server = "/openid-connect-server-webapp";
const serverPaths = {
  authorization: `${server}/authorize`,
  token: `${server}/token`,
  keys: `${server}/jwk`,
} as const;

const credentialsPage = `<html><head><title>Error</title></head><body><h1>HTTP Status 401 - No client credentials presented</h1></body></html>`;

/** Refuses a preflight as every other request without the credentials of a client. */
const refusePreflight = (): Response =>
  new Response(credentialsPage, {
    status: 401,
    headers: { "content-type": "text/html", "www-authenticate": 'Basic realm="oauth2"' },
  });

/** The scripts of a page whose library sends the client's credentials in a header. */
const declareManager = (origin: string): string =>
  `const manager = new oidc.UserManager(${JSON.stringify({
    authority: smallProviderOrigin,
    metadata: {
      issuer: smallProviderOrigin,
      authorization_endpoint: `${smallProviderOrigin}${serverPaths.authorization}`,
      token_endpoint: `${smallProviderOrigin}${serverPaths.token}`,
      jwks_uri: `${smallProviderOrigin}${serverPaths.keys}`,
    },
    client_id: "surveys",
    client_secret: "surveys-secret",
    client_authentication: "client_secret_basic",
    redirect_uri: `${origin}/oidc/callback`,
    scope: "openid profile",
    automaticSilentRenew: false,
  })});`;

/** The form of a page that sends the password itself to the server of its API. */
const passwordPage = `<!doctype html><title>Workbench</title><link rel="icon" href="data:,">
<form><input name="user"><input name="password" type="password"><button>Sign in</button></form><p></p>
<script>
document.querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  const { user, password } = event.target.elements;
  const request = new XMLHttpRequest();
  request.open("POST", "${smallProviderOrigin}/uaa/token");
  request.withCredentials = true;
  request.setRequestHeader("Authorization", "Basic " + btoa("workbench:workbench"));
  request.onload = () => { document.querySelector("p").textContent = "Signed in"; };
  request.onerror = () => { document.querySelector("p").textContent = "Please check your connection."; };
  request.send(new URLSearchParams({
    grant_type: "password",
    scope: "read",
    username: user.value,
    password: password.value,
  }));
};
</script>`;

/** Answers as a framework whose list of origins does not have the page's origin. */
function refuseOrigin({ headers }: Request): Response {
  if (!headers.has("origin")) return new Response("Not found", { status: 404 });
  return new Response("Invalid CORS request", {
    status: 403,
    headers: { vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers" },
  });
}

/** The page of a console that keeps its token in a variable. */
const consolePage = `<!doctype html><title>Console</title><link rel="icon" href="data:,">
<main>Loading</main>
<script>
const store = { token: "" };
const main = document.querySelector("main");
const call = (path, body) => fetch(path, {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    ...(store.token && { Authorization: "Bearer " + store.token }),
  },
  body: JSON.stringify(body),
});
const showForm = () => {
  const form = document.createElement("form");
  const [name, password, button] = ["input", "input", "button"].map((tag) => document.createElement(tag));
  name.name = "username";
  password.name = "password";
  password.type = "password";
  button.textContent = "Login";
  form.append(name, password, button);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const answer = await call("/api/login", { username: name.value, password: password.value });
    store.token = (await answer.json()).access_token;
    start();
  };
  main.replaceChildren(form);
};
const start = async () => {
  const answer = await call("/api/currentUser", { id: "console" });
  if (!answer.ok) return showForm();
  main.textContent = "Devices of " + (await answer.json()).name;
};
start();
</script>`;

/** Serves a console whose API gives out tokens and no cookie. */
function serveConsole({ application }: ProviderStage): void {
  const tokens = new Set<string>();
  application.respond("/ui/", () => html(consolePage));
  application.respond("/api/login", () => {
    const token = randomText();
    tokens.add(`Bearer ${token}`);
    return Response.json({ type: "access_token", access_token: token, user: { name: "ada" } });
  });
  application.respond("/api/currentUser", ({ headers }) =>
    tokens.has(headers.get("authorization") ?? "")
      ? Response.json({ name: "ada", email: "ada@example.com", status: 1 })
      : Response.json({ error: "Unauthorized" }, { status: 401 }),
  );
}

/** The scenes of pages that ask for tokens, or send them, themselves. */
export const tokenPageScenes: ProviderScenes = {
  "survey-page-cannot-redeem": async (stage) => {
    const { tab, application } = stage;
    const provider = await createSmallProvider({ paths: serverPaths, preflight: refusePreflight });
    const declare = declareManager(application.origin);
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Surveys",
      scripts: {
        "/": `${declare}show("Surveys");`,
        "/oidc/callback": `${declare}manager.signinRedirectCallback().then(
          () => show("Your surveys"), (error) => show("Sign-in failed: " + error.message));`,
      },
    });
    await withProvider(provider, async () => {
      await tab.goto(`${application.origin}/`);
      await tab.evaluate("void manager.signinRedirect()");
      await logInAtSmallProvider(stage);
      await tab.getByText("Sign-in failed").waitFor();
    });
  },
  "workbench-form-says-check-connection": async (stage) => {
    const { tab, application } = stage;
    application.respond("/app/user/login", () => html(passwordPage));
    const listener = await listenOnLoopback(smallProviderPort, refuseOrigin);
    try {
      await tab.goto(`${application.origin}/app/user/login`);
      await tab.locator("[name=user]").fill("ada");
      await tab.locator("[name=password]").fill("correct-horse-1");
      await tab.getByRole("button", { name: "Sign in" }).click();
      await tab.getByText("Please check your connection").waitFor();
    } finally {
      await listener.close();
    }
  },
  "console-forgets-user-at-reload": async (stage) => {
    const { tab, application } = stage;
    serveConsole(stage);
    await tab.goto(`${application.origin}/ui/`);
    await tab.locator("[name=username]").fill("ada");
    await tab.locator("[name=password]").fill("correct-horse-1");
    await tab.getByRole("button", { name: "Login" }).click();
    await tab.getByText("Devices of ada").waitFor();
    // A reload at once would take the bodies of the responses from the panel.
    await tab.waitForLoadState("networkidle");
    await tab.reload();
    await tab.getByRole("button", { name: "Login" }).waitFor();
  },
};
