import {
  ClientSecretPost,
  refreshTokenGrant,
  tokenRevocation,
  useJwtResponseMode,
} from "openid-client";
import { randomText } from "../../scene-parts/pkce.ts";
import { serverClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { plainRoutes } from "../../scene-parts/provider-routes.ts";
import { ownPages } from "../../scene-parts/provider.ts";

const forPosts = "Path=/; HttpOnly; Secure; SameSite=None";

/** Serves a bank, to which the provider posts its response inside a signed token. */
async function serveBank({ application, provider }: ProviderStage, bank: string): Promise<void> {
  const config = await connect(provider.origin, "shop-server", ClientSecretPost(serverSecret), [
    useJwtResponseMode,
  ]);
  const attempts = new Map<string, Pending>();
  const customers = new Map<string, string>();
  application.respond("/accounts", async (request) => {
    const customer = customers.get(readCookie(request, "bank") ?? "");
    if (customer !== undefined)
      return showPage(
        "Bank",
        `<p>Accounts of ${customer}</p><script>fetch("/offers").catch(() => undefined);</script>`,
      );
    const pending = await beginLogin(config, {
      to: "/accounts",
      callback: `${bank}/signed-response`,
      scope: "openid email",
    });
    attempts.set(pending.state, pending);
    const url = new URL(pending.url);
    // The library itself asks for the default mode.
    url.searchParams.set("response_mode", "form_post.jwt");
    return redirectTo(url.href, [`bank_login=${pending.state}; Max-Age=300; ${forPosts}`]);
  });
  application.respond("/signed-response", async (request) => {
    const pending = attempts.get(readCookie(request, "bank_login") ?? "");
    if (!pending) return new Response("This login was not begun here.", { status: 400 });
    const tokens = await finishLogin(config, request, pending);
    const id = randomText();
    customers.set(id, tokens.claims()?.sub ?? "");
    return redirectTo(pending.to, [`bank=${id}; ${lax}`, `bank_login=; Max-Age=0; ${forPosts}`]);
  });
  application.respond("/offers", () => new Response("Maintenance", { status: 503 }));
}

// The page knows no token: it only asks its server for a new cookie when the old one has ended.
const bedsScript = `
const show = (text) => { document.querySelector("main").textContent = text; };
const call = async (path, options) => {
  const answer = await fetch(path, options);
  if (answer.status !== 401) return answer;
  const renewed = await fetch("/auth/refresh", { method: "POST" });
  return renewed.ok ? fetch(path, options) : answer;
};
const list = async () => {
  const answer = await call("/api/beds");
  if (!answer.ok) return show("Please log in");
  const { owner, beds } = await answer.json();
  show("Bed of " + owner + ": " + beds.join());
};
const plant = async (name) => {
  const answer = await call("/api/beds/new", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name }),
  });
  if (answer.status === 422) return show("The bed needs a name");
  await list();
};
document.querySelector("#plant").onclick = () => plant(document.querySelector("input").value);
document.querySelector("#out").onclick = async () => {
  await fetch("/auth/logout", { method: "POST" });
  show("See you in spring");
};
void list();`;

interface Gardener {
  readonly name: string;
  readonly refreshToken: string;
}

/** Serves a garden with two cookies: a short one for the API, and a long one to renew it. */
async function serveGarden(
  { application, provider }: ProviderStage,
  garden: string,
): Promise<void> {
  const config = await connect(provider.origin, "shop-server", ClientSecretPost(serverSecret));
  const attempts = new Map<string, Pending>();
  const gardeners = new Map<string, Gardener>();
  const beds = ["Beans"];
  const short = () => `garden_at=${randomText()}; Max-Age=2; ${lax}`;
  const long = (id: string, age: number) =>
    `garden_rt=${id}; Max-Age=${age}; Path=/auth; HttpOnly; SameSite=Strict`;
  const isKnown = (request: Request) => readCookie(request, "garden_at") !== undefined;
  const refuse = (status: number, message: string) => Response.json({ message }, { status });
  application.respond("/garden", () =>
    showPage(
      "Garden",
      `<main></main><a href="/auth/login">Log in</a><input placeholder="Bed"><button id="plant">Plant</button><button id="out">Log out</button><script>${bedsScript}</script>`,
    ),
  );
  application.respond("/api/beds", (request) =>
    isKnown(request)
      ? Response.json({ owner: [...gardeners.values()].at(-1)?.name, beds })
      : refuse(401, "The cookie has ended."),
  );
  application.respond("/api/beds/new", async (request) => {
    if (!isKnown(request)) return refuse(401, "The cookie has ended.");
    const name = String(Reflect.get(Object(await request.json()), "name"));
    if (name === "") return refuse(422, "A bed needs a name.");
    beds.push(name);
    return Response.json({ name }, { status: 201 });
  });
  application.respond("/auth/login", async () => {
    const pending = await beginLogin(config, {
      to: "/garden",
      callback: `${garden}/auth/callback`,
      scope: "openid profile",
    });
    attempts.set(pending.state, pending);
    return redirectTo(pending.url, [`garden_login=${pending.state}; Max-Age=300; ${lax}`]);
  });
  application.respond("/auth/callback", async (request) => {
    const pending = attempts.get(readCookie(request, "garden_login") ?? "");
    if (!pending) return new Response("This login was not begun here.", { status: 400 });
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    gardeners.set(id, {
      name: tokens.claims()?.sub ?? "",
      refreshToken: tokens.refresh_token ?? "",
    });
    return redirectTo(pending.to, [short(), long(id, 86_400), `garden_login=; Max-Age=0; ${lax}`]);
  });
  application.respond("/auth/refresh", async (request) => {
    const id = readCookie(request, "garden_rt") ?? "";
    const gardener = gardeners.get(id);
    if (!gardener) return refuse(401, "Nobody is logged in.");
    const { refresh_token: refreshToken = gardener.refreshToken } = await refreshTokenGrant(
      config,
      gardener.refreshToken,
    );
    gardeners.set(id, { ...gardener, refreshToken });
    return Response.json({ renewed: true }, { headers: { "set-cookie": short() } });
  });
  application.respond("/auth/logout", async (request) => {
    const id = readCookie(request, "garden_rt") ?? "";
    const { refreshToken = "" } = gardeners.get(id) ?? {};
    gardeners.delete(id);
    await tokenRevocation(config, refreshToken);
    return Response.json({}, { headers: { "set-cookie": long("", 0) } });
  });
}

/** Logins of servers with openid-client that work. */
export const sessionScenes: ProviderScenes = {
  "signed-response-posted": async (stage) => {
    const { tab, provider, application } = stage;
    const bank = originAt("bank.localhost", application);
    provider.configure({
      routes: { ...plainRoutes, authorization: "/secure/begin", token: "/secure/token" },
      clients: [serverClient(`${bank}/signed-response`)],
      cookies: {},
      features: { ...ownPages, jwtResponseModes: { enabled: true } },
    });
    await serveBank(stage, bank);
    await tab.goto(`${bank}/accounts`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Accounts of ada").waitFor();
  },
  "two-cookies-in-garden": async (stage) => {
    const { tab, provider, application } = stage;
    const garden = originAt("garden.localhost", application);
    provider.configure({
      routes: { ...plainRoutes, authorization: "/garden-id/start" },
      cookies: {},
      // This provider gives every server of its customers a refresh token.
      issueRefreshToken: async () => true,
      clients: [
        serverClient(`${garden}/auth/callback`, {
          grant_types: ["authorization_code", "refresh_token"],
        }),
      ],
      features: { ...ownPages, revocation: { enabled: true } },
    });
    await serveGarden(stage, garden);
    await tab.goto(`${garden}/garden`);
    await tab.getByText("Please log in").waitFor();
    await tab.getByRole("link", { name: "Log in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Bed of ada: Beans").waitFor();
    const plant = () => tab.getByRole("button", { name: "Plant" }).click();
    await plant();
    await tab.getByText("The bed needs a name").waitFor();
    // The short cookie ends meanwhile.
    await tab.waitForTimeout(2500);
    await tab.getByPlaceholder("Bed").fill("Peas");
    await plant();
    await tab.getByText("Bed of ada: Beans,Peas").waitFor();
    await tab.getByRole("button", { name: "Log out" }).click();
    await tab.getByText("See you in spring").waitFor();
  },
};
