import { ownRoutes } from "../../scene-parts/provider-routes.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { showPage } from "../../scene-parts/responses.ts";

// The tokens in the fragment serve the first view at once. The page redeems the code afterwards,
// for the tokens that it keeps.
const weatherScript = (settings: object): string => `${pkceScript}
const { origin, home, routes } = ${JSON.stringify(settings)};
const show = (text) => { document.querySelector("main").textContent += text; };
const half = async (text) => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return encode(bytes.slice(0, 16));
};
const decode = (token) => JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
document.querySelector("button").onclick = async () => {
  const [state, nonce, verifier] = [createRandom(), createRandom(), createRandom()];
  sessionStorage.setItem("weather", JSON.stringify({ state, nonce, verifier }));
  location.href = origin + routes.authorization + "?" + new URLSearchParams({
    client_id: "shop-web", redirect_uri: home, response_type: "code id_token token", state, nonce,
    scope: "openid profile", code_challenge: await hash(verifier), code_challenge_method: "S256",
  });
};
const finish = async (response) => {
  const { state, nonce, verifier } = JSON.parse(sessionStorage.getItem("weather"));
  const claims = decode(response.get("id_token"));
  const isOwn = response.get("state") === state && claims.nonce === nonce
    && claims.c_hash === (await half(response.get("code")))
    && claims.at_hash === (await half(response.get("access_token")));
  if (!isOwn) return show("This response is not for this page.");
  const user = await fetch(origin + routes.userinfo, {
    headers: { authorization: "Bearer " + response.get("access_token") },
  });
  show("Weather for " + (await user.json()).name);
  const { access_token: token } = await post(origin + routes.token, {
    grant_type: "authorization_code", client_id: "shop-web", redirect_uri: home,
    code: response.get("code"), code_verifier: verifier,
  });
  const places = await fetch("/weather/places", { headers: { authorization: "Bearer " + token } });
  show(" in " + (await places.json()).join(", "));
};
const response = new URLSearchParams(location.hash.slice(1));
if (response.has("id_token")) {
  history.replaceState(null, "", home);
  void finish(response);
}`;

/** Logins with tokens in the fragment that work. */
export const fragmentScenes: ProviderScenes = {
  "all-three-in-fragment": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.otherOrigin}/weather`;
    provider.configure({
      routes: ownRoutes,
      responseTypes: ["code id_token token"],
      clients: [
        pageClient(home, {
          application_type: "native",
          grant_types: ["authorization_code", "implicit"],
          response_types: ["code id_token token"],
        }),
      ],
    });
    application.respond("/weather/places", ({ headers }) =>
      headers.has("authorization")
        ? Response.json(["York", "Bath"])
        : Response.json({ error: "unauthorized" }, { status: 401 }),
    );
    const settings = { origin: provider.origin, home, routes: ownRoutes };
    application.respond("/weather", () =>
      showPage(
        "Weather",
        `<main></main><button>Sign in</button><script>${weatherScript(settings)}</script>`,
      ),
    );
    await tab.goto(home);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Weather for Ada in York, Bath").waitFor();
  },
};
