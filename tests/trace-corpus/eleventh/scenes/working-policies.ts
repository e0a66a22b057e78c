import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { originAt, type Fields } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

const folder = "/rowing.example";
const [enter, reset] = ["b2c_1a_enter", "b2c_1a_reset"] as const;
const forgotten = "AADB2C90118: The user has forgotten their password.";

const form = (body: string): Response =>
  showPage("Rowing club", `<form method="post">${body}</form>`);
const enterForm = (problem = "") =>
  form(
    `<p>${problem}</p><input name="password" type="password" placeholder="Password"><button name="act" value="enter">Enter</button><button name="act" value="forgotten">Forgot your password?</button>`,
  );
const resetForm = (problem = "") =>
  form(
    `<p>${problem}</p><input name="code" placeholder="Code of the mail"><input name="password" type="password" placeholder="New password"><button>Change</button>`,
  );

/** Serves a provider that has one policy for each thing that users want to do. */
async function serveClub({ application }: ProviderStage, page: string): Promise<void> {
  const issuer = await createIssuer(originAt("club.localhost", application));
  const requests = new Map<string, URLSearchParams>();
  const answer = (sent: URLSearchParams, response: Fields) =>
    redirectTo(
      `${sent.get("redirect_uri") ?? ""}#${String(new URLSearchParams({ ...response, state: sent.get("state") ?? "" }))}`,
    );
  for (const policy of [enter, reset]) {
    const base = `${folder}/${policy}`;
    const cookie = `x-flow-${policy}`;
    application.respond(`${base}/oauth2/v2.0/start`, ({ url }) => {
      const id = randomText();
      requests.set(id, new URL(url).searchParams);
      return redirectTo(`${base}/api/page`, [
        `${cookie}=${id}; Path=${folder}; HttpOnly; SameSite=Lax`,
      ]);
    });
    application.respond(`${base}/api/page`, async (request) => {
      const sent = requests.get(readCookie(request, cookie) ?? "");
      if (!sent) return new Response("No request is known.", { status: 400 });
      if (request.method === "GET") return policy === enter ? enterForm() : resetForm();
      const fields = await readForm(request);
      if (fields.get("act") === "forgotten")
        return answer(sent, { error: "access_denied", error_description: forgotten });
      if (policy === enter) return enterForm("Your password is incorrect.");
      if (fields.get("code") !== "481516") return resetForm("That code is not the one we sent.");
      return answer(sent, { code: issuer.issueCode(sent, { sub: "oid-4", name: "Ada" }) });
    });
    application.respond(`${base}/oauth2/v2.0/redeem`, async (request) => {
      const redeemed = await issuer.redeem(await readForm(request));
      const headers = { "access-control-allow-origin": page, "cache-control": "no-store" };
      return Response.json(await redeemed.json(), { status: redeemed.status, headers });
    });
  }
}

const boatsScript = (club: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const begin = async (policy) => {
  const [state, nonce, verifier] = [createRandom(), createRandom(), createRandom()];
  sessionStorage.setItem("request", JSON.stringify({ policy, state, verifier }));
  location.assign("${club}${folder}/" + policy + "/oauth2/v2.0/start?" + new URLSearchParams({
    client_id: "boats", response_type: "code", response_mode: "fragment", client_info: "1",
    scope: "openid profile", redirect_uri: location.origin + "/boats", state, nonce,
    code_challenge: await hash(verifier), code_challenge_method: "S256",
  }));
};
const finish = async (response) => {
  const { policy, state, verifier } = JSON.parse(sessionStorage.getItem("request"));
  if (response.get("state") !== state) throw new Error("The state differs.");
  history.replaceState(null, "", "/boats");
  if (response.get("error_description")?.startsWith("AADB2C90118")) return begin("${reset}");
  const token = "${club}${folder}/" + policy + "/oauth2/v2.0/redeem";
  const tokens = await post(token, {
    grant_type: "authorization_code", client_id: "boats", redirect_uri: location.origin + "/boats",
    code: response.get("code"), code_verifier: verifier,
  });
  show(tokens.id_token ? "Your boat is free" : "No boat for you");
};
document.querySelector("button").onclick = () => begin("${enter}");
if (location.hash.includes("state=")) void finish(new URLSearchParams(location.hash.slice(1)));`;

/** Logins at a provider with policies that work. */
export const policyScenes: ProviderScenes = {
  "other-policy-for-forgotten-password": async (stage) => {
    const { tab, application } = stage;
    const page = originAt("boats.localhost", application);
    const script = boatsScript(originAt("club.localhost", application));
    await serveClub(stage, page);
    application.respond("/boats", () =>
      showPage("Boats", `<main></main><button>Row</button><script>${script}</script>`),
    );
    await tab.goto(`${page}/boats`);
    await tab.getByRole("button", { name: "Row" }).click();
    await tab.getByPlaceholder("Password").fill("oars");
    await tab.getByRole("button", { name: "Enter" }).click();
    await tab.getByText("Your password is incorrect.").waitFor();
    await tab.getByRole("button", { name: "Forgot your password?" }).click();
    await tab.getByPlaceholder("New password").fill("eight-oars-1");
    await tab.getByPlaceholder("Code of the mail").fill("481516");
    await tab.getByRole("button", { name: "Change" }).click();
    await tab.getByText("Your boat is free").waitFor();
  },
};
