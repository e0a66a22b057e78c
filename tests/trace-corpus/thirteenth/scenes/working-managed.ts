import { pageClient } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";

// Far from the coast nothing works; later the page renews its token and asks again.
const ferryScript = (settings: object): string => `
const manager = new oidc.UserManager(${JSON.stringify(settings)});
press("in", () => manager.signinRedirect());
const load = async () => {
  try {
    const { access_token: token } = await manager.getUser();
    const answer = await fetch("/api/ports", { headers: { authorization: "Bearer " + token } });
    show("Next port " + (await answer.json()).next);
  } catch {
    show("No connection");
  }
};
const renew = async () => {
  try {
    await manager.signinSilent();
    document.querySelector("output").textContent += " renewed";
  } catch {
    document.querySelector("output").textContent += " failed";
  }
};
press("again", async () => {
  await renew();
  await load();
});
const start = async () => {
  if (!location.search.includes("code=")) return show("Ferry");
  await manager.signinRedirectCallback();
  history.replaceState(null, "", "/ferry");
  await load();
};
void start();`;

const tasksScript = (settings: object): string => `
const manager = new oidc.UserManager(${JSON.stringify(settings)});
press("in", () => manager.signinRedirect());
press("renew", async () => {
  const user = await manager.signinSilent();
  show("Still " + user.profile.name);
});
const start = async () => {
  if (location.pathname === "/tasks/frame") return manager.signinSilentCallback();
  if (!location.hash.includes("code=")) return show("Tasks");
  const user = await manager.signinRedirectCallback();
  history.replaceState(null, "", "/tasks");
  show("Tasks of " + user.profile.name + " in " + user.profile.department);
};
void start();`;

const domain = "/domain/staff";

/** Serves a domain, which asks each browser for the ticket of its desktop before it shows a form. */
async function serveDomain({ application }: ProviderStage, desk: string, page: string) {
  const issuer = await createIssuer(`${desk}${domain}`);
  const sessions = new Set<string>();
  const user = { sub: "S-1-5-21-1107", name: "Ada" };
  const open = {
    "access-control-allow-origin": page,
    "access-control-allow-headers": "authorization",
    "cache-control": "no-store",
  };
  application.respond(`${domain}/.well-known/openid-configuration`, () =>
    Response.json(
      {
        issuer: `${desk}${domain}`,
        authorization_endpoint: `${desk}${domain}/enter`,
        token_endpoint: `${desk}${domain}/exchange`,
        userinfo_endpoint: `${desk}${domain}/person`,
        jwks_uri: `${desk}${domain}/certificates`,
        response_types_supported: ["code"],
        response_modes_supported: ["query", "fragment"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
      },
      { headers: open },
    ),
  );
  const respond = (sent: URLSearchParams, fields: Readonly<Record<string, string>>) => {
    const to = sent.get("redirect_uri") ?? "";
    const all = { ...fields, state: sent.get("state") ?? "" };
    return sent.get("response_mode") === "fragment"
      ? `${to}#${String(new URLSearchParams(all))}`
      : addTo(to, all);
  };
  application.respond(`${domain}/enter`, async (request) => {
    const sent = new URL(request.url).searchParams;
    const isKnown = sessions.has(readCookie(request, "domain") ?? "");
    if (!isKnown && sent.get("prompt") === "none")
      return redirectTo(respond(sent, { error: "login_required" }));
    const fields = request.method === "POST" ? await readForm(request) : undefined;
    if (isKnown || fields?.get("password") === "four-desks") {
      const id = randomText();
      sessions.add(id);
      return redirectTo(respond(sent, { code: issuer.issueCode(sent, user) }), [
        `domain=${id}; Path=/domain; HttpOnly; SameSite=Lax`,
      ]);
    }
    const form = `<form method="post"><p>${fields ? "Name or password is wrong" : ""}</p><input name="name" value="ada"><input name="password" type="password" placeholder="Password"><button>Sign in</button></form>`;
    if (fields) return showPage("Domain", form);
    // A browser that has a ticket sends it now. Each other browser shows the form.
    const { body, headers } = showPage("Domain", form, { "www-authenticate": "Negotiate" });
    return new Response(body, { status: 401, headers });
  });
  application.respond(`${domain}/exchange`, async (request) => {
    const answer = await issuer.redeem(await readForm(request));
    return Response.json(await answer.json(), { status: answer.status, headers: open });
  });
  application.respond(`${domain}/person`, ({ method, headers }) => {
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: open });
    return issuer.findUser(headers.get("authorization"))
      ? Response.json({ sub: user.sub, department: "Maps" }, { headers: open })
      : Response.json({ error: "invalid_token" }, { status: 401, headers: open });
  });
}

/** Logins of pages with the library oidc-client-ts that work. */
export const managedScenes: ProviderScenes = {
  "ferry-leaves-coverage": async (stage) => {
    const { tab, application, provider, context } = stage;
    const home = originAt("ferry.localhost", application);
    const routes = {
      authorization: "/harbour/gate",
      token: "/harbour/tickets",
      userinfo: "/harbour/passenger",
      jwks: "/harbour/keys",
    };
    provider.configure({
      routes,
      clients: [pageClient(`${home}/ferry/deck`)],
      cookies: {},
      issueRefreshToken: async () => true,
      rotateRefreshToken: true,
    });
    await servePages(stage, "managed", {
      title: "Ferry",
      paths: ["/ferry", "/ferry/deck"],
      body: `<button id="in">Sign in</button><button id="again">Try again</button><output></output>`,
      script: ferryScript({
        authority: provider.origin,
        metadata: {
          issuer: provider.origin,
          authorization_endpoint: provider.origin + routes.authorization,
          token_endpoint: provider.origin + routes.token,
          jwks_uri: provider.origin + routes.jwks,
        },
        client_id: "shop-web",
        redirect_uri: `${home}/ferry/deck`,
        scope: "openid profile",
        automaticSilentRenew: false,
      }),
    });
    application.respond("/api/ports", () => Response.json({ next: "Bergen" }));
    await tab.goto(`${home}/ferry`);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Next port Bergen").waitFor();
    await context.setOffline(true);
    await tab.evaluate("load()");
    await tab.getByText("No connection").waitFor();
    await tab.evaluate("renew()");
    await tab.getByText("failed").waitFor();
    application.respond("/api/ports", () => Response.json({ next: "Lerwick" }));
    await context.setOffline(false);
    await tab.getByRole("button", { name: "Try again" }).click();
    await tab.getByText("Next port Lerwick").waitFor();
  },
  "desktop-has-no-ticket": async (stage) => {
    const { tab, application } = stage;
    const desk = originAt("desk.office.localhost", application);
    const home = originAt("tasks.office.localhost", application);
    await serveDomain(stage, desk, home);
    await servePages(stage, "managed", {
      title: "Tasks",
      paths: ["/tasks", "/tasks/back", "/tasks/frame"],
      body: `<button id="in">Sign in</button><button id="renew">Renew</button>`,
      script: tasksScript({
        authority: `${desk}${domain}`,
        client_id: "tasks",
        redirect_uri: `${home}/tasks/back`,
        silent_redirect_uri: `${home}/tasks/frame`,
        response_mode: "fragment",
        scope: "openid profile",
        loadUserInfo: true,
        automaticSilentRenew: false,
      }),
    });
    const enter = async (password: string) => {
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Sign in" }).click();
    };
    await tab.goto(`${home}/tasks`);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await enter("for-desks");
    await tab.getByText("Name or password is wrong").waitFor();
    await enter("four-desks");
    await tab.getByText("Tasks of Ada in Maps").waitFor();
    await tab.getByRole("button", { name: "Renew" }).click();
    await tab.getByText("Still Ada").waitFor();
  },
};
