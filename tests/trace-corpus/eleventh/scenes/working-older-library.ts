import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { webAuthSettings } from "../../scene-parts/web-auth-settings.ts";
import { database } from "../../scene-parts/tenant-names.ts";

const settingsOf = (stage: ProviderStage, redirectUri: string, responseType: string) =>
  webAuthSettings(stage, { redirectUri, responseType, scope: "openid profile" });

const serveLibrary = (stage: ProviderStage): Promise<void> =>
  serveLibraryFile(stage, "/lib/auth0.min.js", "auth0-js");

const begin = `
const show = (text) => { document.querySelector("main").textContent = text; };
const press = (id, act) => { document.getElementById(id).onclick = act; };`;

// The form of the choir asks the tenant for a mail if the user has forgotten the password.
const choirScript = (settings: object): string => `${begin}
const auth = new auth0.WebAuth(${JSON.stringify(settings)});
const value = (id) => document.getElementById(id).value;
press("in", () => auth.login(
  { realm: "${database}", username: value("mail"), password: value("word") },
  (error) => { if (error) show("Wrong email or password."); },
));
press("forgot", () => auth.changePassword(
  { connection: "${database}", email: value("mail") },
  (error) => show(error ? "No mail today" : "We sent you a mail."),
));
const { hash } = location;
if (hash) history.replaceState(null, "", "/choir");
if (hash) auth.parseHash({ hash }, (error, result) => {
  show(error ? "Not logged in" : "Rehearsals for " + result.idTokenPayload.name);
});`;

// The newspaper only looks for a session, in a frame. The shop beside it has the form.
const newsScript = (settings: object): string => `${begin}
const auth = new auth0.WebAuth(${JSON.stringify(settings)});
auth.checkSession({}, (error, result) => {
  if (error) return show(error.code === "login_required" ? "News for everyone" : "No news");
  show("News for " + result.idTokenPayload.nickname);
});`;

const shopScript = (settings: object): string => `${begin}
const auth = new auth0.WebAuth(${JSON.stringify(settings)});
press("in", () => auth.authorize());
const { hash } = location;
if (hash) history.replaceState(null, "", "/shop");
if (hash) auth.parseHash({ hash }, (error, result) => {
  if (error) return show("Not logged in");
  auth.client.userInfo(result.accessToken, (_problem, user) => show("Basket of " + user.nickname));
});`;

/** Logins of pages with the library auth0-js that work. */
export const olderLibraryScenes: ProviderScenes = {
  "password-reset-by-mail": async (stage) => {
    const { tab, application, control } = stage;
    await serveLibrary(stage);
    const settings = settingsOf(stage, `${application.origin}/callback`, "id_token");
    for (const path of ["/choir", "/callback"])
      application.respond(path, () =>
        showPage(
          "Choir",
          `<main></main><input id="mail" placeholder="Email"><input id="word" type="password" placeholder="Password">
<button id="in">Sing</button><button id="forgot">Forgotten?</button><script src="/lib/auth0.min.js"></script>
<script>${choirScript(settings)}</script>`,
        ),
      );
    const enter = async (password: string) => {
      await tab.getByPlaceholder("Email").fill(demo.user.email);
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Sing" }).click();
    };
    await tab.goto(`${application.origin}/choir`);
    await enter("the-one-before");
    await tab.getByText("Wrong email or password.").waitFor();
    await tab.getByRole("button", { name: "Forgotten?" }).click();
    await tab.getByText("We sent you a mail.").waitFor();
    const { link = "" } = (await control.mail(demo.user.email)).at(-1) ?? {};
    await tab.goto(link);
    await tab.getByLabel("New password").fill("Choir-and-organ-7");
    await tab.getByRole("button", { name: "Change password" }).click();
    await tab.getByText("Your password has been changed").waitFor();
    await tab.goto(`${application.origin}/choir`);
    await enter("Choir-and-organ-7");
    await tab.getByText("Rehearsals for Ada Lovelace").waitFor();
  },
  "newspaper-finds-session-of-shop": async (stage) => {
    const { tab, application, control } = stage;
    const [news, shop] = [`${application.origin}/news`, `${application.origin}/shop`];
    await control.changeClient(demo.clientId, {
      callbacks: [news, shop],
    });
    await serveLibrary(stage);
    const show = (title: string, buttons: string, script: string) => () =>
      showPage(
        title,
        `<main></main>${buttons}<script src="/lib/auth0.min.js"></script><script>${script}</script>`,
      );
    const links = `<a href="/news">Newspaper</a><a href="/shop">Shop</a>`;
    application.respond(
      "/news",
      show("News", links, newsScript(settingsOf(stage, news, "id_token"))),
    );
    const forShop = settingsOf(stage, shop, "token");
    application.respond(
      "/shop",
      show("Shop", `${links}<button id="in">Log in</button>`, shopScript(forShop)),
    );
    await tab.goto(news);
    await tab.getByText("News for everyone").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.getByRole("link", { name: "Shop" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.secondUser);
    await tab.getByText("Basket of grace").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.getByRole("link", { name: "Newspaper" }).click();
    await tab.getByText("News for grace").waitFor();
  },
};
