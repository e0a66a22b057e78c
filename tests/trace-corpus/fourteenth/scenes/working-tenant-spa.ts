import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";

// The worker keeps the page and its settings, whatever the query is, and lets all else pass.
const atlasWorker = `
const kept = ["/atlas/", "/atlas/settings.json", "/scripts/spa.js"];
addEventListener("install", (event) => {
  event.waitUntil(caches.open("atlas-7").then((cache) => cache.addAll(kept)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== location.origin || !kept.includes(pathname)) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }));
});`;

const atlasScript = (settings: object): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
press("in", () => client.loginWithRedirect());
navigator.serviceWorker.register("/atlas/worker.js").then(() => navigator.serviceWorker.ready).then(() => {
  document.querySelector("output").textContent = "Ready for journeys";
});
const start = async () => {
  const { sheet } = await (await fetch("/atlas/settings.json")).json();
  const traffic = await fetch("/atlas/traffic");
  if (location.search.includes("code=")) {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/atlas/");
  }
  if (!(await client.getUser())) return show("Atlas " + sheet);
  const headers = { authorization: "Bearer " + (await client.getTokenSilently()) };
  const { pins } = await (await fetch("/api/pins", { headers })).json();
  show(pins.length + " pins" + (traffic.ok ? "" : ", no traffic news"));
};
void start();`;

// The payment returns to the page with a state and a code too, which are none of the login's.
const floristScript = (settings: object, pay: string): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
press("in", () => client.loginWithRedirect());
press("buy", async () => {
  const order = await call("/api/orders", { flowers: "tulips" });
  location.assign("${pay}/pay?" + new URLSearchParams({
    state: order.id, amount: "18.00", return_url: location.origin + "/flowers/paid",
  }));
});
const call = async (path, body) => {
  const answer = await fetch(path, {
    method: "POST",
    headers: {
      authorization: "Bearer " + (await client.getTokenSilently()), "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return answer.json();
};
const start = async () => {
  const query = new URLSearchParams(location.search);
  if (location.pathname === "/flowers/paid") {
    const order = await call("/api/orders/" + query.get("state") + "/payment", { code: query.get("code") });
    history.replaceState(null, "", "/flowers");
    return show(order.paid ? "The tulips are on their way" : order.message);
  }
  if (query.has("code") && query.has("state")) {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/flowers");
  } else await client.checkSession();
  const user = await client.getUser();
  await fetch("/api/bouquets?page=1");
  show(user ? "Flowers for " + user.name : "Flowers");
};
void start();`;

// Both calls are refused at the same time: each then asks for a token of its own.
const aviaryScript = (settings: object): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
press("in", () => client.loginWithRedirect());
const call = async (path) => {
  const send = (token) => fetch(path, { headers: { authorization: "Bearer " + token } });
  const answer = await send(await client.getTokenSilently());
  if (answer.status !== 401) return answer.json();
  return (await send(await client.getTokenSilently({ cacheMode: "off" }))).json();
};
const load = async () => {
  const [nests, seeds] = await Promise.all([call("/api/nests"), call("/api/seeds")]);
  show(nests.count + " nests, " + seeds.kilograms + " kg of seeds");
};
press("load", load);
const start = async () => {
  if (!location.search.includes("code=")) return show("Aviary");
  await client.handleRedirectCallback();
  history.replaceState(null, "", "/aviary");
  await load();
};
void start();`;

const haikuScript = (settings: object): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
press("in", () => client.loginWithRedirect({ appState: { 行き先: "/俳句/夏" } }));
press("find", async () => {
  const headers = { authorization: "Bearer " + (await client.getTokenSilently()), "accept-language": "ja" };
  const word = document.getElementById("word").value;
  const answer = await fetch("/api/季語?" + new URLSearchParams({ 語: word }), { headers });
  show(answer.ok ? (await answer.json()).句 : "見つかりません");
});
const start = async () => {
  if (!location.search.includes("code=")) return show("俳句の会");
  const { appState } = await client.handleRedirectCallback();
  history.replaceState(null, "", appState.行き先);
  await fetch("/api/季題");
  show((await client.getUser()).name + "さん、ようこそ");
};
void start();`;

// A browser that blocks the window gives the page none.
const chessScript = (settings: object): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
const moves = new EventSource("/api/moves");
moves.onmessage = ({ data }) => { document.querySelector("output").textContent = data; };
window.open = () => null;
press("in", async () => {
  try {
    await client.loginWithPopup();
  } catch (error) {
    await fetch("/api/page-errors", { method: "POST", body: JSON.stringify({ message: error.message }) });
    show("Your browser blocks the window. We go there in this tab.");
    setTimeout(() => client.loginWithRedirect(), 300);
  }
});
const start = async () => {
  if (!location.search.includes("code=")) return show("Chess");
  await client.handleRedirectCallback();
  history.replaceState(null, "", "/chess");
  const headers = { authorization: "Bearer " + (await client.getTokenSilently()) };
  const rating = await (await fetch("/api/rating", { headers })).json();
  show((await client.getUser()).nickname + " has " + rating.points + " points");
};
void start();`;

/** Answers each call of an API that has a token, and no other one. */
const forMembers =
  (body: object) =>
  ({ headers }: Request): Response =>
    headers.has("authorization")
      ? Response.json(body)
      : Response.json({ message: "Please log in" }, { status: 401 });

/** Serves a payment page, which declines the first card. */
function servePayments({ application }: ProviderStage): void {
  application.respond("/pay", (request) => {
    const query = new URL(request.url).searchParams;
    const card = query.get("card");
    if (card === null) {
      const fields = [...query].map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
      );
      return showPage(
        "Payment",
        `<form>${fields.join("")}<input name="card" placeholder="Card"><button>Pay</button></form>`,
      );
    }
    const back = new URL(query.get("return_url") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    back.searchParams.set("code", card.endsWith("2") ? "card_declined" : "pi_3Qk7tulips");
    return Response.redirect(back.href, 303);
  });
  application.respond("/api/bouquets", () => Response.json({ bouquets: ["tulips", "asters"] }));
  application.respond("/api/orders", () => Response.json({ id: "ord_81" }, { status: 201 }));
  application.respond("/api/orders/ord_81/payment", async (request) =>
    (await request.text()).includes("declined")
      ? Response.json({ paid: false, message: "Your bank said no" }, { status: 402 })
      : Response.json({ paid: true }),
  );
}

/** Logins of pages with the library auth0-spa-js that work. */
export const tenantSpaScenes: ProviderScenes = {
  "atlas-opens-from-cache": async (stage) => {
    const { tab, application, tenant } = stage;
    const home = originAt("atlas.localhost", application);
    await allowOrigin(stage, home, "/atlas/");
    await servePages(stage, "spa", {
      title: "Atlas",
      paths: ["/atlas/"],
      body: `<button id="in">Log in</button><output></output>`,
      script: atlasScript({
        domain: tenant.origin,
        clientId: demo.clientId,
        useRefreshTokens: true,
        authorizationParams: { redirect_uri: `${home}/atlas/`, scope: "openid profile" },
      }),
    });
    application.respond(
      "/atlas/worker.js",
      () => new Response(atlasWorker, { headers: { "content-type": "text/javascript" } }),
    );
    application.respond("/atlas/settings.json", () => Response.json({ sheet: "Alps" }));
    application.respond("/atlas/traffic", () => new Response("Timeout", { status: 504 }));
    application.respond("/api/pins", forMembers({ pins: ["Bern", "Aosta"] }));
    await tab.goto(`${home}/atlas/`);
    await tab.getByText("Ready for journeys").waitFor();
    // The user has looked at the page before.
    await stage.discardEarlier();
    try {
      await tab.reload();
      await tab.getByText("Atlas Alps").waitFor();
      await tab.getByRole("button", { name: "Log in" }).click();
      await logIn(tab, demo.user);
      await tab.getByText("2 pins, no traffic news").waitFor();
    } finally {
      await tab.evaluate(async () => {
        for (const each of await navigator.serviceWorker.getRegistrations())
          await each.unregister();
        await caches.delete("atlas-7");
      });
    }
  },
  "florist-takes-second-card": async (stage) => {
    const { tab, application, tenant } = stage;
    const home = application.origin;
    const pay = originAt("pay.localhost", application);
    await allowOrigin(stage, home, "/flowers");
    await servePages(stage, "spa", {
      title: "Flowers",
      paths: ["/flowers", "/flowers/paid"],
      body: `<button id="in">Log in</button><button id="buy">Buy</button>`,
      script: floristScript(
        {
          domain: tenant.origin,
          clientId: demo.clientId,
          authorizationParams: { redirect_uri: `${home}/flowers`, scope: "openid profile" },
        },
        pay,
      ),
    });
    servePayments(stage);
    const payWith = async (card: string) => {
      await tab.getByRole("button", { name: "Buy" }).click();
      await tab.getByPlaceholder("Card").fill(card);
      await tab.getByRole("button", { name: "Pay" }).click();
    };
    await tab.goto(`${home}/flowers`);
    await tab.getByRole("main").getByText("Flowers").waitFor();
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.secondUser);
    await tab.getByText("Flowers for Grace Hopper").waitFor();
    await tab.waitForLoadState("networkidle");
    await payWith("4000 0000 0000 0002");
    await tab.getByText("Your bank said no").waitFor();
    await payWith("4242 4242 4242 4244");
    await tab.getByText("The tulips are on their way").waitFor();
  },
  "aviary-api-was-restarted": async (stage) => {
    const { tab, application, tenant } = stage;
    const home = originAt("aviary.localhost", application);
    await allowOrigin(stage, home, "/aviary");
    await servePages(stage, "spa", {
      title: "Aviary",
      paths: ["/aviary"],
      body: `<button id="in">Log in</button><button id="load">Count again</button>`,
      script: aviaryScript({
        domain: tenant.origin,
        clientId: demo.clientId,
        useRefreshTokens: true,
        cacheLocation: "localstorage",
        authorizationParams: {
          redirect_uri: `${home}/aviary`,
          scope: "openid profile offline_access read:reports",
          audience: "https://reports.demo.example/",
        },
      }),
    });
    const forgotten = new Set<string>();
    const known = new Set<string>();
    const answer =
      (body: object) =>
      ({ headers }: Request): Response => {
        const token = headers.get("authorization") ?? "";
        if (forgotten.has(token))
          return Response.json(
            { message: "This token was revoked at our restart" },
            { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } },
          );
        known.add(token);
        return Response.json(body);
      };
    application.respond("/api/nests", answer({ count: 14 }));
    application.respond("/api/seeds", answer({ kilograms: 3 }));
    await tab.goto(`${home}/aviary`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("14 nests, 3 kg of seeds").waitFor();
    for (const token of known) forgotten.add(token);
    application.respond("/api/nests", answer({ count: 15 }));
    await tab.getByRole("button", { name: "Count again" }).click();
    await tab.getByText("15 nests, 3 kg of seeds").waitFor();
  },
  "haiku-page-in-japanese": async (stage) => {
    const { tab, application, tenant } = stage;
    const home = originAt("haiku.localhost", application);
    const back = `${home}/${encodeURIComponent("俳句")}`;
    await allowOrigin(stage, home, `/${encodeURIComponent("俳句")}`);
    const script = haikuScript({
      domain: tenant.origin,
      clientId: demo.clientId,
      authorizationParams: { redirect_uri: back, scope: "openid profile", ui_locales: "ja" },
    });
    await serveLibraryFile(stage, "/scripts/spa.js", "@auth0/auth0-spa-js");
    application.respond(new URL(back).pathname, () =>
      showPage(
        "俳句",
        `<main></main><button id="in">ログイン</button><input id="word" placeholder="語"><button id="find">探す</button><script src="/scripts/spa.js"></script><script>
const show = (text) => { document.querySelector("main").textContent = text; };
const press = (id, act) => { document.getElementById(id).onclick = act; };
${script}</script>`,
        { "content-type": "text/html; charset=utf-8" },
      ),
    );
    application.respond(encodeURI("/api/季題"), () => Response.json({ 季題: "梅雨" }));
    application.respond(encodeURI("/api/季語"), (request) =>
      new URL(request.url).searchParams.get("語") === "蛙"
        ? Response.json({ 句: "古池や蛙飛びこむ水の音" })
        : Response.json({ message: "該当なし" }, { status: 404 }),
    );
    await tab.goto(back);
    await tab.getByRole("button", { name: "ログイン" }).click();
    await logIn(tab, { ...demo.user, email: "ada@exmaple.com" });
    await tab.getByText(/wrong/i).first().waitFor();
    await logIn(tab, demo.user);
    await tab.getByText("Ada Lovelaceさん、ようこそ").waitFor();
    const find = async (word: string) => {
      await tab.getByPlaceholder("語").fill(word);
      await tab.getByRole("button", { name: "探す" }).click();
    };
    await find("蛙々");
    await tab.getByText("見つかりません").waitFor();
    await find("蛙");
    await tab.getByText("古池や").waitFor();
  },
  "chess-window-is-blocked": async (stage) => {
    const { tab, application, tenant } = stage;
    const home = originAt("chess.localhost", application);
    await allowOrigin(stage, home, "/chess");
    await servePages(stage, "spa", {
      title: "Chess",
      paths: ["/chess"],
      body: `<button id="in">Log in</button><output></output>`,
      script: chessScript({
        domain: tenant.origin,
        clientId: demo.clientId,
        authorizationParams: { redirect_uri: `${home}/chess`, scope: "openid profile" },
      }),
    });
    // The game is over after one move: the browser then asks no more.
    application.respond("/api/moves", ({ headers }) =>
      headers.has("last-event-id")
        ? new Response(null, { status: 204 })
        : new Response("retry: 150\nid: 41\ndata: Qxf7#\n\n", {
            headers: { "content-type": "text/event-stream" },
          }),
    );
    application.respond("/api/page-errors", () => new Response(null, { status: 202 }));
    application.respond("/api/rating", forMembers({ points: 1843 }));
    await tab.goto(`${home}/chess`);
    await tab.getByText("Qxf7#").waitFor();
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.secondUser);
    await tab.getByText("grace has 1843 points").waitFor();
    await tab.getByText("Qxf7#").waitFor();
  },
};
