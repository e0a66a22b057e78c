import { allowInsecureRequests, ClientSecretBasic, Configuration } from "openid-client";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  beginLogin,
  claimOf,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

const realm = "/realms/harbour";
const protocol = `${realm}/protocol/openid-connect`;
const actions = `${realm}/login-actions`;

interface Flow {
  readonly sent: URLSearchParams;
  /** Each page of a login has a code of its own, so that only the newest page can be sent. */
  sessionCode: string;
  hasPassword: boolean;
}

/** Serves a realm, whose pages of a login expire, and which asks users to accept its terms. */
async function serveRealm({ application }: ProviderStage, harbour: string): Promise<void> {
  const issuer = await createIssuer(`${harbour}${realm}`);
  const flows = new Map<string, Flow>();
  const show = (flow: Flow, problem = "") => {
    flow.sessionCode = randomText().slice(0, 16);
    const fields = flow.hasPassword
      ? `<p>You need to accept the new terms.</p><button>Accept</button>`
      : `<p>${problem}</p><input name="password" type="password" placeholder="Password"><button>Sign In</button>`;
    const action = `${actions}/${flow.hasPassword ? "required-action" : "authenticate"}?session_code=${flow.sessionCode}`;
    return showPage("Harbour", `<form method="post" action="${action}">${fields}</form>`);
  };
  const find = (request: Request) => flows.get(readCookie(request, "AUTH_SESSION_ID") ?? "");
  const notFound = () => new Response("Cookie not found.", { status: 400 });
  application.respond(`${protocol}/auth`, ({ url }) => {
    const id = randomText();
    const flow = { sent: new URL(url).searchParams, sessionCode: "", hasPassword: false };
    flows.set(id, flow);
    const page = show(flow);
    page.headers.append(
      "set-cookie",
      `AUTH_SESSION_ID=${id}; Path=${realm}; HttpOnly; SameSite=Lax`,
    );
    return page;
  });
  const isCurrent = ({ url }: Request, { sessionCode }: Flow) =>
    new URL(url).searchParams.get("session_code") === sessionCode;
  const expired = () =>
    showPage(
      "Harbour",
      `<p>Page has expired</p><a href="${actions}/restart">Restart the login process</a>`,
    );
  application.respond(`${actions}/authenticate`, async (request) => {
    const flow = find(request);
    if (!flow) return notFound();
    if (!isCurrent(request, flow)) return expired();
    if ((await readForm(request)).get("password") !== "anchor-and-rope")
      return show(flow, "Invalid username or password.");
    flow.hasPassword = true;
    return redirectTo(`${actions}/required-action?execution=TERMS`);
  });
  application.respond(`${actions}/restart`, (request) => {
    const flow = find(request);
    if (!flow) return notFound();
    flow.hasPassword = false;
    return show(flow);
  });
  application.respond(`${actions}/required-action`, (request) => {
    const flow = find(request);
    if (!flow?.hasPassword) return notFound();
    if (request.method === "GET") return show(flow);
    if (!isCurrent(request, flow)) return expired();
    const user = { sub: "f5c3", name: "Ada", preferred_username: "ada" };
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(flow.sent);
    const code = issuer.issueCode(flow.sent, user);
    return redirectTo(
      addTo(to, { state, session_state: randomText(), iss: `${harbour}${realm}`, code }),
      [`KEYCLOAK_IDENTITY=${randomText()}; Path=${realm}; HttpOnly; SameSite=Lax`],
    );
  });
  application.respond(`${protocol}/token`, async (request) =>
    issuer.redeem(await readForm(request)),
  );
  application.respond(`${protocol}/certs`, () => Response.json(issuer.jwks));
}

/** Serves berths, whose server knows the realm by its settings. */
function serveBerths({ application }: ProviderStage, harbour: string, berths: string): void {
  // The server reaches the realm at its own address, since only browsers know its name.
  const config = new Configuration(
    {
      issuer: `${harbour}${realm}`,
      authorization_endpoint: `${harbour}${protocol}/auth`,
      token_endpoint: `${application.origin}${protocol}/token`,
      jwks_uri: `${application.origin}${protocol}/certs`,
      authorization_response_iss_parameter_supported: true,
    },
    "berths",
    { id_token_signed_response_alg: "ES256" },
    ClientSecretBasic("a-secret-of-the-berths"),
  );
  allowInsecureRequests(config);
  const logins = new Map<string, Pending>();
  const sailors = new Map<string, string>();
  application.respond("/berths", async (request) => {
    const sailor = sailors.get(readCookie(request, "berths") ?? "");
    if (sailor !== undefined)
      return showPage(
        "Berths",
        `<p>Berth of ${sailor}</p><script>fetch("/tide").catch(() => undefined);</script>`,
      );
    const pending = await beginLogin(config, {
      to: "/berths",
      callback: `${berths}/berths/sso`,
      scope: "openid profile",
    });
    logins.set(pending.state, pending);
    return redirectTo(pending.url, [`berths_login=${pending.state}; Max-Age=1800; ${lax}`]);
  });
  application.respond("/berths/sso", async (request) => {
    const pending = logins.get(readCookie(request, "berths_login") ?? "");
    if (!pending) return new Response("This login was not begun here.", { status: 400 });
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    sailors.set(id, claimOf(tokens, "name"));
    return redirectTo(pending.to, [
      `berths=${id}; Max-Age=28800; ${lax}`,
      `berths_login=; Max-Age=0; ${lax}`,
    ]);
  });
  application.respond("/tide", () => new Response(null, { status: 204 }));
}

/** Logins whose page expires meanwhile that work. */
export const expiredPageScenes: ProviderScenes = {
  "expired-page-restarted": async (stage) => {
    const { tab, application } = stage;
    const harbour = originAt("harbour.localhost", application);
    const berths = originAt("berths.localhost", application);
    await serveRealm(stage, harbour);
    serveBerths(stage, harbour, berths);
    const enter = async (password: string) => {
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Sign In" }).click();
    };
    await tab.goto(`${berths}/berths`);
    await enter("anchor-and-robe");
    await tab.getByText("Invalid username or password.").waitFor();
    // The user goes back to the first page, whose code has been used.
    await tab.goBack();
    await enter("anchor-and-rope");
    await tab.getByText("Page has expired").waitFor();
    await tab.getByRole("link", { name: "Restart the login process" }).click();
    await enter("anchor-and-rope");
    await tab.getByRole("button", { name: "Accept" }).click();
    await tab.getByText("Berth of Ada").waitFor();
    await tab.waitForLoadState("networkidle");
  },
};
