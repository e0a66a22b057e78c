import { ClientSecretBasic } from "openid-client";
import { basicClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { connect } from "../../scene-parts/openid-client-login.ts";
import { showPage, redirectTo } from "../../scene-parts/responses.ts";
import { originAt, withQuery } from "../../scene-parts/urls.ts";
import { ownPages } from "../../scene-parts/provider.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { lax } from "../../scene-parts/cookies.ts";
import { serveSite } from "./working-site.ts";

const connectAs = ({ provider }: ProviderStage, clientId: string) =>
  connect(provider.origin, clientId, ClientSecretBasic(serverSecret));

/** Names the user in ID tokens, and leaves the provider's cookies unsigned. */
const namedUsers = { conformIdTokenClaims: false, cookies: {} } as const;

const guildRoutes = {
  authorization: "/guild/enter",
  token: "/guild/loaves",
  userinfo: "/guild/baker",
  jwks: "/guild/keys",
  end_session: "/guild/leave",
} as const;

// The page of the mill is open to everyone. What it shows comes from calls.
const millScript = `
fetch("/mill/api/flour").then(async (answer) => {
  const text = answer.ok ? (await answer.json()).sacks + " sacks of flour" : "You are not logged in";
  document.querySelector("main").textContent = text;
});`;

/** Serves a bakery and a mill, whose server hears from the provider that a user has left. */
async function serveGuild(stage: ProviderStage, bakery: string, mill: string): Promise<void> {
  const { application, provider } = stage;
  const bakers = serveSite(stage, {
    config: await connectAs(stage, "shop-server"),
    name: "bakery",
    home: bakery,
  });
  const millers = serveSite(stage, {
    config: await connectAs(stage, "mill"),
    name: "mill",
    home: mill,
  });
  application.respond("/bakery", (request) => {
    const baker = bakers.find(request);
    return baker
      ? showPage(
          "Bakery",
          `<p>Bread of ${baker.name}</p><a href="${mill}/mill">Mill</a><a href="/bakery/leave">Leave everywhere</a>`,
        )
      : bakers.begin("/bakery");
  });
  application.respond("/bakery/leave", (request) => {
    const baker = bakers.find(request);
    if (!baker) return redirectTo("/bakery/closed");
    bakers.forget(baker.subject);
    const url = withQuery(`${provider.origin}${guildRoutes.end_session}`, {
      id_token_hint: baker.idToken,
      post_logout_redirect_uri: `${bakery}/bakery/closed`,
    });
    return redirectTo(url, [`bakery=; Max-Age=0; ${lax}`]);
  });
  application.respond("/bakery/closed", () =>
    showPage("Bakery", `<p>Good night</p><a href="${mill}/mill">Mill</a>`),
  );
  application.respond("/mill", () =>
    showPage(
      "Mill",
      `<main></main><a href="${bakery}/bakery">Bakery</a><a href="/mill/enter">Log in</a><script>${millScript}</script>`,
    ),
  );
  application.respond("/mill/enter", () => millers.begin("/mill"));
  application.respond("/mill/api/flour", (request) =>
    millers.find(request)
      ? Response.json({ sacks: 12 })
      : Response.json({ error: "not_logged_in" }, { status: 401 }),
  );
  // The provider tells the server itself: no browser sees this request.
  application.respond("/mill/forget", () => {
    millers.forget("ada");
    return new Response(null, { status: 200 });
  });
}

// A new employee has no account in the directory yet, but an older one with the same address.
const directoryScript = `
const show = (text) => { document.querySelector("main").textContent = text; };
const call = (path, method = "GET", body) => fetch("/scim/v2" + path, {
  method,
  headers: { accept: "application/scim+json", "content-type": "application/scim+json" },
  ...(body && { body: JSON.stringify({ schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"], ...body }) }),
});
const start = async () => {
  const known = await call("/Users/ada");
  if (known.status === 404) {
    const made = await call("/Users", "POST", { userName: "ada", emails: [{ value: "ada@example.com" }] });
    if (made.status === 409) {
      const filter = encodeURIComponent('emails.value eq "ada@example.com"');
      const { Resources: found } = await (await call("/Users?filter=" + filter)).json();
      await call("/Users/" + found[0].id, "PATCH", {
        Operations: [{ op: "replace", path: "userName", value: "ada" }],
      });
    }
  }
  const groups = await (await call("/Groups?startIndex=1&count=10")).json();
  show("Member of " + groups.Resources.map(({ displayName }) => displayName).join(" and "));
};
void start();`;

/** Answers as a directory does that speaks SCIM (RFC 7644). */
function serveDirectory({ application }: ProviderStage): void {
  const answer = (body: object, status = 200) =>
    Response.json(body, { status, headers: { "content-type": "application/scim+json" } });
  const refuse = (status: number, detail: string, scimType?: string) =>
    answer(
      {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
        status: String(status),
        detail,
        ...(scimType !== undefined && { scimType }),
      },
      status,
    );
  const older = { id: "2819c223", userName: "ada.l", emails: [{ value: "ada@example.com" }] };
  application.respond("/scim/v2/Users/ada", () => refuse(404, "Resource ada not found"));
  application.respond("/scim/v2/Users", ({ method }) =>
    method === "POST"
      ? refuse(409, "The address is taken", "uniqueness")
      : answer({ totalResults: 1, Resources: [older] }),
  );
  application.respond("/scim/v2/Users/2819c223", () => answer({ ...older, userName: "ada" }));
  application.respond("/scim/v2/Groups", () =>
    answer({ totalResults: 2, Resources: [{ displayName: "Welders" }, { displayName: "Choir" }] }),
  );
}

/** Logins of servers with openid-client, at a provider of another make, that work. */
export const serverScenes: ProviderScenes = {
  "baker-leaves-everywhere": async (stage) => {
    const { tab, application, provider } = stage;
    const bakery = originAt("bakery.localhost", application);
    const mill = originAt("mill.localhost", application);
    provider.configure({
      ...namedUsers,
      routes: guildRoutes,
      clients: [
        basicClient(`${bakery}/bakery/return`, {
          post_logout_redirect_uris: [`${bakery}/bakery/closed`],
        }),
        basicClient(`${mill}/mill/return`, {
          client_id: "mill",
          backchannel_logout_uri: `${application.origin}/mill/forget`,
        }),
      ],
      // The provider's own way to send requests refuses the addresses of this machine.
      fetch: (url, { headers = {}, body = null } = {}) =>
        fetch(url, { method: "POST", headers, body }),
      features: {
        ...ownPages,
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource(context, form) {
            context.body = `<!doctype html><title>Leave</title><link rel="icon" href="data:,">${form}<button form="op.logoutForm" name="logout" value="yes">Leave all</button>`;
          },
        },
      },
    });
    await serveGuild(stage, bakery, mill);
    await tab.goto(`${bakery}/bakery`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Bread of Ada").waitFor();
    await tab.getByRole("link", { name: "Mill" }).click();
    await tab.getByText("You are not logged in").waitFor();
    await tab.getByRole("link", { name: "Log in" }).click();
    await tab.getByText("12 sacks of flour").waitFor();
    await tab.getByRole("link", { name: "Bakery" }).click();
    await tab.getByRole("link", { name: "Leave everywhere" }).click();
    await tab.getByRole("button", { name: "Leave all" }).click();
    await tab.getByText("Good night").waitFor();
    await tab.getByRole("link", { name: "Mill" }).click();
    await tab.getByText("You are not logged in").waitFor();
    await tab.getByRole("link", { name: "Log in" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("12 sacks of flour").waitFor();
  },
  "garage-after-press-on-back": async (stage) => {
    const { tab, application, provider } = stage;
    const home = originAt("garage.localhost", application);
    provider.configure({
      ...namedUsers,
      routes: {
        authorization: "/drivers/gate",
        token: "/drivers/keyring",
        userinfo: "/drivers/licence",
        jwks: "/drivers/keys",
      },
      clients: [basicClient(`${home}/garage/return`)],
    });
    const visitors = serveSite(stage, {
      config: await connectAs(stage, "shop-server"),
      name: "garage",
      home,
      // The provider posts from another site.
      loginCookie: "Path=/garage; HttpOnly; Secure; SameSite=None",
    });
    application.respond("/garage", () =>
      showPage("Garage", `<p>Garage</p><a href="/garage/cars">My cars</a>`),
    );
    application.respond("/garage/cars", (request) => {
      const visitor = visitors.find(request);
      return visitor
        ? showPage("Garage", `<p>Two cars of ${visitor.name}</p>`)
        : visitors.begin("/garage/cars", { response_mode: "form_post" });
    });
    await tab.goto(`${home}/garage`);
    await tab.getByRole("link", { name: "My cars" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Two cars of Ada").waitFor();
    // The browser keeps the provider's page, which the provider does not know any more.
    await tab.goBack();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.waitForEvent("load");
    await tab.goto(`${home}/garage`);
    await tab.getByRole("link", { name: "My cars" }).click();
    await tab.getByText("Two cars of Ada").waitFor();
  },
  "welder-is-known-to-directory": async (stage) => {
    const { tab, application, provider } = stage;
    const home = originAt("yard.localhost", application);
    provider.configure({
      ...namedUsers,
      routes: {
        authorization: "/yard/gate",
        token: "/yard/token-office",
        userinfo: "/yard/worker",
        jwks: "/yard/keys",
      },
      clients: [basicClient(`${home}/yard/return`)],
    });
    const visitors = serveSite(stage, {
      config: await connectAs(stage, "shop-server"),
      name: "yard",
      home,
    });
    serveDirectory(stage);
    application.respond("/yard", (request) =>
      visitors.find(request)
        ? showPage("Yard", `<main></main><script>${directoryScript}</script>`)
        : visitors.begin("/yard"),
    );
    await tab.goto(`${home}/yard`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Member of Welders and Choir").waitFor();
  },
};
