import { ClientSecretBasic } from "openid-client";
import { randomText } from "../../scene-parts/pkce.ts";
import { ownRoutes } from "../../scene-parts/provider-routes.ts";
import { basicClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { readCookie } from "../../scene-parts/cookies.ts";

// The session of the application is shorter than that of the provider: the page then logs in again
// in a frame, through its own server.
const tidesScript = `
const show = (text) => { document.querySelector("main").textContent = text; };
const askUser = () => fetch("/bff/user?slide=false", { headers: { "x-csrf": "1" } });
const logInSilently = () => new Promise((resolve) => {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = "/bff/silent-login";
  addEventListener("message", ({ data }) => {
    if (data.source !== "bff-silent-login") return;
    frame.remove();
    resolve(data.isLoggedIn);
  });
  document.body.append(frame);
});
const read = async (response) => {
  const claims = await response.json();
  return claims.find(({ type }) => type === "sub").value;
};
document.querySelector("button").onclick = async () => {
  let response = await askUser();
  if (response.status === 401 && (await logInSilently())) response = await askUser();
  show(response.ok ? "Tides for " + (await read(response)) + " again" : "Please log in");
};
askUser().then(async (response) => {
  show(response.ok ? "Tides for " + (await read(response)) : "Please log in");
});`;

/** Serves a backend for a frontend whose sessions last for two seconds. */
async function serveTides({ application, provider }: ProviderStage, home: string): Promise<void> {
  const config = await connect(provider.origin, "shop-server", ClientSecretBasic(serverSecret));
  const logins = new Map<string, Pending>();
  const sessions = new Map<string, { readonly sub: string; readonly until: number }>();
  const attributes = "Path=/; HttpOnly; SameSite=Strict";
  const forLogin = "Path=/; HttpOnly; SameSite=Lax";
  const find = (request: Request) => {
    const session = sessions.get(readCookie(request, "__tides") ?? "");
    return session !== undefined && session.until > Date.now() ? session : undefined;
  };
  application.respond("/tides", () =>
    showPage(
      "Tides",
      `<main></main><a href="/bff/login">Log in</a><button>Load again</button><script>${tidesScript}</script>`,
    ),
  );
  application.respond("/bff/user", (request) => {
    const session = find(request);
    return session === undefined
      ? new Response(null, { status: 401 })
      : Response.json([
          { type: "sub", value: session.sub },
          { type: "bff:logout_url", value: "/bff/logout" },
        ]);
  });
  const begin = async (to: string, prompt?: "none"): Promise<Response> => {
    const pending = await beginLogin(config, {
      to,
      callback: `${home}/signin-oidc`,
      scope: "openid profile",
      added: { ...(prompt && { prompt }) },
    });
    logins.set(pending.state, pending);
    return redirectTo(pending.url, [`__tides_login=${pending.state}; Max-Age=300; ${forLogin}`]);
  };
  application.respond("/bff/login", () => begin("/tides"));
  application.respond("/bff/silent-login", () => begin("/bff/silent-login-callback", "none"));
  application.respond("/signin-oidc", async (request) => {
    const pending = logins.get(readCookie(request, "__tides_login") ?? "");
    if (pending === undefined) return new Response("Correlation failed.", { status: 500 });
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    sessions.set(id, { sub: tokens.claims()?.sub ?? "", until: Date.now() + 2000 });
    return redirectTo(pending.to, [
      `__tides=${id}; ${attributes}`,
      `__tides_login=; Max-Age=0; ${forLogin}`,
    ]);
  });
  application.respond("/bff/silent-login-callback", (request) => {
    const isLoggedIn = find(request) !== undefined;
    const message = JSON.stringify({ source: "bff-silent-login", isLoggedIn });
    return showPage("Frame", `<script>parent.postMessage(${message}, location.origin);</script>`);
  });
}

/** Logins of a backend for a frontend that work. */
export const bffScenes: ProviderScenes = {
  "server-logs-in-silently": async (stage) => {
    const { tab, provider, application } = stage;
    const home = application.origin;
    provider.configure({ routes: ownRoutes, clients: [basicClient(`${home}/signin-oidc`)] });
    await serveTides(stage, home);
    await tab.goto(`${home}/tides`);
    await tab.getByRole("link", { name: "Log in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Tides for ada").waitFor();
    await tab.waitForTimeout(2200);
    await tab.getByRole("button", { name: "Load again" }).click();
    await tab.getByText("Tides for ada again").waitFor();
  },
};
