import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";

const createAuth = ({ tenant }: ProviderStage, name: string, settings: object) =>
  `const ${name} = new auth0.WebAuth(${JSON.stringify({
    domain: tenant.origin,
    clientID: demo.clientId,
    overrides: {
      __tenant: demo.tenantName,
      __token_issuer: `${tenant.origin}/`,
      __jwks_uri: `${tenant.origin}/.well-known/jwks.json`,
    },
    ...settings,
  })});`;

// The station has a client of its own for its listeners, and one for the wishes beside the player.
const radioScript = `
press("in", () => listener.authorize());
const ask = (then) => wisher.checkSession({}, (error, result) => then(error ? undefined : result.accessToken));
const wishes = document.querySelector("output");
setInterval(() => fetch("/api/on-air").catch(() => undefined), 700);
const { hash } = location;
if (hash) history.replaceState(null, "", "/radio");
if (hash) listener.parseHash({ hash }, (error, result) => {
  show(error ? "Radio" : "Good evening, " + result.idTokenPayload.nickname);
  ask(async (token) => {
    const headers = { authorization: "Bearer " + token };
    const { songs } = await (await fetch("/api/wishes", { headers })).json();
    wishes.textContent = songs + " wishes";
  });
});
else {
  show("Radio");
  ask((token) => { wishes.textContent = token ? "One moment" : "Wishes for listeners only"; });
}`;

// A robot is kept away before the tenant sends anything. The user takes the first code for another.
const potteryScript = `
const value = (id) => document.getElementById(id).value;
const email = () => value("mail").trim();
press("send", async () => {
  const checked = await fetch("/robots", {
    method: "POST", body: new URLSearchParams({ answer: value("sum"), for: "login" }),
  });
  if (!checked.ok) return show("That is not the sum");
  auth.passwordlessStart({ connection: "email", send: "code", email: email() }, (error) => {
    show(error ? "No mail today" : "A code is on its way to " + email());
  });
});
press("enter", () => auth.passwordlessLogin(
  { connection: "email", email: email(), verificationCode: value("code") },
  (error) => { if (error) show("This code is not the last one"); },
));
const { hash } = location;
if (hash) history.replaceState(null, "", "/pottery");
if (hash) auth.parseHash({ hash }, async (error, result) => {
  if (error) return show("Please try again");
  const headers = { authorization: "Bearer " + result.accessToken };
  const kiln = await fetch("/api/kiln", { headers });
  show("Wheel 3 for " + result.idTokenPayload.email + (kiln.status === 423 ? ", the kiln is hot" : ""));
});`;

/** Logins of pages with the library auth0-js that work. */
export const olderLibraryScenes: ProviderScenes = {
  "radio-has-two-clients": async (stage) => {
    const { tab, application, control } = stage;
    const home = application.origin;
    await allowOrigin(stage, home, "/radio");
    await control.changeClient(demo.hs256ClientId, {
      callbacks: [`${home}/radio/quiet`],
      web_origins: [home],
    });
    const listener = createAuth(stage, "listener", {
      redirectUri: `${home}/radio`,
      responseType: "id_token",
      scope: "openid profile",
    });
    const wisher = createAuth(stage, "wisher", {
      clientID: demo.hs256ClientId,
      redirectUri: `${home}/radio/quiet`,
      responseType: "token",
      audience: "https://reports.demo.example/",
      scope: "write:reports",
    });
    await servePages(stage, "older", {
      title: "Radio",
      paths: ["/radio"],
      body: `<output></output><button id="in">Log in</button>`,
      script: `${listener}${wisher}${radioScript}`,
    });
    let asked = 0;
    application.respond("/api/on-air", () => {
      asked += 1;
      return asked % 3 === 2
        ? new Response("The studio does not answer", { status: 503 })
        : new Response(null, { status: 204 });
    });
    application.respond("/api/wishes", ({ headers }) =>
      headers.has("authorization")
        ? Response.json({ songs: 3 })
        : Response.json({ message: "Who wishes?" }, { status: 401 }),
    );
    const untilStudioFails = async () => {
      await tab.waitForResponse((response) => response.status() === 503);
      await tab.waitForResponse((response) => response.status() === 204);
    };
    await tab.goto(`${home}/radio`);
    await tab.getByText("Wishes for listeners only").waitFor();
    await untilStudioFails();
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Good evening, ada").waitFor();
    await tab.getByText("3 wishes").waitFor();
    await untilStudioFails();
    await tab.goto("about:blank");
  },
  "potter-asks-for-second-code": async (stage) => {
    const { tab, application, control } = stage;
    const home = application.origin;
    const email = "josiah@example.com";
    await allowOrigin(stage, home, "/pottery", "/pottery/in");
    const auth = createAuth(stage, "auth", {
      redirectUri: `${home}/pottery/in`,
      responseType: "token id_token",
      scope: "openid email",
    });
    await servePages(stage, "older", {
      title: "Pottery",
      paths: ["/pottery", "/pottery/in"],
      body: `<input id="mail" placeholder="Email"><input id="sum" placeholder="3 + 4"><button id="send">Send a code</button><input id="code" placeholder="Code"><button id="enter">Enter</button>`,
      script: `${auth}${potteryScript}`,
    });
    application.respond("/robots", async (request) =>
      (await readForm(request)).get("answer") === "7"
        ? Response.json({ human: true })
        : Response.json({ human: false, message: "Try again" }, { status: 422 }),
    );
    application.respond("/api/kiln", () =>
      Response.json({ message: "The kiln is locked until it is cold" }, { status: 423 }),
    );
    const send = async (sum: string) => {
      await tab.getByPlaceholder("3 + 4").fill(sum);
      await tab.getByRole("button", { name: "Send a code" }).click();
    };
    const enter = async (code = "") => {
      await tab.getByPlaceholder("Code").fill(code);
      await tab.getByRole("button", { name: "Enter" }).click();
    };
    await tab.goto(`${home}/pottery`);
    await tab.getByPlaceholder("Email").fill(email);
    await send("8");
    await tab.getByText("That is not the sum").waitFor();
    await send("7");
    await tab.getByText("A code is on its way").waitFor();
    const first = (await control.mail(email)).at(-1)?.code;
    await tab.getByRole("main").evaluate((main) => {
      main.textContent = "";
    });
    // The mail is late, so the user asks once more, and then reads the older mail first.
    await send("7");
    await tab.getByText("A code is on its way").waitFor();
    await enter(first);
    await tab.getByText("This code is not the last one").waitFor();
    await enter((await control.mail(email)).at(-1)?.code);
    await tab.getByText(`Wheel 3 for ${email}, the kiln is hot`).waitFor();
  },
};
