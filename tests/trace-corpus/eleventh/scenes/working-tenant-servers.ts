import type { AuthConfig } from "@auth/core";
import { ClientSecretBasic, refreshTokenGrant } from "openid-client";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  claimOf,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { serveAuthRoutes, silentLogger } from "../../scene-parts/auth-js.ts";
import { clientSecret } from "../../scene-parts/tenant-names.ts";

interface Reader {
  readonly name: string;
  readonly refreshToken: string;
}

// Two readers want the same book: the second one learns that it is gone.
const shelfScript = `
const show = (text) => { document.querySelector("output").textContent = text; };
document.querySelector("#renew").onclick = async () => {
  const { renewed } = await (await fetch("/session/renew", { method: "POST" })).json();
  show(renewed ? "Renewed" : "Please sign in");
};
document.querySelector("#lend").onclick = async () => {
  show((await fetch("/loans/17", { method: "PUT" })).status === 409 ? "Somebody was faster" : "Lent");
};`;

/** Serves a library of books that first asks the tenant silently who its visitor is. */
async function serveShelf({ application, tenant }: ProviderStage, home: string): Promise<void> {
  const callback = `${home}/oidc/return`;
  const config = await connect(tenant.origin, demo.clientId, ClientSecretBasic(clientSecret));
  const attempts = new Map<string, Pending>();
  const readers = new Map<string, Reader>();
  const begin = async (added: Readonly<Record<string, string>>): Promise<Response> => {
    const pending = await beginLogin(config, {
      to: "/shelf",
      callback,
      scope: "openid profile offline_access",
      added,
    });
    attempts.set(pending.state, pending);
    return redirectTo(pending.url, [`shelf_login=${pending.state}; Max-Age=600; ${lax}`]);
  };
  application.respond("/shelf", async (request) => {
    const reader = readers.get(readCookie(request, "shelf") ?? "");
    if (reader)
      return showPage(
        "Shelf",
        `<p>Books of ${reader.name}</p><button id="renew">Stay</button><button id="lend">Lend</button><output></output><script>${shelfScript}</script>`,
      );
    if (readCookie(request, "shelf_asked") === undefined) return await begin({ prompt: "none" });
    return showPage("Shelf", `<p>Books for everyone</p><a href="/oidc/begin">Sign in</a>`);
  });
  application.respond("/oidc/begin", () => begin({ ui_locales: "en-GB" }));
  application.respond("/oidc/return", async (request) => {
    const url = new URL(request.url);
    const asked = `shelf_asked=1; Max-Age=900; ${lax}`;
    if (url.searchParams.get("error") === "login_required") return redirectTo("/shelf", [asked]);
    const pending = attempts.get(readCookie(request, "shelf_login") ?? "");
    if (!pending) return new Response("This sign-in is too old.", { status: 400 });
    const tokens = await finishLogin(config, url, pending);
    const id = randomText();
    readers.set(id, {
      name: claimOf(tokens, "name"),
      refreshToken: tokens.refresh_token ?? "",
    });
    return redirectTo(pending.to, [
      `shelf=${id}; Max-Age=86400; ${lax}`,
      `shelf_login=; Max-Age=0; ${lax}`,
    ]);
  });
  application.respond("/session/renew", async (request) => {
    const id = readCookie(request, "shelf") ?? "";
    const reader = readers.get(id);
    if (!reader) return new Response(null, { status: 401 });
    const tokens = await refreshTokenGrant(config, reader.refreshToken);
    readers.set(id, { ...reader, refreshToken: tokens.refresh_token ?? reader.refreshToken });
    return Response.json({ renewed: true });
  });
  application.respond("/loans/17", () =>
    Response.json({ title: "The book was lent a moment ago" }, { status: 409 }),
  );
}

const basePath = "/auth";
const callbackPath = `${basePath}/callback/house`;
const paths = ["csrf", "providers", "session", "signin", "signin/house", "callback/house"];

const concertsScript = `
const main = document.querySelector("main");
fetch("${basePath}/session").then((response) => response.json()).then(async (session) => {
  if (session === null) {
    main.innerHTML = "<a href='${basePath}/signin?callbackUrl=%2Fconcerts'>Sign in</a>";
    return;
  }
    const news = await fetch("/push/subscription");
  await news.json();
  main.textContent = "Concerts of " + session.user.name + (news.ok ? "" : ", without news");
});`;

/** Serves concerts, whose server uses the library Auth.js with the tenant. */
function serveConcerts({ application, tenant }: ProviderStage): void {
  const config: AuthConfig = {
    basePath,
    trustHost: true,
    secret: "the secret of the cookies of the concerts",
    logger: silentLogger,
    providers: [
      {
        id: "house",
        name: "House",
        type: "oidc",
        issuer: `${tenant.origin}/`,
        clientId: demo.clientId,
        clientSecret,
        client: { token_endpoint_auth_method: "client_secret_post" },
        authorization: { params: { scope: "openid profile" } },
        checks: ["state"],
        profile: ({ sub, name }) => ({ id: String(sub), name: String(name) }),
      },
    ],
  };
  serveAuthRoutes(application, config, paths);
  application.respond("/concerts", () =>
    showPage("Concerts", `<main></main><script>${concertsScript}</script>`),
  );
  application.respond("/push/subscription", () =>
    Response.json({ message: "Unsubscribed" }, { status: 410 }),
  );
}

/** Logins of servers at the local tenant that work. */
export const tenantServerScenes: ProviderScenes = {
  "server-asks-silently-first": async (stage) => {
    const { tab, application, control } = stage;
    const home = application.otherOrigin;
    await control.changeClient(demo.clientId, { callbacks: [`${home}/oidc/return`] });
    await serveShelf(stage, home);
    await tab.goto(`${home}/shelf`);
    await tab.getByRole("link", { name: "Sign in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("Books of Ada Lovelace").waitFor();
    await tab.getByRole("button", { name: "Stay" }).click();
    await tab.getByText("Renewed").waitFor();
    await tab.getByRole("button", { name: "Lend" }).click();
    await tab.getByText("Somebody was faster").waitFor();
  },
  "auth-js-beside-ended-subscription": async (stage) => {
    const { tab, application, control } = stage;
    const page = originAt("concerts.localhost", application);
    await control.changeClient(demo.clientId, {
      callbacks: [`${page}${callbackPath}`],
    });
    serveConcerts(stage);
    await tab.goto(`${page}/concerts`);
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Sign in with House" }).click();
    await logIn(tab, demo.secondUser);
    await tab.getByText("Concerts of Grace Hopper, without news").waitFor();
  },
};
