import type { Configuration } from "oidc-provider";
import { ownPages } from "../../scene-parts/provider.ts";
import { plainRoutes } from "../../scene-parts/provider-routes.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { showPage } from "../../scene-parts/responses.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

const renderPage = (body: string): string =>
  `<!doctype html><title>Connect</title><link rel="icon" href="data:,">${body}`;

/** The provider's pages for user codes. Its own ones load fonts from another host. */
const deviceFlow: NonNullable<NonNullable<Configuration["features"]>["deviceFlow"]> = {
  enabled: true,
  charset: "digits",
  mask: "***-***",
  userCodeInputSource(context, form, out) {
    const problem = out ? "<p>This code is unknown.</p>" : "";
    context.body = renderPage(`${problem}${form}<button form="op.deviceInputForm">Next</button>`);
  },
  userCodeConfirmSource(context, form, _client, _device, userCode) {
    context.body = renderPage(
      `<p>${userCode}</p>${form}<button form="op.deviceConfirmForm">Confirm</button>`,
    );
  },
  successSource(context) {
    context.body = renderPage("<p>The kiosk is connected.</p>");
  },
};

// The kiosk shows a new code when the old one has expired.
const kioskScript = (origin: string): string => `
const main = document.querySelector("main");
const send = async (path, fields) => (await fetch("${origin}" + path, {
  method: "POST", body: new URLSearchParams({ client_id: "kiosk", ...fields }),
})).json();
const begin = async () => {
  const device = await send("/device/auth", { scope: "openid profile" });
  main.innerHTML = "<p>Enter <b></b> at <i></i></p>";
  document.querySelector("b").textContent = device.user_code;
  document.querySelector("i").textContent = device.verification_uri;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const answer = await send("/token", { grant_type: "${deviceGrant}", device_code: device.device_code });
    if (answer.access_token) return answer;
    if (answer.error === "expired_token") return begin();
    if (answer.error !== "authorization_pending") throw new Error(answer.error);
  }
};
begin().then(async ({ access_token: token }) => {
  const response = await fetch("${origin}/me", { headers: { authorization: "Bearer " + token } });
  main.textContent = "Kiosk of " + (await response.json()).name;
});`;

/** Reads the code that the kiosk shows. */
const readCode = ({ tab }: ProviderStage): Promise<string> => tab.locator("b").innerText();

/** Logins of kiosks that work. */
export const kioskScenes: ProviderScenes = {
  "kiosk-shows-second-code": async (stage) => {
    const { tab, context, provider, application } = stage;
    let codes = 0;
    provider.configure({
      routes: {
        ...plainRoutes,
        device_authorization: "/device/auth",
        code_verification: "/device",
      },
      clients: [
        {
          client_id: "kiosk",
          token_endpoint_auth_method: "none",
          grant_types: [deviceGrant],
          response_types: [],
          redirect_uris: [],
        },
      ],
      clientBasedCORS: (_context, origin) => origin === application.origin,
      features: { ...ownPages, deviceFlow },
      ttl: {
        AccessToken: 3600,
        // The first code is valid for a moment only, as if nobody had come.
        DeviceCode() {
          codes += 1;
          return codes === 1 ? 2 : 600;
        },
        Grant: 86_400,
        IdToken: 3600,
        Interaction: 600,
        Session: 86_400,
      },
    });
    application.respond("/kiosk", () =>
      showPage("Kiosk", `<main></main><script>${kioskScript(provider.origin)}</script>`),
    );
    await tab.goto(`${application.origin}/kiosk`);
    const first = await readCode(stage);
    await tab.locator("b").filter({ hasNotText: first }).waitFor();
    const phone = await context.newPage();
    await phone.goto(`${provider.origin}/device`);
    for (const code of [first, await readCode(stage)]) {
      await phone.getByRole("textbox").fill(code);
      await phone.getByRole("button", { name: "Next" }).click();
    }
    await phone.getByRole("button", { name: "Confirm" }).click();
    await phone.getByRole("button", { name: "Log in" }).click();
    await phone.getByText("The kiosk is connected.").waitFor();
    await tab.getByText("Kiosk of Ada").waitFor();
  },
};
