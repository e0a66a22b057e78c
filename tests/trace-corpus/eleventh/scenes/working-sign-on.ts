import { ClientSecretPost } from "openid-client";
import { randomText } from "../../scene-parts/pkce.ts";
import { realmRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { addTo, originAt, withQuery, type Fields } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

/** Serves a union's provider, which sends its users on to the provider of their library. */
async function serveUnion({ application, provider }: ProviderStage, union: string): Promise<void> {
  const issuer = await createIssuer(union);
  const callback = `${union}/broker/acme/endpoint`;
  const config = await connect(provider.origin, "shop-server", ClientSecretPost(serverSecret));
  const flows = new Map<string, { readonly sent: URLSearchParams; readonly pending: Pending }>();
  const users = new Map<string, Fields>();
  const find = (request: Request) => flows.get(readCookie(request, "union_flow") ?? "");
  application.respond("/union/enter", async ({ url }) => {
    const pending = await beginLogin(config, {
      to: "/union/profile",
      callback,
      scope: "openid profile email",
    });
    flows.set(pending.state, { sent: new URL(url).searchParams, pending });
    return redirectTo(pending.url, [`union_flow=${pending.state}; ${lax}`]);
  });
  application.respond("/broker/acme/endpoint", async (request) => {
    const flow = find(request);
    if (!flow) return new Response("No login is known.", { status: 400 });
    const { pending } = flow;
    const tokens = await finishLogin(config, new URL(request.url), pending);
    users.set(pending.state, { sub: `acme:${tokens.claims()?.sub ?? ""}` });
    return redirectTo(pending.to);
  });
  // The union does not know the user yet, and asks for a name; at first the user leaves it empty.
  application.respond("/union/profile", async (request) => {
    const flow = find(request);
    const user = users.get(flow?.pending.state ?? "");
    if (!flow || !user) return new Response("No login is known.", { status: 400 });
    const form = `<form method="post"><input name="name" placeholder="Name"><button>Save</button></form>`;
    if (request.method === "GET") return showPage("Union", `<p>Who are you?</p>${form}`);
    const name = (await readForm(request)).get("name") ?? "";
    if (name === "") return showPage("Union", `<p>Please give a name.</p>${form}`);
    const code = issuer.issueCode(flow.sent, { ...user, name });
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(flow.sent);
    return redirectTo(addTo(to, { code, state }));
  });
  application.respond("/union/redeem", async (request) => issuer.redeem(await readForm(request)));
}

const museumScript = `
const main = document.querySelector("main");
fetch("/api/session").then((response) => response.json()).then(({ loggedIn, name }) => {
  if (loggedIn) main.textContent = "Tickets of " + name;
  else main.innerHTML = "<a href='/sso/start'>Members</a>";
});`;

/** Serves a museum, whose server knows the union only. */
function serveMuseum({ application }: ProviderStage, union: string, museum: string): void {
  const attempts = new Set<string>();
  const members = new Map<string, string>();
  const callback = `${museum}/sso/finish`;
  const client = { client_id: "museum", redirect_uri: callback };
  application.respond("/tickets", () =>
    showPage("Museum", `<main></main><script>${museumScript}</script>`),
  );
  application.respond("/api/session", (request) => {
    const name = members.get(readCookie(request, "museum") ?? "");
    return Response.json(name === undefined ? { loggedIn: false } : { loggedIn: true, name });
  });
  application.respond("/sso/start", () => {
    const state = randomText();
    attempts.add(state);
    const sent = { ...client, response_type: "code", scope: "openid profile", state, idp: "acme" };
    return redirectTo(withQuery(`${union}/union/enter`, sent), [
      `museum_state=${state}; Max-Age=900; ${lax}`,
    ]);
  });
  application.respond("/sso/finish", async (request) => {
    const { code = "", state = "" } = Object.fromEntries(new URL(request.url).searchParams);
    if (readCookie(request, "museum_state") !== state || !attempts.delete(state))
      return new Response("The state is unknown.", { status: 403 });
    const body = new URLSearchParams({ ...client, grant_type: "authorization_code", code });
    // The server reaches the union at its own address, since only browsers know its name.
    const answer = await fetch(`${application.origin}/union/redeem`, { method: "POST", body });
    const token = String(Reflect.get(Object(await answer.json()), "id_token"));
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    const id = randomText();
    members.set(id, String(Reflect.get(Object(claims), "name")));
    return redirectTo("/tickets", [
      `museum=${id}; Max-Age=3600; ${lax}`,
      `museum_state=; Max-Age=0; ${lax}`,
    ]);
  });
}

/** Logins through a second provider that work. */
export const signOnScenes: ProviderScenes = {
  "union-asks-other-provider": async (stage) => {
    const { tab, provider, application } = stage;
    const union = originAt("union.localhost", application);
    const museum = originAt("museum.localhost", application);
    provider.configure({
      routes: realmRoutes,
      clients: [serverClient(`${union}/broker/acme/endpoint`)],
      cookies: {},
    });
    await serveUnion(stage, union);
    serveMuseum(stage, union, museum);
    await tab.goto(`${museum}/tickets`);
    await tab.getByRole("link", { name: "Members" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByText("Please give a name.").waitFor();
    await tab.getByPlaceholder("Name").fill("Ada");
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByText("Tickets of Ada").waitFor();
  },
};
