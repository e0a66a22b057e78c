import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";
import { webAuthSettings } from "../../scene-parts/web-auth-settings.ts";
import { database } from "../../scene-parts/tenant-names.ts";

const createAuth = (stage: ProviderStage, redirectUri: string, responseType: string) =>
  `const auth = new auth0.WebAuth(${JSON.stringify(webAuthSettings(stage, { redirectUri, responseType }))});`;

// The editor must not be left during a login: its text would be lost.
const editorScript = `
press("save", () => auth.popup.authorize({}, async (error, result) => {
  if (error) return show("Not saved");
  auth.client.userInfo(result.accessToken, async (problem, user) => {
    const { number } = await (await fetch("/drafts", {
      method: "POST", body: document.querySelector("textarea").value,
    })).json();
    show("Draft " + number + " of " + user.name);
  });
}));
// A presence service of the page has been down since morning.
fetch("/presence").catch(() => undefined);`;

// New users choose email and password in the page's own form, and are then logged in.
const raceScript = `
const value = (id) => document.getElementById(id).value;
press("run", () => {
  const account = { connection: "${database}", email: value("mail"), password: value("word") };
  auth.signup(account, (error) => {
    if (error) return show(error.code === "invalid_password" ? "Too easy to guess" : "Already taken");
    auth.login({ realm: "${database}", email: account.email, password: account.password }, (problem) => {
      if (problem) show("Please try again");
    });
  });
});
const { hash } = location;
if (hash) history.replaceState(null, "", "/race");
if (hash) auth.parseHash({ hash }, (error, result) => {
  show(error ? "No start number" : "Start number for " + result.idTokenPayload.email);
});`;

/** Logins of pages with the library auth0-js that work. */
export const olderPageScenes: ProviderScenes = {
  "draft-saved-through-popup": async (stage) => {
    const { tab, application, context } = stage;
    const home = application.origin;
    await allowOrigin(stage, home, "/editor", "/editor/popup");
    const begin = createAuth(stage, `${home}/editor/popup`, "token id_token");
    await servePages(stage, "older", {
      title: "Editor",
      paths: ["/editor"],
      body: `<textarea>Once upon a time</textarea><button id="save">Save</button>`,
      script: `${begin}${editorScript}`,
    });
    await servePages(stage, "older", {
      title: "Editor",
      paths: ["/editor/popup"],
      body: "",
      script: `${begin}auth.popup.callback({ hash: location.hash });`,
    });
    application.respond("/presence", () => new Response("Down", { status: 502 }));
    application.respond("/drafts", () => Response.json({ number: 12 }, { status: 201 }));
    await tab.goto(`${home}/editor`);
    const opened = context.waitForEvent("page");
    await tab.getByRole("button", { name: "Save" }).click();
    await logIn(await opened, demo.secondUser);
    await tab.getByText("Draft 12 of Grace Hopper").waitFor();
  },
  "runner-chooses-password": async (stage) => {
    const { tab, application } = stage;
    const home = application.origin;
    await allowOrigin(stage, home, "/race/start");
    await servePages(stage, "older", {
      title: "Race",
      paths: ["/race", "/race/start"],
      body: `<input id="mail" placeholder="Email"><input id="word" type="password" placeholder="Password"><button id="run">Run</button>`,
      script: `${createAuth(stage, `${home}/race/start`, "id_token")}${raceScript}`,
    });
    const enter = async (email: string, password: string) => {
      await tab.getByPlaceholder("Email").fill(email);
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Run" }).click();
    };
    await tab.goto(`${home}/race`);
    await enter(demo.user.email, "Ten-miles-by-noon-1");
    await tab.getByText("Already taken").waitFor();
    await enter("sophie@example.com", "miles");
    await tab.getByText("Too easy to guess").waitFor();
    await enter("sophie@example.com", "Ten-miles-by-noon-1");
    await tab.getByText("Start number for sophie@example.com").waitFor();
  },
};
