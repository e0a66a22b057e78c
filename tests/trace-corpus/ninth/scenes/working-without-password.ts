import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { webAuthSettings } from "../../scene-parts/web-auth-settings.ts";

interface PasswordlessPage {
  readonly title: string;
  readonly callbackPath: string;
  readonly body: string;
  readonly script: string;
  readonly scope: string;
}

/** Serves a page with the library auth0-js at its start and at its callback. */
async function servePage(
  stage: ProviderStage,
  { title, callbackPath, body, script, scope }: PasswordlessPage,
): Promise<void> {
  const { application } = stage;
  await serveLibraryFile(stage, "/auth0.min.js", "auth0-js");
  const settings = webAuthSettings(stage, {
    redirectUri: `${application.origin}${callbackPath}`,
    scope,
  });
  for (const path of ["/", callbackPath])
    application.respond(path, () =>
      showPage(
        title,
        `${body}<script src="/auth0.min.js"></script><script>
const byId = (id) => document.getElementById(id);
const show = (text) => { byId("text").textContent = text; };
const auth = new auth0.WebAuth(${JSON.stringify(settings)});
${script}</script>`,
      ),
    );
}

const taxiBody = `<p id="text">Order a taxi</p><input id="number" placeholder="Number">
<button id="send">Send code</button><input id="code" placeholder="Code"><button id="enter">Enter</button>`;

const taxiScript = `
byId("send").onclick = () => auth.passwordlessStart(
  { connection: "sms", send: "code", phoneNumber: byId("number").value },
  (error) => show(error ? error.description : "Enter the code"),
);
byId("enter").onclick = () => auth.passwordlessLogin(
  { connection: "sms", phoneNumber: byId("number").value, verificationCode: byId("code").value },
  (error) => show(error ? "This code is wrong. Try again." : ""),
);
if (location.hash) auth.parseHash((error, result) => {
  history.replaceState(null, "", "/");
  if (error) return show(error.error);
  auth.client.userInfo(result.accessToken, (_error, user) => show("Taxi for " + user.phone_number));
});`;

const gardenBody = `<p id="text">Our garden</p><input id="mail" placeholder="Mail"><button id="send">Send me a link</button>`;

// A blocker in the browser refuses the statistics.
const gardenScript = (statistics: string): string => `
fetch("${statistics}", { method: "POST", mode: "no-cors", body: "page=" + location.pathname })
  .catch(() => undefined);
byId("send").onclick = () => auth.passwordlessStart(
  { connection: "email", send: "link", email: byId("mail").value },
  (error) => show(error ? error.description : "Look into your mail"),
);
if (location.hash) auth.parseHash((error, result) => {
  location.hash = "";
  show(error ? error.error : "Beds of " + result.idTokenPayload.email);
});`;

/** Logins without a password at the local tenant that work. */
export const passwordlessScenes: ProviderScenes = {
  "code-by-text-message": async (stage) => {
    const { tab, application, control } = stage;
    const number = "+441632960017";
    await servePage(stage, {
      title: "Taxi",
      callbackPath: "/signed-in",
      body: taxiBody,
      script: taxiScript,
      scope: "openid phone",
    });
    await control.changeClient(demo.clientId, {
      callbacks: [`${application.origin}/signed-in`],
      web_origins: [application.origin],
    });
    await tab.goto(`${application.origin}/`);
    await tab.getByPlaceholder("Number").fill(number);
    await tab.getByRole("button", { name: "Send code" }).click();
    await tab.getByText("Enter the code").waitFor();
    const code = (await control.mail(number)).at(-1)?.code ?? "";
    await tab.getByPlaceholder("Code").fill([...code].reverse().join(""));
    await tab.getByRole("button", { name: "Enter" }).click();
    await tab.getByText("This code is wrong.").waitFor();
    await tab.getByPlaceholder("Code").fill(code);
    await tab.getByRole("button", { name: "Enter" }).click();
    await tab.getByText(`Taxi for ${number}`).waitFor();
  },
  "link-from-mail": async (stage) => {
    const { tab, application, control } = stage;
    const email = "lise@example.com";
    const statistics = application.origin.replace("localhost", "statistics.localhost");
    await tab.route(`${statistics}/**`, (route) => route.abort("blockedbyclient"));
    await servePage(stage, {
      title: "Garden",
      callbackPath: "/callback",
      body: gardenBody,
      script: gardenScript(`${statistics}/collect`),
      scope: "openid email",
    });
    await tab.goto(`${application.origin}/`);
    await tab.getByPlaceholder("Mail").fill(email);
    await tab.getByRole("button", { name: "Send me a link" }).click();
    await tab.getByText("Look into your mail").waitFor();
    await tab.goto((await control.mail(email)).at(-1)?.link ?? "");
    await tab.getByText(`Beds of ${email}`).waitFor();
  },
};
