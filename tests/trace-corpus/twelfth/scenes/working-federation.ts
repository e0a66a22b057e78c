import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { addTo, originAt, type Fields } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";

/** Serves a small server of a federation: applications register themselves, and OAuth is plain. */
function serveMeadow({ application }: ProviderStage, meadow: string): void {
  const { host } = new URL(meadow);
  const clients = new Map<string, Fields>();
  const codes = new Map<string, URLSearchParams>();
  const tokens = new Set<string>();
  const open = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "authorization",
  };
  const answer = (body: object, status = 200) => Response.json(body, { status, headers: open });
  const serve = (path: string, respond: (request: Request) => Response | Promise<Response>) => {
    application.respond(path, async (request) => {
      if (new URL(request.url).host !== host) return new Response("Unknown host", { status: 404 });
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: open });
      return await respond(request);
    });
  };
  const isKnown = ({ headers }: Request) =>
    tokens.has((headers.get("authorization") ?? "").replace("Bearer ", ""));
  serve("/api/v1/instance", () => answer({ uri: host, title: "Meadow", registrations: false }));
  serve("/api/v1/apps", async (request) => {
    const asked = Object.fromEntries(await readForm(request));
    const client = { ...asked, client_id: randomText(), client_secret: randomText() };
    clients.set(client.client_id, client);
    return answer({ id: "1", name: "Birdsong", ...client, vapid_key: randomText() });
  });
  serve("/federation/grant", async (request) => {
    const sent = new URL(request.url).searchParams;
    if (!clients.has(sent.get("client_id") ?? "")) return new Response("Unknown", { status: 400 });
    const isSignedIn = readCookie(request, "_meadow") !== undefined;
    const fields = request.method === "POST" ? await readForm(request) : new URLSearchParams();
    if (!isSignedIn && fields.get("password") === "clover-and-thyme")
      return redirectTo(request.url, [`_meadow=${randomText()}; Path=/; HttpOnly; SameSite=Lax`]);
    if (!isSignedIn)
      return showPage(
        "Meadow",
        `<form method="post"><p>${request.method === "POST" ? "Try again" : ""}</p><input name="password" type="password" placeholder="Password"><button>Log in</button></form>`,
      );
    if (request.method === "GET")
      return showPage("Meadow", `<form method="post"><button>Grant to Birdsong</button></form>`);
    const code = randomText();
    codes.set(code, sent);
    return redirectTo(
      addTo(sent.get("redirect_uri") ?? "", { code, state: sent.get("state") ?? "" }),
    );
  });
  serve("/federation/exchange", async (request) => {
    const form = await readForm(request);
    const sent = codes.get(form.get("code") ?? "");
    const client = clients.get(form.get("client_id") ?? "");
    if (!sent || client?.["client_secret"] !== form.get("client_secret"))
      return answer({ error: "invalid_grant" }, 400);
    const token = randomText();
    tokens.add(token);
    return answer({
      access_token: token,
      token_type: "Bearer",
      scope: "read write",
      created_at: 1_790_000_000,
    });
  });
  serve("/api/v1/accounts/verify_credentials", (request) =>
    isKnown(request)
      ? answer({ id: "7", acct: "ada" })
      : answer({ error: "This token is invalid" }, 401),
  );
  serve("/api/v1/lists", () => answer({ error: "This server has no lists" }, 404));
}

// The user names the server. The page registers itself there at the first visit.
const birdsongScript = `
const show = (text) => { document.querySelector("main").textContent = text; };
const callback = location.origin + "/birdsong/return";
const post = async (url, fields) =>
  (await fetch(url, { method: "POST", body: new URLSearchParams(fields) })).json();
document.querySelector("form").onsubmit = async (event) => {
  event.preventDefault();
  const server = "http://" + new FormData(event.target).get("server");
  try {
    await (await fetch(server + "/api/v1/instance")).json();
  } catch {
    return show("We cannot find that server.");
  }
  const scopes = "read write";
  const client = await post(server + "/api/v1/apps", {
    client_name: "Birdsong", redirect_uris: callback, scopes, website: location.origin,
  });
  const state = crypto.randomUUID();
  localStorage.setItem("birdsong", JSON.stringify({ server, state, ...client }));
  location.assign(server + "/federation/grant?" + new URLSearchParams({
    response_type: "code", client_id: client.client_id, redirect_uri: callback, scope: scopes, state,
  }));
};
const finish = async (response) => {
  const { server, state, client_id, client_secret } = JSON.parse(localStorage.getItem("birdsong"));
  if (response.get("state") !== state) throw new Error("The state differs.");
  history.replaceState(null, "", "/birdsong");
  const { access_token: token } = await post(server + "/federation/exchange", {
    grant_type: "authorization_code", client_id, client_secret, redirect_uri: callback,
    code: response.get("code"), scope: "read write",
  });
  const headers = { authorization: "Bearer " + token };
  const user = await (await fetch(server + "/api/v1/accounts/verify_credentials", { headers })).json();
  const lists = await fetch(server + "/api/v1/lists", { headers });
  show("@" + user.acct + (lists.ok ? " with lists" : " without lists"));
};
if (location.pathname.endsWith("/return")) void finish(new URLSearchParams(location.search));`;

/** Logins at a server that the user names that work. */
export const federationScenes: ProviderScenes = {
  "user-names-server-of-federation": async (stage) => {
    const { tab, application } = stage;
    const meadow = originAt("meadow.localhost", application);
    const page = originAt("birdsong.localhost", application);
    serveMeadow(stage, meadow);
    for (const path of ["/birdsong", "/birdsong/return"])
      application.respond(path, () =>
        showPage(
          "Birdsong",
          `<main></main><form><input name="server" placeholder="Server"><button>Go</button></form><script>${birdsongScript}</script>`,
        ),
      );
    const name = async (host: string) => {
      await tab.getByPlaceholder("Server").fill(host);
      await tab.getByRole("button", { name: "Go" }).click();
    };
    const { host } = new URL(meadow);
    await tab.goto(`${page}/birdsong`);
    await name(host.replace("meadow", "medow"));
    await tab.getByText("We cannot find that server.").waitFor();
    await name(host);
    const enter = async (password: string) => {
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Log in" }).click();
    };
    await enter("clover-and-time");
    await tab.getByText("Try again").waitFor();
    await enter("clover-and-thyme");
    await tab.getByRole("button", { name: "Grant to Birdsong" }).click();
    await tab.getByText("@ada without lists").waitFor();
  },
};
