import type { Page } from "playwright";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { database, userWithFactor } from "../../scene-parts/tenant-names.ts";

// The page has its own form: it sends the password, and the code that the tenant then asks for.
const clinicScript = (tokenUrl: string): string => `
const byId = (id) => document.getElementById(id);
const show = (text) => { document.querySelector("output").textContent = text; };
let pending;
const ask = async (fields) => {
  const response = await fetch("${tokenUrl}", {
    method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: "${demo.clientId}", ...fields }),
  });
  const answer = await response.json();
  if (answer.error === "mfa_required") {
    pending = answer.mfa_token;
    return show("We sent you a code.");
  }
  if (answer.error) return show("Please check what you entered.");
  const patient = await fetch("/api/patient", {
    headers: { authorization: "Bearer " + answer.access_token },
  });
  show("Appointments of " + (await patient.json()).name);
};
byId("in").onclick = () => ask({
  grant_type: "http://auth0.com/oauth/grant-type/password-realm", realm: "${database}",
  username: byId("name").value, password: byId("word").value, scope: "openid profile",
});
byId("go").onclick = () => ask({
  grant_type: "http://auth0.com/oauth/grant-type/mfa-otp", mfa_token: pending, otp: byId("code").value,
});`;

/** Serves a clinic with its own form. */
function serveClinic({ application, tenant }: ProviderStage): void {
  application.respond("/clinic", () =>
    showPage(
      "Clinic",
      `<input id="name" placeholder="Email"><input id="word" type="password" placeholder="Password">
<button id="in">Continue</button><input id="code" placeholder="Code"><button id="go">Confirm</button><output></output>
<script>${clinicScript(`${tenant.origin}/oauth/token`)}</script>`,
    ),
  );
  application.respond("/api/patient", async ({ headers }) => {
    const authorization = headers.get("authorization") ?? "";
    const answer = await fetch(`${tenant.origin}/userinfo`, { headers: { authorization } });
    return answer.ok ? Response.json(await answer.json()) : new Response(null, { status: 401 });
  });
}

interface ClientPage {
  readonly title: string;
  readonly paths: readonly string[];
  readonly buttons: Readonly<Record<string, string>>;
  readonly settings?: object;
  readonly script: string;
}

/** Serves pages with the library auth0-spa-js, whose callback is the path `/callback`. */
async function serveClient(
  stage: ProviderStage,
  { title, paths, buttons, settings, script }: ClientPage,
): Promise<void> {
  const { application, tenant } = stage;
  await serveLibraryFile(stage, "/static/auth0.js", "@auth0/auth0-spa-js");
  const all = { domain: tenant.origin, clientId: demo.clientId, ...settings };
  const body = Object.entries(buttons).map(([id, text]) => `<button id="${id}">${text}</button>`);
  for (const path of [...paths, "/callback"])
    application.respond(path, () =>
      showPage(
        title,
        `<main></main>${body.join("")}<script src="/static/auth0.js"></script><script>
const show = (text) => { document.querySelector("main").textContent = text; };
const press = (id, act) => { document.getElementById(id).onclick = act; };
const client = new auth0.Auth0Client({
  ...${JSON.stringify(all)}, authorizationParams: { redirect_uri: location.origin + "/callback" },
});
// The address loses the response before the library redeems the code.
const takeResponse = async (path) => {
  const url = location.href;
  if (!/[?&](code|error)=/.test(url)) return false;
  history.replaceState(null, "", path);
  await client.handleRedirectCallback(url);
  return true;
};
${script}</script>`,
      ),
    );
}

// The server of the statistics has had enough for today.
const bakeryScript = `
const count = (event) => fetch("/telemetry/v1/events", {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ event }),
}).catch(() => undefined);
press("window", async () => {
  try {
    await client.loginWithPopup();
    show("Orders of " + (await client.getUser()).name);
  } catch (error) {
    if (error.error !== "cancelled") throw error;
    await count("window_closed");
    show("The window was closed. You can also log in on this page.");
  }
});
press("page", () => client.loginWithRedirect());
const start = async () => {
  if (!(await takeResponse("/bakery"))) return;
  show("Orders of " + (await client.getUser()).name);
  await count("logged_in");
};
void start();`;

const workspaceScript = `
const acme = "org_DemoAcme00000001";
press("in", () => client.loginWithRedirect());
press("acme", () => client.loginWithRedirect({ authorizationParams: { organization: acme } }));
press("out", () => client.logout({ logoutParams: { returnTo: location.origin + "/" } }));
const start = async () => {
  if (!(await takeResponse("/boards"))) return;
  const { org_id: id } = await client.getIdTokenClaims();
  show(id === acme ? "Boards of Acme" : "Your own boards");
};
void start();`;

// The page asks in a frame first. If the browser sends the frame without the tenant's cookie, the
// page goes to the tenant itself, which then needs no form.
const marketScript = `
press("in", () => client.loginWithRedirect());
const greet = async () => show("Welcome at " + location.hostname + ", " + (await client.getUser()).nickname);
const start = async () => {
  if (await takeResponse("/market")) return greet();
  if (!location.search.includes("member=1")) return show("Market");
  try {
    await client.getTokenSilently();
    await greet();
  } catch (error) {
    if (error.error !== "login_required") throw error;
    await client.loginWithRedirect();
  }
};
void start();`;

/** Opens the popup of the page's button, and closes it as a user who does not want one. */
async function closePopup(tab: Page): Promise<void> {
  const opened = tab.waitForEvent("popup");
  await tab.getByRole("button", { name: "In a window" }).click();
  const popup = await opened;
  await popup.getByLabel("Password").waitFor();
  await popup.close();
}

/** Logins of pages at the local tenant that work. */
export const tenantPageScenes: ProviderScenes = {
  "second-factor-in-own-form": async (stage) => {
    const { tab, application, control } = stage;
    serveClinic(stage);
    await tab.goto(`${application.origin}/clinic`);
    await tab.getByPlaceholder("Email").fill(userWithFactor.email);
    await tab.getByPlaceholder("Password").fill(userWithFactor.password);
    await tab.getByRole("button", { name: "Continue" }).click();
    await tab.getByText("We sent you a code.").waitFor();
    const code = (await control.mail(userWithFactor.email)).at(-1)?.code ?? "";
    await tab.getByPlaceholder("Code").fill([...code].reverse().join(""));
    await tab.getByRole("button", { name: "Confirm" }).click();
    await tab.getByText("Please check what you entered.").waitFor();
    await tab.getByPlaceholder("Code").fill(code);
    await tab.getByRole("button", { name: "Confirm" }).click();
    await tab.getByText("Appointments of Mary Somerville").waitFor();
  },
  "popup-closed-then-redirect": async (stage) => {
    const { tab, application } = stage;
    await serveClient(stage, {
      title: "Bakery",
      paths: ["/bakery"],
      buttons: { window: "In a window", page: "On this page" },
      script: bakeryScript,
    });
    application.respond("/telemetry/v1/events", () =>
      Response.json({ message: "quota exceeded" }, { status: 429 }),
    );
    await tab.goto(`${application.origin}/bakery`);
    await closePopup(tab);
    await tab.getByText("The window was closed.").waitFor();
    await tab.getByRole("button", { name: "On this page" }).click();
    await logIn(tab, demo.secondUser);
    await tab.getByText("Orders of Grace Hopper").waitFor();
  },
  "enters-organization-later": async (stage) => {
    const { tab, application } = stage;
    await serveClient(stage, {
      title: "Boards",
      paths: ["/", "/boards"],
      buttons: { in: "Log in", acme: "Open Acme", out: "Log out" },
      settings: { cacheLocation: "localstorage" },
      script: workspaceScript,
    });
    await tab.goto(`${application.origin}/boards`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Your own boards").waitFor();
    await tab.getByRole("button", { name: "Open Acme" }).click();
    await tab.getByText("Boards of Acme").waitFor();
    await tab.getByRole("button", { name: "Log out" }).click();
    await tab.waitForURL(`${application.origin}/`);
  },
  "frame-without-cookie-then-redirect": async (stage) => {
    const { tab, application } = stage;
    await serveClient(stage, {
      title: "Market",
      paths: ["/market"],
      buttons: { in: "Log in" },
      script: marketScript,
    });
    await tab.goto(`${application.origin}/market`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Welcome at localhost, ada").waitFor();
    await tab.goto(`${application.otherOrigin}/market?member=1`);
    await tab.getByText("Welcome at 127.0.0.1, ada").waitFor();
  },
};
