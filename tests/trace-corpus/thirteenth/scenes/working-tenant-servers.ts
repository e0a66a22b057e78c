import {
  allowInsecureRequests,
  ClientSecretPost,
  discovery,
  type Configuration,
} from "openid-client";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { originAt, withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  claimOf,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";
import { clientSecret, hs256ClientSecret } from "../../scene-parts/tenant-names.ts";

/** An application with a server: its pages need a session, and its callback begins one. */
interface Site {
  readonly config: Configuration;
  /** The first part of its paths, and the name of its cookies. */
  readonly name: string;
  readonly home: string;
  /** Shows a page to a user. */
  readonly show: (user: string) => Response;
  readonly pages: readonly string[];
}

/** Serves an application whose server logs in at the tenant. */
function serveSite(
  { application }: ProviderStage,
  { config, name, home, show, pages }: Site,
): void {
  const logins = new Map<string, Pending>();
  const users = new Map<string, string>();
  for (const path of pages)
    application.respond(path, async (request) => {
      const user = users.get(readCookie(request, name) ?? "");
      if (user !== undefined) return show(user);
      const pending = await beginLogin(config, {
        to: path,
        callback: `${home}/${name}/return`,
        scope: "openid profile",
      });
      logins.set(pending.state, pending);
      return redirectTo(pending.url, [`${name}_login=${pending.state}; Max-Age=900; ${lax}`]);
    });
  application.respond(`/${name}/return`, async (request) => {
    const pending = logins.get(readCookie(request, `${name}_login`) ?? "");
    if (!pending) return new Response("This login was not begun here.", { status: 400 });
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    users.set(id, claimOf(tokens, "name"));
    return redirectTo(pending.to, [`${name}=${id}; ${lax}`, `${name}_login=; Max-Age=0; ${lax}`]);
  });
}

// The page keeps its tokens in memory, so each token after a reload comes from the tenant.
const kitchenScript = (settings: object): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
press("in", () => client.loginWithRedirect());
const start = async () => {
  if (location.search.includes("code=")) {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/kitchen");
  }
  // Without this cookie of the library nobody has logged in here.
  if (!document.cookie.includes("is.authenticated")) return show("The kitchen is closed");
  try {
    const token = await client.getTokenSilently();
    const answer = await fetch("/api/menu", { headers: { authorization: "Bearer " + token } });
    show("Today: " + (await answer.json()).dish);
  } catch (error) {
    show(error.error === "login_required" ? "The kitchen is closed" : "Out of order");
  }
};
void start();`;

/** Logins at the tenant of servers that work. */
export const tenantServerScenes: ProviderScenes = {
  "bookmark-of-sign-in-page": async (stage) => {
    const { tab, application, tenant, context } = stage;
    const home = originAt("cinema.localhost", application);
    await allowOrigin(stage, home, "/cinema/return");
    serveSite(stage, {
      config: await connect(tenant.origin, demo.clientId, ClientSecretPost(clientSecret)),
      name: "cinema",
      home,
      pages: ["/cinema/seats/12"],
      show: (user) =>
        showPage(
          "Cinema",
          `<p>Seat 12 is kept for ${user}</p><script>fetch("/cinema/trailers").catch(() => undefined);</script>`,
        ),
    });
    application.respond("/cinema/trailers", () => new Response("Gone", { status: 410 }));
    // Months ago the user made a bookmark of the tenant's page.
    await tab.goto(`${home}/cinema/seats/12`);
    await stage.reachTenant();
    const bookmark = tab.url();
    await tab.goto("about:blank");
    await context.clearCookies();
    await stage.discardEarlier();
    await tab.goto(bookmark);
    await tab.getByText("This login has ended").first().waitFor();
    await tab.goto(`${home}/cinema/seats/12`);
    await logIn(tab, demo.user);
    await tab.getByText("Seat 12 is kept for Ada Lovelace").waitFor();
    await tab.waitForLoadState("networkidle");
  },
  "pantry-closes-kitchen": async (stage) => {
    const { tab, application, tenant, control } = stage;
    const kitchen = application.origin;
    const pantry = originAt("pantry.localhost", application);
    await allowOrigin(stage, kitchen, "/kitchen");
    await control.changeClient(demo.hs256ClientId, {
      callbacks: [`${pantry}/pantry/return`],
      allowed_logout_urls: [`${kitchen}/kitchen`],
    });
    await servePages(stage, "spa", {
      title: "Kitchen",
      paths: ["/kitchen"],
      body: `<button id="in">Log in</button><a href="${pantry}/pantry">Pantry</a>`,
      script: kitchenScript({
        domain: tenant.origin,
        clientId: demo.clientId,
        authorizationParams: { redirect_uri: `${kitchen}/kitchen` },
      }),
    });
    serveSite(stage, {
      config: await discovery(
        new URL(tenant.origin),
        demo.hs256ClientId,
        { id_token_signed_response_alg: "HS256", client_secret: hs256ClientSecret },
        ClientSecretPost(hs256ClientSecret),
        { execute: [allowInsecureRequests] },
      ),
      name: "pantry",
      home: pantry,
      pages: ["/pantry"],
      show: (user) =>
        showPage("Pantry", `<p>${user} counts jars</p><a href="/pantry/leave">Leave all</a>`),
    });
    application.respond("/pantry/leave", () =>
      redirectTo(
        withQuery(`${tenant.origin}/v2/logout`, {
          client_id: demo.hs256ClientId,
          returnTo: `${kitchen}/kitchen`,
        }),
        [`pantry=; Max-Age=0; ${lax}`],
      ),
    );
    application.respond("/api/menu", () => Response.json({ dish: "Lentils" }));
    await tab.goto(`${kitchen}/kitchen`);
    await tab.getByText("The kitchen is closed").waitFor();
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Today: Lentils").waitFor();
    await tab.waitForTimeout(800);
    await tab.getByRole("link", { name: "Pantry" }).click();
    await tab.getByRole("button", { name: "Accept" }).click();
    await tab.getByText("Ada Lovelace counts jars").waitFor();
    await tab.getByRole("link", { name: "Leave all" }).click();
    await tab.getByText("The kitchen is closed").waitFor();
  },
};
