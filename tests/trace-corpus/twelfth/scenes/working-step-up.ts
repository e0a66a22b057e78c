import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

const form = (field: string, problem = "") =>
  showPage(
    "Vault",
    `<form method="post"><p>${problem}</p><input name="value" placeholder="${field}"><button>Continue</button></form>`,
  );

/** Serves a provider with two levels of authentication, and a treasury's API that knows them. */
async function serveVault({ application }: ProviderStage, vault: string, page: string) {
  const issuer = await createIssuer(vault);
  application.respond("/vault/begin", async (request) => {
    const sent = new URL(request.url).searchParams;
    const isKnown = readCookie(request, "vault") !== undefined;
    const wantsCode = sent.get("acr_values") === "gold";
    if (request.method === "GET") {
      if (!isKnown) return form("Password");
      if (wantsCode) return form("Code of your device");
    } else {
      const value = (await readForm(request)).get("value");
      if (!isKnown && value !== "seven-locks") return form("Password", "That is not it.");
      if (isKnown && value !== "220714") return form("Code of your device", "That code is old.");
    }
    const user = { sub: "keeper-2", name: "Ada", acr: wantsCode ? "gold" : "silver" };
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(sent);
    return redirectTo(addTo(to, { code: issuer.issueCode(sent, user), state, iss: vault }), [
      `vault=${randomText()}; Path=/vault; HttpOnly; SameSite=Lax`,
    ]);
  });
  application.respond("/vault/redeem", async (request) => {
    const answer = await issuer.redeem(await readForm(request));
    const headers = { "access-control-allow-origin": page, "cache-control": "no-store" };
    return Response.json(await answer.json(), { status: answer.status, headers });
  });
  application.respond("/api/chests", ({ headers }) =>
    issuer.findUser(headers.get("authorization"))
      ? Response.json({ chests: 3 })
      : Response.json({ message: "Who are you?" }, { status: 401 }),
  );
  application.respond("/api/chests/1/open", ({ headers }) => {
    if (issuer.findUser(headers.get("authorization"))?.["acr"] === "gold")
      return Response.json({ coins: 1200 });
    const challenge =
      'Bearer error="insufficient_user_authentication", error_description="A stronger login is required", acr_values="gold"';
    return Response.json(
      { message: "A stronger login is required" },
      { status: 401, headers: { "www-authenticate": challenge } },
    );
  });
}

// RFC 9470: the API says which level of authentication the token lacks, and the page logs in again.
const treasuryScript = (vault: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const callback = location.origin + "/treasury/back";
const begin = async (then, added) => {
  const [state, nonce, verifier] = [createRandom(), createRandom(), createRandom()];
  sessionStorage.setItem(state, JSON.stringify({ verifier, then }));
  location.assign("${vault}/vault/begin?" + new URLSearchParams({
    client_id: "treasury", response_type: "code", scope: "openid profile", redirect_uri: callback,
    state, nonce, code_challenge: await hash(verifier), code_challenge_method: "S256", ...added,
  }));
};
const call = (path, options) => fetch(path, {
  ...options, headers: { authorization: "Bearer " + sessionStorage.getItem("token") },
});
const ask = (level) => {
  show("Please confirm with your device. ");
  const button = Object.assign(document.createElement("button"), { textContent: "Confirm" });
  button.onclick = () => begin("open", { acr_values: level });
  document.querySelector("main").append(button);
};
const acts = {
  async list() { show((await (await call("/api/chests")).json()).chests + " chests"); },
  async open() {
    const answer = await call("/api/chests/1/open", { method: "POST" });
    const wanted = /acr_values="([^"]+)"/.exec(answer.headers.get("www-authenticate") ?? "");
    if (wanted) return ask(wanted[1]);
    show((await answer.json()).coins + " coins");
  },
};
const finish = async (response) => {
  if (response.get("iss") !== "${vault}") throw new Error("Another provider answered.");
  const { verifier, then } = JSON.parse(sessionStorage.getItem(response.get("state")));
  history.replaceState(null, "", "/treasury");
  const tokens = await post("${vault}/vault/redeem", {
    grant_type: "authorization_code", client_id: "treasury", redirect_uri: callback,
    code: response.get("code"), code_verifier: verifier,
  });
  sessionStorage.setItem("token", tokens.access_token);
  await acts[then]();
};
document.querySelector("#in").onclick = () => begin("list");
document.querySelector("#open").onclick = acts.open;
if (location.pathname.endsWith("/back")) void finish(new URLSearchParams(location.search));`;

/** Logins with a second, stronger authentication that work. */
export const stepUpScenes: ProviderScenes = {
  "chest-needs-stronger-login": async (stage) => {
    const { tab, application } = stage;
    const vault = originAt("vault.localhost", application);
    const page = originAt("treasury.localhost", application);
    await serveVault(stage, vault, page);
    const script = treasuryScript(vault);
    for (const path of ["/treasury", "/treasury/back"])
      application.respond(path, () =>
        showPage(
          "Treasury",
          `<main></main><button id="in">Sign in</button><button id="open">Open a chest</button><script>${script}</script>`,
        ),
      );
    const enter = async (field: string, value: string) => {
      await tab.getByPlaceholder(field).fill(value);
      await tab.getByRole("button", { name: "Continue" }).click();
    };
    await tab.goto(`${page}/treasury`);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await enter("Password", "seven-locks");
    await tab.getByText("3 chests").waitFor();
    await tab.getByRole("button", { name: "Open a chest" }).click();
    await tab.getByRole("button", { name: "Confirm" }).click();
    await enter("Code of your device", "220713");
    await tab.getByText("That code is old.").waitFor();
    await enter("Code of your device", "220714");
    await tab.getByText("1200 coins").waitFor();
  },
};
