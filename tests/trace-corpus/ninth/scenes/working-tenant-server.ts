import { createRemoteJWKSet, jwtVerify } from "jose";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { readCookie } from "../../scene-parts/cookies.ts";

interface Transaction {
  readonly nonce: string;
  readonly returnTo: string;
}

/**
 * Serves an application whose server needs only a name: the tenant posts an ID token to it, and the
 * login has no code. The application is on another site than the tenant.
 */
function serveMagazine({ application, tenant }: ProviderStage): void {
  const home = application.otherOrigin;
  const keys = createRemoteJWKSet(new URL(`${tenant.origin}/.well-known/jwks.json`));
  const transactions = new Map<string, Transaction>();
  const sessions = new Map<string, string>();
  const find = (request: Request) => sessions.get(readCookie(request, "appSession") ?? "");
  const forPosts = "Path=/; HttpOnly; Secure; SameSite=None";
  application.respond("/issues/44", (request) => {
    const name = find(request);
    if (name === undefined) return redirectTo("/login?returnTo=%2Fissues%2F44");
    return showPage(
      "Magazine",
      `<h1>Issue 44</h1><p>Read by ${name}</p><a href="/logout">Leave</a><script>fetch("/advertisements/3").catch(() => undefined);</script>`,
    );
  });
  application.respond("/advertisements/3", () => new Response("No server", { status: 503 }));
  application.respond("/login", ({ url }) => {
    const [state, nonce] = [randomText(), randomText()];
    transactions.set(state, { nonce, returnTo: new URL(url).searchParams.get("returnTo") ?? "/" });
    const sent = {
      client_id: demo.clientId,
      scope: "openid profile email",
      response_type: "id_token",
      redirect_uri: `${home}/callback`,
      response_mode: "form_post",
      nonce,
      state,
    };
    return redirectTo(withQuery(`${tenant.origin}/authorize`, sent), [
      `auth_verification=${state}; Max-Age=3600; ${forPosts}`,
    ]);
  });
  application.respond("/callback", async (request) => {
    const response = new URLSearchParams(await request.text());
    const state = response.get("state") ?? "";
    const transaction = transactions.get(state);
    if (!transaction || readCookie(request, "auth_verification") !== state)
      return new Response("checks.state argument is missing", { status: 400 });
    const { payload } = await jwtVerify(response.get("id_token") ?? "", keys, {
      issuer: `${tenant.origin}/`,
      audience: demo.clientId,
    });
    if (payload["nonce"] !== transaction.nonce)
      return new Response("nonce mismatch", { status: 400 });
    const id = randomText();
    sessions.set(id, String(payload["name"]));
    return redirectTo(transaction.returnTo, [
      `auth_verification=; Max-Age=0; ${forPosts}`,
      `appSession=${id}; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  });
  application.respond("/logout", () => {
    sessions.clear();
    const sent = { client_id: demo.clientId, returnTo: `${home}/` };
    return redirectTo(withQuery(`${tenant.origin}/v2/logout`, sent), [
      "appSession=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
  });
  application.respond("/", () => showPage("Magazine", "<h1>Every month</h1>"));
}

/** Logins of servers at the local tenant that work. */
export const tenantServerScenes: ProviderScenes = {
  "id-token-posted-to-server": async (stage) => {
    const { tab, application } = stage;
    serveMagazine(stage);
    await tab.goto(`${application.otherOrigin}/issues/44`);
    await logIn(tab, demo.secondUser);
    await tab.getByText("Read by Grace Hopper").waitFor();
    await tab.getByRole("link", { name: "Leave" }).click();
    await tab.getByText("Every month").waitFor();
  },
};
