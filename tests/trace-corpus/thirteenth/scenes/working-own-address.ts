import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { html } from "../../application.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";
import { readForm } from "../../scene-parts/read-form.ts";

/** Serves a user's own site: her page names the endpoints at which she proves that it is hers. */
async function serveSite({ application }: ProviderStage, site: string, me: string): Promise<void> {
  const issuer = await createIssuer(site);
  const open = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "authorization,content-type",
    "access-control-expose-headers": "location",
  };
  const serve = (path: string, respond: (request: Request) => Response | Promise<Response>) => {
    application.respond(path, async (request) => {
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: open });
      return await respond(request);
    });
  };
  serve("/ada", () =>
    html(
      `<!doctype html><title>Ada</title><link rel="indieauth-metadata" href="/ada/endpoints"><p>Ada writes about bridges.</p>`,
      open,
    ),
  );
  serve("/aba", () => new Response("Nobody lives here.", { status: 404, headers: open }));
  serve("/ada/endpoints", () =>
    Response.json(
      {
        issuer: site,
        authorization_endpoint: `${site}/ada/door`,
        token_endpoint: `${site}/ada/keyring`,
        scopes_supported: ["profile", "create"],
        code_challenge_methods_supported: ["S256"],
      },
      { headers: open },
    ),
  );
  serve("/ada/door", async (request) => {
    const sent = new URL(request.url).searchParams;
    const fields = request.method === "POST" ? await readForm(request) : new URLSearchParams();
    const to = sent.get("redirect_uri") ?? "";
    const state = sent.get("state") ?? "";
    if (fields.get("phrase") !== "arch-and-beam")
      return showPage(
        "Door",
        `<form method="post"><p>Sign in to ${sent.get("client_id") ?? ""} as ${me}</p><input name="phrase" type="password" placeholder="Phrase"><button>Allow</button></form>`,
      );
    return redirectTo(addTo(to, { code: issuer.issueCode(sent, { me }), state, iss: site }));
  });
  const writers = new Set<string>();
  serve("/ada/keyring", async (request) => {
    const redeemed = await issuer.redeem(await readForm(request));
    if (redeemed.status !== 200)
      return Response.json(await redeemed.json(), { status: 400, headers: open });
    const token = randomText();
    writers.add(`Bearer ${token}`);
    const body = {
      access_token: token,
      token_type: "Bearer",
      scope: "profile create",
      me,
      profile: { name: "Ada", url: me },
    };
    return Response.json(body, { headers: { ...open, "cache-control": "no-store" } });
  });
  serve("/ada/notes", ({ headers }) =>
    writers.has(headers.get("authorization") ?? "")
      ? Response.json(
          { url: `${me}/notes/1` },
          { status: 201, headers: { ...open, location: `${me}/notes/1` } },
        )
      : Response.json({ error: "unauthorized" }, { status: 401, headers: open }),
  );
}

// IndieAuth: the user's page says where she signs in, and no application is registered anywhere.
const guestbookScript = `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const home = location.origin + "/guestbook";
document.querySelector("form").onsubmit = async (event) => {
  event.preventDefault();
  const me = new FormData(event.target).get("me");
  const page = await fetch(me);
  if (!page.ok) return show("There is no page at this address.");
  const link = new DOMParser().parseFromString(await page.text(), "text/html")
    .querySelector("link[rel=indieauth-metadata]");
  const endpoints = await (await fetch(new URL(link.getAttribute("href"), me))).json();
  const login = { state: createRandom(), verifier: createRandom(), me, endpoints };
  sessionStorage.setItem("guest", JSON.stringify(login));
  location.assign(endpoints.authorization_endpoint + "?" + new URLSearchParams({
    response_type: "code", client_id: home, redirect_uri: home + "/signed", state: login.state, me,
    scope: "profile create", code_challenge: await hash(login.verifier), code_challenge_method: "S256",
  }));
};
const finish = async (response) => {
  const { state, verifier, me, endpoints } = JSON.parse(sessionStorage.getItem("guest"));
  if (response.get("state") !== state || response.get("iss") !== endpoints.issuer)
    throw new Error("This answer is not for us.");
  history.replaceState(null, "", home);
  const tokens = await post(endpoints.token_endpoint, {
    grant_type: "authorization_code", client_id: home, redirect_uri: home + "/signed",
    code: response.get("code"), code_verifier: verifier,
  });
  if (tokens.me !== me) throw new Error("Another address.");
  // Not each site counts its visitors.
  await (await fetch(new URL("/ada/visitors", me), { method: "POST" })).text();
  const note = await fetch(new URL("/ada/notes", me), {
    method: "POST", body: JSON.stringify({ type: ["h-entry"], properties: { content: ["Hello"] } }),
    headers: { authorization: "Bearer " + tokens.access_token, "content-type": "application/json" },
  });
  show(tokens.profile.name + " wrote " + (await note.json()).url);
};
if (location.pathname.endsWith("/signed")) void finish(new URLSearchParams(location.search));`;

/** Logins with the address of the user's own page that work. */
export const ownAddressScenes: ProviderScenes = {
  "guestbook-asks-for-own-address": async (stage) => {
    const { tab, application } = stage;
    const site = originAt("bridges.localhost", application);
    const page = originAt("guestbook.localhost", application);
    await serveSite(stage, site, `${site}/ada`);
    application.respond(
      "/ada/visitors",
      () =>
        new Response("Not found", { status: 404, headers: { "access-control-allow-origin": "*" } }),
    );
    for (const path of ["/guestbook", "/guestbook/signed"])
      application.respond(path, () =>
        showPage(
          "Guestbook",
          `<main></main><form><input name="me" placeholder="Your page"><button>Sign</button></form><script>${guestbookScript}</script>`,
        ),
      );
    const name = async (me: string) => {
      await tab.getByPlaceholder("Your page").fill(me);
      await tab.getByRole("button", { name: "Sign" }).click();
    };
    await tab.goto(`${page}/guestbook`);
    await name(`${site}/aba`);
    await tab.getByText("There is no page at this address.").waitFor();
    await name(`${site}/ada`);
    await tab.getByPlaceholder("Phrase").fill("arch-and-beam");
    await tab.getByRole("button", { name: "Allow" }).click();
    await tab.getByText("Ada wrote").waitFor();
  },
};
