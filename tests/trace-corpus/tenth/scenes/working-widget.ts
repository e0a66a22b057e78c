import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer, type Issuer } from "../../scene-parts/hand-written-issuer.ts";

const server = "/oauth2/default/v1";

// The provider's page is an application itself. It asks again until the user has pressed the
// button on the phone.
const widgetScript = `
const text = document.querySelector("p");
const send = async (path, body) => (await fetch(path, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
})).json();
const watch = async (stateToken) => {
  for (;;) {
    const answer = await send("/api/v1/authn/factors/opf3hkfocI4JTLAju0g4/verify", { stateToken });
    if (answer.status === "SUCCESS") return answer.sessionToken;
    text.textContent = "Press the button on your phone.";
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
};
document.querySelector("form").onsubmit = async (event) => {
  event.preventDefault();
  const { username, password } = Object.fromEntries(new FormData(event.target));
  const answer = await send("/api/v1/authn", { username, password });
  if (answer.errorCode) { text.textContent = "Unable to sign in"; return; }
  const token = await watch(answer.stateToken);
  const redirectUrl = new URLSearchParams(location.search).get("fromURI");
  location.href = "/login/sessionCookieRedirect?" + new URLSearchParams({ token, redirectUrl });
};`;

/** Serves the pages of a provider whose users confirm on their phones. */
function serveWidget({ application }: ProviderStage, issuer: Issuer): void {
  const sessions = new Set<string>();
  let polls = 0;
  application.respond(`${server}/authorize`, (request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    if (!sessions.has(readCookie(request, "sid") ?? ""))
      return redirectTo(`/signin/page?fromURI=${encodeURIComponent(pathname + search)}`);
    const code = issuer.issueCode(searchParams, { sub: "00uid4BxXw6I6TV4m0g3", name: "Ada" });
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(searchParams);
    return redirectTo(addTo(to, { code, state }));
  });
  application.respond("/signin/page", () =>
    showPage(
      "Sign in",
      `<p>Sign in</p><form><input name="username" placeholder="User"><input name="password" type="password" placeholder="Password"><button>Sign in</button></form><script>${widgetScript}</script>`,
    ),
  );
  application.respond("/api/v1/authn", async (request) => {
    const sent: unknown = await request.json();
    if (Reflect.get(Object(sent), "password") === "ferry-at-noon")
      return Response.json({ status: "MFA_REQUIRED", stateToken: randomText() });
    const refusal = { errorCode: "E0000004", errorSummary: "Authentication failed" };
    return Response.json(refusal, { status: 401 });
  });
  application.respond("/api/v1/authn/factors/opf3hkfocI4JTLAju0g4/verify", () => {
    polls += 1;
    if (polls < 3) return Response.json({ status: "MFA_CHALLENGE", factorResult: "WAITING" });
    const sessionToken = randomText();
    sessions.add(sessionToken);
    return Response.json({ status: "SUCCESS", sessionToken });
  });
  application.respond("/login/sessionCookieRedirect", ({ url }) => {
    const { token = "", redirectUrl = "/" } = Object.fromEntries(new URL(url).searchParams);
    return redirectTo(redirectUrl, [`sid=${token}; Path=/; HttpOnly; Secure; SameSite=None`]);
  });
}

/** Serves the provider's endpoints for pages of this origin. */
function serveTokens({ application }: ProviderStage, issuer: Issuer, page: string): void {
  const headers = {
    "access-control-allow-origin": page,
    "access-control-allow-headers": "authorization",
    vary: "Origin",
  };
  application.respond(`${server}/token`, async (request) => {
    const answer = await issuer.redeem(await readForm(request));
    return Response.json(await answer.json(), { status: answer.status, headers });
  });
  application.respond(`${server}/userinfo`, (request) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    const user = issuer.findUser(request.headers.get("authorization"));
    return Response.json(user ?? null, { status: user ? 200 : 401, headers });
  });
}

const ferryScript = (issuer: string): string => `${pkceScript}
const [server, callback] = ["${issuer}${server}", location.origin + "/login/callback"];
const show = (text) => { document.querySelector("main").textContent = text; };
const begin = async () => {
  const [state, nonce, verifier] = [createRandom(), createRandom(), createRandom()];
  sessionStorage.setItem("transaction", JSON.stringify({ state, verifier }));
  location.assign(server + "/authorize?" + new URLSearchParams({
    client_id: "0oa1ferry", response_type: "code", response_mode: "query", state, nonce,
    redirect_uri: callback, scope: "openid profile", prompt: "",
    code_challenge: await hash(verifier), code_challenge_method: "S256",
  }));
};
const finish = async (response) => {
  const { state, verifier } = JSON.parse(sessionStorage.getItem("transaction"));
  sessionStorage.removeItem("transaction");
  if (state !== response.get("state")) throw new Error("AuthSdkError: the state differs");
  history.replaceState(null, "", "/ferry");
  const tokens = await post(server + "/token", {
    grant_type: "authorization_code", client_id: "0oa1ferry", redirect_uri: callback,
    code: response.get("code"), code_verifier: verifier,
  });
  const answer = await fetch(server + "/userinfo", {
    headers: { authorization: "Bearer " + tokens.access_token },
  });
  show("Crossings of " + (await answer.json()).name);
};
const response = new URLSearchParams(location.search);
document.querySelector("button").onclick = begin;
if (response.has("code")) void finish(response);`;

/** Logins at a provider with a page of its own making that work. */
export const widgetScenes: ProviderScenes = {
  "confirmed-on-phone": async (stage) => {
    const { tab, application } = stage;
    const id = originAt("id.ferry.localhost", application);
    const page = originAt("www.ferry.localhost", application);
    const issuer = await createIssuer(`${id}/oauth2/default`);
    serveWidget(stage, issuer);
    serveTokens(stage, issuer, page);
    for (const path of ["/ferry", "/login/callback"])
      application.respond(path, () =>
        showPage(
          "Ferry",
          `<main></main><button>Sign in</button><script>${ferryScript(id)}</script>`,
        ),
      );
    await tab.goto(`${page}/ferry`);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByPlaceholder("User").fill("ada");
    await tab.getByPlaceholder("Password").fill("ferry-at-nonn");
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByText("Unable to sign in").waitFor();
    await tab.getByPlaceholder("Password").fill("ferry-at-noon");
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByText("Crossings of Ada").waitFor();
  },
};
