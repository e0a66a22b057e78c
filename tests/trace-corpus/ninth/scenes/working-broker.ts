import { deflateRawSync } from "node:zlib";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

const paths = {
  authorization: "/as/authorization.oauth2",
  discovery: "/as/choose-company",
  acs: "/sp/ACS.saml2",
  token: "/as/token.oauth2",
  userinfo: "/idp/userinfo.openid",
} as const;

/** A request of SAML 2.0, as the redirect binding encodes it. */
const encodeRequest = (id: string, broker: string): string =>
  deflateRawSync(
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${id}" Version="2.0" AssertionConsumerServiceURL="${broker}${paths.acs}"/>`,
  ).toString("base64");

const encodeResponse = (id: string, mail: string): string =>
  Buffer.from(
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" InResponseTo="_${id}" Version="2.0"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Subject><saml:NameID>${mail}</saml:NameID></saml:Subject></saml:Assertion></samlp:Response>`,
  ).toString("base64");

/** Serves the broker, which asks the user's company by SAML and answers the page by OpenID. */
async function serveBroker({ application }: ProviderStage, pageOrigin: string): Promise<void> {
  const broker = originAt("login.localhost", application);
  const company = originAt("sso.weaver.localhost", application);
  const issuer = await createIssuer(broker);
  const requests = new Map<string, URLSearchParams>();
  const find = (request: Request) => requests.get(readCookie(request, "PF") ?? "");
  application.respond(paths.authorization, ({ url }) => {
    const id = randomText();
    requests.set(id, new URL(url).searchParams);
    return redirectTo(paths.discovery, [`PF=${id}; Path=/; HttpOnly; Secure; SameSite=None`]);
  });
  application.respond(paths.discovery, async (request) => {
    if (request.method === "GET")
      return showPage(
        "Sign in",
        `<form method="post"><input name="mail"><button>Next</button></form>`,
      );
    const id = readCookie(request, "PF") ?? "";
    return redirectTo(
      addTo(`${company}/saml2/sso`, { SAMLRequest: encodeRequest(id, broker), RelayState: id }),
    );
  });
  application.respond(paths.acs, async (request) => {
    const form = await readForm(request);
    const known = find(request);
    const saml = Buffer.from(form.get("SAMLResponse") ?? "", "base64").toString();
    const mail = /<saml:NameID>(.+?)</.exec(saml)?.[1];
    if (!known || mail === undefined) return new Response("No request is known.", { status: 400 });
    const code = issuer.issueCode(known, { sub: mail, email: mail });
    return redirectTo(
      addTo(known.get("redirect_uri") ?? "", { code, state: known.get("state") ?? "" }),
    );
  });
  const cors = { "access-control-allow-origin": pageOrigin, vary: "Origin" };
  application.respond(paths.token, async (request) => {
    const answer = await issuer.redeem(await readForm(request));
    return new Response(await answer.text(), {
      status: answer.status,
      headers: { ...cors, "content-type": "application/json", "cache-control": "no-store" },
    });
  });
  application.respond(paths.userinfo, ({ method, headers }) => {
    const allowed = { ...cors, "access-control-allow-headers": "Authorization" };
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: allowed });
    const user = issuer.findUser(headers.get("authorization"));
    return Response.json(user ?? { error: "invalid_token" }, {
      status: user ? 200 : 401,
      headers: allowed,
    });
  });
}

/** Serves the sign-in page of the user's company, which counts failed attempts. */
function serveCompany({ application }: ProviderStage): void {
  const form = (message: string, target: string): string =>
    `<p>${message}</p><form method="post" action="${target}"><input name="user" placeholder="User">
<input name="password" type="password" placeholder="Password"><button>Sign in</button></form>`;
  application.respond("/saml2/sso", async (request) => {
    const { search, searchParams } = new URL(request.url);
    const target = `/saml2/sso${search.replaceAll("&", "&amp;")}`;
    if (request.method === "GET") return showPage("Weaver", form("Weaver Ltd", target));
    const sent = await readForm(request);
    if (sent.get("password") !== "loom-and-shuttle")
      return showPage("Weaver", form("User name or password is wrong.", target));
    const id = searchParams.get("RelayState") ?? "";
    const acs = `${originAt("login.localhost", application)}${paths.acs}`;
    return showPage(
      "Weaver",
      `<form method="post" action="${acs}"><input type="hidden" name="SAMLResponse" value="${encodeResponse(id, "ada@weaver.example")}">
<input type="hidden" name="RelayState" value="${id}"></form><script>document.forms[0].submit();</script>`,
    );
  });
}

const travelScript = (broker: string): string => `${pkceScript}
const [issuer, callback] = ["${broker}", location.origin + "/expenses/callback"];
const show = (text) => { document.querySelector("main").textContent = text; };
document.querySelector("button").onclick = async () => {
  const [state, verifier, nonce] = [createRandom(), createRandom(), createRandom()];
  sessionStorage.setItem("oidc." + state, JSON.stringify({ verifier, nonce }));
  location.href = issuer + "${paths.authorization}?" + new URLSearchParams({
    client_id: "expenses", response_type: "code", scope: "openid email", state, nonce,
    redirect_uri: callback, code_challenge: await hash(verifier), code_challenge_method: "S256",
  });
};
const finish = async (response) => {
  const key = "oidc." + response.get("state");
  const { verifier } = JSON.parse(sessionStorage.getItem(key));
  sessionStorage.removeItem(key);
  history.replaceState(null, "", "/expenses");
  const { access_token: token } = await post(issuer + "${paths.token}", {
    grant_type: "authorization_code", client_id: "expenses", redirect_uri: callback,
    code: response.get("code"), code_verifier: verifier,
  });
  const answer = await fetch(issuer + "${paths.userinfo}", {
    headers: { Authorization: "Bearer " + token },
  });
  show("Expenses of " + (await answer.json()).email);
};
if (location.pathname.endsWith("/callback")) void finish(new URLSearchParams(location.search));`;

/** Logins through a broker that work. */
export const brokerScenes: ProviderScenes = {
  "company-answers-by-saml": async (stage) => {
    const { tab, application } = stage;
    const page = originAt("expenses.localhost", application);
    await serveBroker(stage, page);
    serveCompany(stage);
    const script = travelScript(originAt("login.localhost", application));
    for (const path of ["/expenses", "/expenses/callback"])
      application.respond(path, () =>
        showPage("Expenses", `<main></main><button>Sign in</button><script>${script}</script>`),
      );
    await tab.goto(`${page}/expenses`);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("textbox").fill("ada@weaver.example");
    await tab.getByRole("button", { name: "Next" }).click();
    for (const password of ["loom-and-shuttel", "loom-and-shuttle"]) {
      await tab.getByPlaceholder("User").fill("ada");
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Sign in" }).click();
      if (password.endsWith("el")) await tab.getByText("User name or password is wrong.").waitFor();
    }
    await tab.getByText("Expenses of ada@weaver.example").waitFor();
  },
};
