import { ownRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { showPage } from "../../scene-parts/responses.ts";

const callbackScript = `
parent.postMessage(Object.fromEntries(new URLSearchParams(location.search)), location.origin);`;

// The provider's page is in a dialog of the page. The user may close the dialog.
const puzzleScript = (origin: string): string => `${pkceScript}
const dialog = document.querySelector("dialog");
const show = (text) => { document.querySelector("main").textContent = text; };
const callback = location.origin + "/puzzle/framed";
let request;
const open = async () => {
  request = { state: createRandom(), verifier: createRandom() };
  const frame = document.createElement("iframe");
  frame.src = "${origin}${ownRoutes.authorization}?" + new URLSearchParams({
    client_id: "shop-web", response_type: "code", scope: "openid profile", redirect_uri: callback,
    display: "popup", state: request.state,
    code_challenge: await hash(request.verifier), code_challenge_method: "S256",
  });
  dialog.append(frame);
  dialog.showModal();
};
const close = () => {
  dialog.querySelector("iframe")?.remove();
  dialog.close();
};
addEventListener("message", async ({ origin, data }) => {
  if (origin !== location.origin || data.state !== request?.state) return;
  close();
  const tokens = await post("${origin}${ownRoutes.token}", {
    grant_type: "authorization_code", client_id: "shop-web", redirect_uri: callback,
    code: data.code, code_verifier: request.verifier,
  });
  const user = await fetch("${origin}${ownRoutes.userinfo}", {
    headers: { authorization: "Bearer " + tokens.access_token },
  });
  const saved = await fetch("/puzzle/saved");
  show((saved.ok ? "Your puzzle, " : "A new puzzle for ") + (await user.json()).name);
});
document.querySelector("#in").onclick = open;
document.querySelector("#close").onclick = () => { close(); show("You can also play without"); };`;

/** Logins in a frame of the page that work. */
export const modalScenes: ProviderScenes = {
  "dialog-closed-then-opened-again": async (stage) => {
    const { tab, provider, application } = stage;
    provider.configure({
      routes: ownRoutes,
      clients: [pageClient(`${application.origin}/puzzle/framed`)],
      cookies: {},
    });
    const script = puzzleScript(provider.origin);
    application.respond("/puzzle", () =>
      showPage(
        "Puzzle",
        `<main></main><button id="in">Keep my puzzle</button><dialog><button id="close">Close</button></dialog><script>${script}</script>`,
      ),
    );
    application.respond("/puzzle/framed", () =>
      showPage("Puzzle", `<script>${callbackScript}</script>`),
    );
    application.respond("/puzzle/saved", () =>
      Response.json({ message: "Nothing is saved" }, { status: 404 }),
    );
    const form = tab.frameLocator("iframe").getByRole("button", { name: "Log in" });
    await tab.goto(`${application.origin}/puzzle`);
    await tab.getByRole("button", { name: "Keep my puzzle" }).click();
    await form.waitFor();
    await tab.getByRole("button", { name: "Close" }).click();
    await tab.getByText("You can also play without").waitFor();
    await tab.getByRole("button", { name: "Keep my puzzle" }).click();
    await form.click();
    await tab.getByText("A new puzzle for Ada").waitFor();
  },
};
