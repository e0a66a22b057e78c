import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { showPage, redirectTo } from "../../scene-parts/responses.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { ownPages } from "../../scene-parts/provider.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

const boxOffice = {
  authorization: "/theatre/foyer",
  token: "/theatre/tickets",
  pushed_authorization_request: "/theatre/requests",
  userinfo: "/theatre/guest",
  jwks: "/theatre/keys",
} as const;

// The page pushes its request. If the gateway is being restarted, it waits as long as it was told.
const theatreScript = (provider: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const callback = location.origin + "/theatre/seat";
const push = async (fields) => {
  const answer = await fetch("${provider}${boxOffice.pushed_authorization_request}", {
    method: "POST", body: new URLSearchParams(fields),
  });
  if (answer.status !== 503) return (await answer.json()).request_uri;
  show("One moment please");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return push(fields);
};
document.querySelector("button").onclick = async () => {
  const login = { state: createRandom(), nonce: createRandom(), verifier: createRandom() };
  sessionStorage.setItem("login", JSON.stringify(login));
  const reference = await push({
    client_id: "shop-web", response_type: "code", scope: "openid profile", redirect_uri: callback,
    state: login.state, nonce: login.nonce,
    code_challenge: await hash(login.verifier), code_challenge_method: "S256",
  });
  location.assign("${provider}${boxOffice.authorization}?" + new URLSearchParams({
    client_id: "shop-web", request_uri: reference,
  }));
};
const finish = async (response) => {
  const login = JSON.parse(sessionStorage.getItem("login"));
  if (response.get("state") !== login.state) throw new Error("The state differs.");
  const tokens = await post("${provider}${boxOffice.token}", {
    grant_type: "authorization_code", client_id: "shop-web", redirect_uri: callback,
    code: response.get("code"), code_verifier: login.verifier,
  });
  history.replaceState(null, "", "/theatre");
  const headers = { authorization: "Bearer " + tokens.access_token };
  // The seat that the user wanted was taken meanwhile, so the page takes the one beside it.
  for (const seat of ["F12", "F13"]) {
    const answer = await fetch("/api/seats/" + seat, { method: "PUT", headers });
    if (answer.ok) return show("Seat " + seat);
  }
};
const response = new URLSearchParams(location.search);
if (response.has("code")) void finish(response);`;

const stationRoutes = {
  authorization: "/railway/platform",
  token: "/railway/fares",
  userinfo: "/railway/passenger",
  jwks: "/railway/keys",
} as const;

// The ID token in the fragment says who the user is before the code is redeemed.
const stationScript = (provider: string, statistics: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const count = (event) => navigator.sendBeacon("${statistics}/collect?v=2", event);
const load = (name) => fetch("${statistics}/" + name).catch(() => undefined);
const callback = location.origin + "/station";
const read = (token) => JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
document.querySelector("button").onclick = async () => {
  count("login");
  const login = { state: createRandom(), nonce: createRandom(), verifier: createRandom() };
  sessionStorage.setItem("login", JSON.stringify(login));
  location.assign("${provider}${stationRoutes.authorization}?" + new URLSearchParams({
    client_id: "shop-web", response_type: "code id_token", scope: "openid profile",
    redirect_uri: callback, state: login.state, nonce: login.nonce,
    code_challenge: await hash(login.verifier), code_challenge_method: "S256",
  }));
};
const finish = async (response) => {
  const login = JSON.parse(sessionStorage.getItem("login"));
  history.replaceState(null, "", "/station");
  const claims = read(response.get("id_token"));
  if (response.get("state") !== login.state || claims.nonce !== login.nonce) throw new Error("Not ours.");
  show("Good morning, " + claims.name);
  const tokens = await post("${provider}${stationRoutes.token}", {
    grant_type: "authorization_code", client_id: "shop-web", redirect_uri: callback,
    code: response.get("code"), code_verifier: login.verifier,
  });
  const trains = await fetch("/api/trains", { headers: { authorization: "Bearer " + tokens.access_token } });
  show(claims.name + " takes the " + (await trains.json()).next);
  count("trains");
};
void load("experiments.json");
const response = new URLSearchParams(location.hash.slice(1));
if (response.has("code")) void finish(response);`;

const exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange";
const accessToken = "urn:ietf:params:oauth:token-type:access_token";

// The reports are pages of their own in frames, and each asks the page around it for a token.
const cockpitScript = (bank: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const callback = location.origin + "/cockpit";
let token = "";
document.querySelector("button").onclick = async () => {
  const login = { state: createRandom(), nonce: createRandom(), verifier: createRandom() };
  sessionStorage.setItem("login", JSON.stringify(login));
  location.assign("${bank}/office/enter?" + new URLSearchParams({
    client_id: "cockpit", response_type: "code", scope: "openid profile", redirect_uri: callback,
    state: login.state, nonce: login.nonce,
    code_challenge: await hash(login.verifier), code_challenge_method: "S256",
  }));
};
const exchange = async (audience) => {
  const answer = await fetch("${bank}/office/exchange", {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "${exchangeGrant}", client_id: "cockpit", audience,
      subject_token: token, subject_token_type: "${accessToken}",
    }),
  });
  return (await answer.json()).access_token;
};
const addReport = (name) => {
  const frame = document.createElement("iframe");
  frame.title = name;
  frame.src = "/reports/" + name;
  document.body.append(frame);
};
addEventListener("message", async ({ data, source, origin }) => {
  if (origin !== location.origin) return;
  const exchanged = await exchange(data.wants);
  // Not everyone may see the archive: its report is then left out.
  if (exchanged) source.postMessage({ token: exchanged }, origin);
  else document.querySelector("iframe[title=" + data.wants + "]").remove();
});
const finish = async (response) => {
  const login = JSON.parse(sessionStorage.getItem("login"));
  if (response.get("state") !== login.state) throw new Error("The state differs.");
  const tokens = await post("${bank}/office/redeem", {
    grant_type: "authorization_code", client_id: "cockpit", redirect_uri: callback,
    code: response.get("code"), code_verifier: login.verifier,
  });
  token = tokens.access_token;
  history.replaceState(null, "", callback);
  show("Reports of " + JSON.parse(atob(tokens.id_token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/"))).name);
  for (const name of ["archive", "budget"]) addReport(name);
};
const response = new URLSearchParams(location.search);
if (response.has("code")) void finish(response);`;

const reportScript = (name: string): string => `
addEventListener("message", async ({ data }) => {
  const headers = { authorization: "Bearer " + data.token };
  const { total } = await (await fetch("/api/reports/${name}", { headers })).json();
  document.querySelector("p").textContent = "Total " + total;
});
parent.postMessage({ wants: "${name}" }, location.origin);`;

/** Serves a provider that exchanges tokens (RFC 8693), for the audiences that a user may use. */
async function serveOffice({ application }: ProviderStage, bank: string, page: string) {
  const issuer = await createIssuer(bank);
  const reports = new Set<string>();
  const open = { "access-control-allow-origin": page, "cache-control": "no-store" };
  application.respond("/office/enter", async (request) => {
    const sent = new URL(request.url).searchParams;
    const fields = request.method === "POST" ? await readForm(request) : new URLSearchParams();
    if (fields.get("pin") !== "3141")
      return showPage(
        "Office",
        `<form method="post"><p>${fields.has("pin") ? "That PIN is wrong" : ""}</p><input name="pin" type="password" placeholder="PIN"><button>Enter</button></form>`,
      );
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(sent);
    return redirectTo(
      addTo(to, { code: issuer.issueCode(sent, { sub: "clerk-8", name: "Ada" }), state }),
    );
  });
  application.respond("/office/redeem", async (request) => {
    const answer = await issuer.redeem(await readForm(request));
    return Response.json(await answer.json(), { status: answer.status, headers: open });
  });
  application.respond("/office/exchange", async (request) => {
    const form = await readForm(request);
    if (!issuer.findUser(`Bearer ${form.get("subject_token")}`))
      return Response.json({ error: "invalid_request" }, { status: 400, headers: open });
    const audience = form.get("audience") ?? "";
    if (audience === "archive")
      return Response.json(
        { error: "invalid_target", error_description: "The user has no access to the archive" },
        { status: 400, headers: open },
      );
    const token = await issuer.sign({ sub: "clerk-8", client_id: "cockpit" }, audience);
    reports.add(`Bearer ${token}`);
    const answer = { access_token: token, issued_token_type: accessToken, token_type: "Bearer" };
    return Response.json({ ...answer, expires_in: 300 }, { headers: open });
  });
  application.respond("/api/reports/budget", ({ headers }) =>
    reports.has(headers.get("authorization") ?? "")
      ? Response.json({ total: 4200 })
      : Response.json({ message: "This report is not yours" }, { status: 403 }),
  );
}

/** Logins of pages without a library, at providers of another make, that work. */
export const writtenPageScenes: ProviderScenes = {
  "theatre-seat-pushed-twice": async (stage) => {
    const { tab, application, provider } = stage;
    const home = originAt("theatre.localhost", application);
    provider.configure({
      routes: boxOffice,
      clients: [
        pageClient(`${home}/theatre/seat`, { require_pushed_authorization_requests: true }),
      ],
      cookies: {},
      features: { ...ownPages, pushedAuthorizationRequests: { enabled: true } },
    });
    const script = theatreScript(provider.origin);
    for (const path of ["/theatre", "/theatre/seat"])
      application.respond(path, () =>
        showPage("Theatre", `<main></main><button>Log in</button><script>${script}</script>`),
      );
    application.respond("/api/seats/F12", () =>
      Response.json({ message: "Somebody has taken this seat" }, { status: 409 }),
    );
    application.respond("/api/seats/F13", () => Response.json({ seat: "F13" }));
    // The gateway in front of the provider is being restarted.
    await tab.route(
      `${provider.origin}${boxOffice.pushed_authorization_request}`,
      (route) =>
        route.fulfill({
          status: 503,
          headers: { "access-control-allow-origin": home, "retry-after": "1" },
          contentType: "text/plain",
          body: "no healthy upstream",
        }),
      { times: 1 },
    );
    await tab.goto(`${home}/theatre`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.waitForURL((url) => url.origin === provider.origin);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Seat F13").waitFor();
  },
  "station-with-blocked-statistics": async (stage) => {
    const { tab, application, provider } = stage;
    const home = application.origin;
    const statistics = originAt("statistics.localhost", application);
    provider.configure({
      routes: stationRoutes,
      clients: [
        pageClient(`${home}/station`, {
          response_types: ["code id_token"],
          grant_types: ["authorization_code", "implicit"],
          application_type: "native",
        }),
      ],
      cookies: {},
      conformIdTokenClaims: false,
    });
    await tab.route(`${statistics}/**`, (route) => route.abort("blockedbyclient"));
    const script = stationScript(provider.origin, statistics);
    application.respond("/station", () =>
      showPage(
        "Station",
        `<link rel="preload" as="fetch" href="/station/timetable.json" crossorigin><main></main><button>Log in</button><script>${script}</script>`,
      ),
    );
    application.respond(
      "/station/timetable.json",
      () => new Response("Not found", { status: 404 }),
    );
    application.respond("/api/trains", () => Response.json({ next: "9:41 to Brno" }));
    await tab.goto(`${home}/station`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.waitForURL((url) => url.origin === provider.origin);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Ada takes the 9:41 to Brno").waitFor();
  },
  "cockpit-has-report-in-frame": async (stage) => {
    const { tab, application } = stage;
    const home = originAt("cockpit.localhost", application);
    const bank = originAt("office.localhost", application);
    await serveOffice(stage, bank, home);
    const script = cockpitScript(bank);
    application.respond("/cockpit", () =>
      showPage("Cockpit", `<main></main><button>Log in</button><script>${script}</script>`),
    );
    for (const name of ["archive", "budget"])
      application.respond(`/reports/${name}`, () =>
        showPage(name, `<p></p><script>${reportScript(name)}</script>`),
      );
    const enter = async (pin: string) => {
      await tab.getByPlaceholder("PIN").fill(pin);
      await tab.getByRole("button", { name: "Enter" }).click();
    };
    await tab.goto(`${home}/cockpit`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await enter("1314");
    await tab.getByText("That PIN is wrong").waitFor();
    await enter("3141");
    await tab.getByText("Reports of Ada").waitFor();
    await tab.frameLocator("iframe[title=budget]").getByText("Total 4200").waitFor();
  },
};
