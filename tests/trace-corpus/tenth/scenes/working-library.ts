import { pageClient } from "../../scene-parts/provider-clients.ts";
import { plainRoutes } from "../../scene-parts/provider-routes.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { lifetimesWith } from "../../scene-parts/provider-lifetimes.ts";

interface ManagedPage {
  readonly title: string;
  readonly paths: readonly string[];
  readonly body: string;
  readonly settings: object;
  readonly script: string;
}

/** Serves pages with the library oidc-client-ts. */
async function serveManaged(
  stage: ProviderStage,
  { title, paths, body, settings, script }: ManagedPage,
): Promise<void> {
  await serveLibraryFile(stage, "/vendor/oidc-client-ts.js", "oidc-client-ts");
  for (const path of paths)
    stage.application.respond(path, () =>
      showPage(
        title,
        `<main></main>${body}<script src="/vendor/oidc-client-ts.js"></script><script>
const show = (text) => { document.querySelector("main").textContent = text; };
const manager = new oidc.UserManager(${JSON.stringify(settings)});
${script}</script>`,
      ),
    );
}

// The page shows its menu by what the API forbids, and a blocker refuses its statistics.
const millScript = (statistics: string): string => `
const ask = async (path) => {
  const user = await manager.getUser();
  return fetch(path, { headers: { Authorization: "Bearer " + user.access_token } });
};
let renewals = 0;
manager.events.addUserLoaded(async () => {
  renewals += 1;
  const { length } = await (await ask("/api/batches")).json();
  show(length + " batches, " + renewals);
});
const open = async (user) => {
  const admin = await ask("/api/settings");
  document.querySelector("nav").hidden = admin.status === 403;
  show("Shift of " + user.profile.sub);
};
document.querySelector("#in").onclick = () => manager.signinRedirect({ state: { from: "/mill" } });
const start = async () => {
  navigator.sendBeacon("${statistics}", location.pathname);
  if (!location.search.includes("code=")) return;
  const url = location.href;
  history.replaceState(null, "", "/mill");
  await open(await manager.signinRedirectCallback(url));
};
void start();`;

const depotScript = `
const byId = (id) => document.getElementById(id);
byId("in").onclick = async () => {
  try {
    const user = await manager.signinResourceOwnerCredentials({
      username: byId("name").value, password: byId("word").value, skipUserInfo: true,
    });
    const response = await fetch("/api/parcels", {
      headers: { Authorization: user.token_type + " " + user.access_token },
    });
    show((await response.json()).length + " parcels for " + user.profile.name);
  } catch (error) {
    if (error.error !== "invalid_grant") throw error;
    show("User or password is wrong.");
  }
};
byId("keep").onclick = async () => {
  const user = await manager.signinSilent();
  show("Still " + user.profile.name);
};`;

/** Serves a provider that takes passwords from the pages of its own company. */
async function serveCompany(
  { application }: ProviderStage,
  { company, page }: { readonly company: string; readonly page: string },
): Promise<void> {
  const issuer = await createIssuer(company);
  const headers = { "access-control-allow-origin": page, vary: "Origin" };
  application.respond("/.well-known/openid-configuration", () =>
    Response.json(
      {
        issuer: company,
        authorization_endpoint: `${company}/connect/begin`,
        token_endpoint: `${company}/connect/token`,
        jwks_uri: `${company}/connect/keys`,
        grant_types_supported: ["password", "refresh_token"],
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
      },
      { headers },
    ),
  );
  application.respond("/connect/token", async (request) => {
    const form = await readForm(request);
    if (form.get("grant_type") === "password") {
      if (form.get("password") !== "parcels-by-night")
        return Response.json({ error: "invalid_grant" }, { status: 400, headers });
      const name = form.get("username") ?? "";
      form.set("code", issuer.issueCode(new URLSearchParams(form), { sub: name, name }));
    }
    const answer = await issuer.redeem(form);
    return Response.json(await answer.json(), { status: answer.status, headers });
  });
  application.respond("/api/parcels", (request) =>
    issuer.findUser(request.headers.get("authorization"))
      ? Response.json([{ id: 1 }, { id: 2 }, { id: 3 }])
      : Response.json({ error: "invalid_token" }, { status: 401 }),
  );
}

/** Logins of pages with the library oidc-client-ts that work. */
export const libraryScenes: ProviderScenes = {
  "long-shift-with-refusals": async (stage) => {
    const { tab, provider, application } = stage;
    const authority = provider.origin.replace("localhost", "login.mill.localhost");
    const page = originAt("app.mill.localhost", application);
    const statistics = originAt("statistics.localhost", application);
    provider.configure({
      issuer: authority,
      routes: plainRoutes,
      clients: [pageClient(`${page}/mill/return`)],
      issueRefreshToken: async () => true,
      ttl: lifetimesWith(60),
    });
    application.respond("/api/settings", () =>
      Response.json({ message: "Only for administrators" }, { status: 403 }),
    );
    application.respond("/api/batches", () => Response.json([{ id: 7 }, { id: 8 }]));
    await tab.route(`${statistics}/**`, (route) => route.abort("blockedbyclient"));
    await serveManaged(stage, {
      title: "Mill",
      paths: ["/mill", "/mill/return"],
      body: `<nav>Settings</nav><button id="in">Start shift</button>`,
      settings: {
        authority,
        client_id: "shop-web",
        redirect_uri: `${page}/mill/return`,
        scope: "openid",
        // The access tokens are valid for 60 seconds here.
        accessTokenExpiringNotificationTimeInSeconds: 57,
      },
      script: millScript(`${statistics}/beacon`),
    });
    await tab.goto(`${page}/mill`);
    await tab.getByRole("button", { name: "Start shift" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("2 batches, 3").waitFor();
    await tab.goto("about:blank");
  },
  "password-in-page-of-company": async (stage) => {
    const { tab, application } = stage;
    const company = originAt("auth.depot.localhost", application);
    const page = originAt("tool.depot.localhost", application);
    await serveCompany(stage, { company, page });
    await serveManaged(stage, {
      title: "Depot",
      paths: ["/depot"],
      body: `<input id="name" placeholder="User"><input id="word" type="password" placeholder="Password"><button id="in">Enter</button><button id="keep">Stay</button>`,
      settings: {
        authority: company,
        client_id: "depot-tool",
        redirect_uri: `${page}/depot`,
        scope: "openid profile offline_access",
        automaticSilentRenew: false,
      },
      script: depotScript,
    });
    await tab.goto(`${page}/depot`);
    await tab.getByPlaceholder("User").fill("grace");
    await tab.getByPlaceholder("Password").fill("parcels-by-nigth");
    await tab.getByRole("button", { name: "Enter" }).click();
    await tab.getByText("User or password is wrong.").waitFor();
    await tab.getByPlaceholder("Password").fill("parcels-by-night");
    await tab.getByRole("button", { name: "Enter" }).click();
    await tab.getByText("3 parcels for grace").waitFor();
    await tab.getByRole("button", { name: "Stay" }).click();
    await tab.getByText("Still grace").waitFor();
  },
};
