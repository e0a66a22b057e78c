import { allowInsecureRequests, ClientSecretBasic, Configuration } from "openid-client";
import { randomText } from "../../scene-parts/pkce.ts";
import { basicClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  connect,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

/** Serves the sign-in of the company Birch, which has only numbers for its users. */
async function serveBirch({ application }: ProviderStage, birch: string): Promise<Configuration> {
  const issuer = await createIssuer(`${birch}/birch`);
  application.respond("/birch/hello", async (request) => {
    const sent = new URL(request.url).searchParams;
    const fields = request.method === "POST" ? await readForm(request) : new URLSearchParams();
    if (fields.get("number") !== "4711")
      return showPage(
        "Birch",
        `<form method="post"><p>Hello ${sent.get("login_hint") ?? ""}</p><input name="number" placeholder="Staff number"><button>Enter</button></form>`,
      );
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(sent);
    const code = issuer.issueCode(sent, { sub: "birch-4711", name: "Ada B." });
    return redirectTo(addTo(to, { code, state, iss: `${birch}/birch` }));
  });
  application.respond("/birch/swap", async (request) => issuer.redeem(await readForm(request)));
  application.respond("/birch/keys", () => Response.json(issuer.jwks));
  // The server reaches Birch at its own address, since only browsers know its name.
  const config = new Configuration(
    {
      issuer: `${birch}/birch`,
      authorization_endpoint: `${birch}/birch/hello`,
      token_endpoint: `${application.origin}/birch/swap`,
      jwks_uri: `${application.origin}/birch/keys`,
      authorization_response_iss_parameter_supported: true,
    },
    "notes-at-birch",
    { id_token_signed_response_alg: "ES256" },
    ClientSecretBasic("a-secret-of-the-notes-at-birch"),
  );
  allowInsecureRequests(config);
  return config;
}

const startPage = (text = "", script = "") =>
  showPage(
    "Notes",
    `<form method="post" action="/notes/company"><p>${text}</p><input name="email" placeholder="Work email"><button>Continue</button></form>${script}`,
  );

/** Serves notes, whose server finds a user's provider by the address of the company. */
function serveNotes(
  { application }: ProviderStage,
  notes: string,
  companies: ReadonlyMap<string, Configuration>,
): void {
  const logins = new Map<string, Pending & { company: string }>();
  const spaces = new Map<string, Map<string, string>>();
  const spacesOf = (request: Request) => spaces.get(readCookie(request, "notes") ?? "");
  application.respond("/notes", (request) => {
    const mine = spacesOf(request);
    if (!mine) return startPage();
    const names = [...mine].map(([company, user]) => `${user} at ${company}`);
    const script = `<script>fetch("/notes/unread").catch(() => undefined);</script>`;
    return startPage(names.join(" and "), script);
  });
  application.respond("/notes/unread", (request) =>
    (spacesOf(request)?.size ?? 0) > 1
      ? Response.json({ unread: 3 })
      : Response.json({ message: "Nothing was sent to you yet" }, { status: 404 }),
  );
  application.respond("/notes/company", async (request) => {
    const email = (await readForm(request)).get("email") ?? "";
    const company = email.split("@")[1] ?? "";
    const config = companies.get(company);
    if (!config) {
      const { body, headers } = startPage("We do not know this company.");
      return new Response(body, { status: 422, headers });
    }
    const pending = await beginLogin(config, {
      to: "/notes",
      callback: `${notes}/notes/back`,
      scope: "openid profile",
      added: { login_hint: email },
    });
    logins.set(pending.state, { ...pending, company });
    return redirectTo(pending.url, [`notes_login=${pending.state}; Max-Age=900; ${lax}`]);
  });
  application.respond("/notes/back", async (request) => {
    const login = logins.get(readCookie(request, "notes_login") ?? "");
    const config = companies.get(login?.company ?? "");
    if (!login || !config) return new Response("This login was not begun here.", { status: 400 });
    const tokens = await finishLogin(config, new URL(request.url), login);
    const id = randomText();
    const name = tokens.claims()?.["name"] ?? tokens.claims()?.sub;
    const mine = new Map(spacesOf(request));
    spaces.set(id, mine.set(login.company, typeof name === "string" ? name : "nobody"));
    return redirectTo(login.to, [`notes=${id}; ${lax}`, `notes_login=; Max-Age=0; ${lax}`]);
  });
}

/** Logins at the providers of several companies that work. */
export const workspaceScenes: ProviderScenes = {
  "workspaces-of-two-companies": async (stage) => {
    const { tab, application, provider } = stage;
    const notes = originAt("notes.localhost", application);
    const birch = originAt("birch.localhost", application);
    provider.configure({
      routes: {
        authorization: "/alder/welcome",
        token: "/alder/token-desk",
        userinfo: "/alder/colleague",
        jwks: "/alder/keys",
      },
      clients: [basicClient(`${notes}/notes/back`)],
      cookies: {},
      conformIdTokenClaims: false,
    });
    const companies = new Map([
      [
        "alder.example",
        await connect(provider.origin, "shop-server", ClientSecretBasic(serverSecret)),
      ],
      ["birch.example", await serveBirch(stage, birch)],
    ]);
    serveNotes(stage, notes, companies);
    const name = async (email: string) => {
      await tab.getByPlaceholder("Work email").fill(email);
      await tab.getByRole("button", { name: "Continue" }).click();
    };
    await tab.goto(`${notes}/notes`);
    await name("ada@adler.example");
    await tab.getByText("We do not know this company.").waitFor();
    await name("ada@alder.example");
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Ada at alder.example").waitFor();
    await tab.waitForLoadState("networkidle");
    await name("ada@birch.example");
    await tab.getByPlaceholder("Staff number").fill("4711");
    await tab.getByRole("button", { name: "Enter" }).click();
    await tab.getByText("and Ada B. at birch.example").waitFor();
    await tab.waitForLoadState("networkidle");
  },
};
