import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { servePages } from "../../scene-parts/pages-with-buttons.ts";

// The guild knows a member only after the first visit.
const guildScript = (settings: object): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
press("join", () => client.loginWithRedirect({
  appState: { target: "/guild/hall" }, authorizationParams: { screen_hint: "signup" },
}));
const start = async () => {
  if (!location.search.includes("code=")) return show("The guild of bakers");
  const { appState } = await client.handleRedirectCallback();
  history.replaceState(null, "", appState.target);
  const headers = {
    authorization: "Bearer " + (await client.getTokenSilently()), "content-type": "application/json",
  };
  const known = await fetch("/api/members/me", { headers });
  if (known.status !== 404) return show("Welcome back");
  const { nickname } = await client.getUser();
  const made = await fetch("/api/members", {
    method: "POST", headers, body: JSON.stringify({ nickname }),
  });
  show("Member number " + (await made.json()).number);
};
void start();`;

// Several people use the computer of the hut. Its page keeps the session until somebody leaves.
const hutScript = (settings: object): string => `
const client = new auth0.Auth0Client(${JSON.stringify(settings)});
press("in", () => client.loginWithRedirect({ authorizationParams: { prompt: "login" } }));
press("out", () => client.logout({ logoutParams: { returnTo: location.origin + "/hut" } }));
const start = async () => {
  if (location.search.includes("code=")) {
    await client.handleRedirectCallback();
    history.replaceState(null, "", "/hut");
  }
  const user = await client.getUser();
  if (!user) return show("Nobody keeps the hut");
  const headers = { authorization: "Bearer " + (await client.getTokenSilently()) };
  const beds = await (await fetch("/api/beds", { headers })).json();
  const till = await fetch("/api/till", { headers });
  show(user.nickname + ": " + beds.free + " beds, " + (till.ok ? "till open" : "no till"));
};
void start();`;

/** Logins of pages with the library auth0-spa-js that work. */
export const memberScenes: ProviderScenes = {
  "joins-guild-at-first-visit": async (stage) => {
    const { tab, application, tenant } = stage;
    const home = originAt("guild.localhost", application);
    await allowOrigin(stage, home, "/guild/door");
    await servePages(stage, "spa", {
      title: "Guild",
      paths: ["/guild", "/guild/door"],
      body: `<button id="join">Join</button>`,
      script: guildScript({
        domain: tenant.origin,
        clientId: demo.clientId,
        useRefreshTokens: true,
        authorizationParams: {
          redirect_uri: `${home}/guild/door`,
          scope: "openid profile email",
          audience: "https://reports.demo.example/",
        },
      }),
    });
    application.respond("/api/members/me", () =>
      Response.json({ message: "You are not a member yet" }, { status: 404 }),
    );
    application.respond("/api/members", () => Response.json({ number: 318 }, { status: 201 }));
    const enter = async (email: string, password: string) => {
      await tab.getByLabel("Email address").fill(email);
      await tab.getByLabel("Password").fill(password);
      await tab.locator("button[type=submit]").click();
    };
    await tab.goto(`${home}/guild`);
    await tab.getByRole("button", { name: "Join" }).click();
    await enter(demo.user.email, "Rye-and-wheat-4");
    await tab.getByText("may already exist").waitFor();
    await enter("emmy@example.com", "rye");
    await tab.getByText("The password is too weak.").waitFor();
    await enter("emmy@example.com", "Rye-and-wheat-4");
    await tab.getByText("Member number 318").waitFor();
  },
  "keeper-of-hut-changes": async (stage) => {
    const { tab, application, tenant, control } = stage;
    const home = originAt("hut.localhost", application);
    await allowOrigin(stage, home, "/hut");
    await servePages(stage, "spa", {
      title: "Hut",
      paths: ["/hut"],
      body: `<button id="in">Log in</button><button id="out">Leave</button>`,
      script: hutScript({
        domain: tenant.origin,
        clientId: demo.clientId,
        cacheLocation: "localstorage",
        authorizationParams: { redirect_uri: `${home}/hut` },
      }),
    });
    let keepers = 0;
    application.respond("/api/beds", () => Response.json({ free: 6 }));
    // Only the first keeper may open the till.
    application.respond("/api/till", () =>
      keepers === 0
        ? Response.json({ coins: 88 })
        : Response.json({ message: "Ask the first keeper" }, { status: 403 }),
    );
    await tab.goto(`${home}/hut`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, demo.user);
    await tab.getByText("ada: 6 beds, till open").waitFor();
    // The first keeper has been there for days.
    await stage.discardEarlier();
    await tab.reload();
    await tab.getByText("ada: 6 beds, till open").waitFor();
    await tab.getByRole("button", { name: "Leave" }).click();
    await tab.getByText("Nobody keeps the hut").waitFor();
    keepers += 1;
    await tab.getByRole("button", { name: "Log in" }).click();
    await logIn(tab, { email: "mary@example.com", password: "second-factor-3" });
    const confirm = async (code: string) => {
      await tab.getByLabel("Code from the message").fill(code);
      await tab.getByRole("button", { name: "Continue" }).click();
    };
    await confirm("000000");
    await tab.getByText("The code is wrong or has expired.").waitFor();
    await confirm((await control.mail("mary@example.com")).at(-1)?.code ?? "");
    await tab.getByText("mary: 6 beds, no till").waitFor();
  },
};
