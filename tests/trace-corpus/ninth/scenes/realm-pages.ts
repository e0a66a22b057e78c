import { html } from "../../application.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import { realmRoutes } from "../../scene-parts/provider-routes.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes } from "../../provider-stage.ts";

/**
 * The adapter of a realm in a page whose framework keeps the address. The framework starts first, so
 * its address is the one with the response; after the adapter has removed that, it puts it back.
 */
const warehouseScript = (origin: string): string => `
  const kept = location.href;
  const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const login = async () => {
    const verifier = encode(crypto.getRandomValues(new Uint8Array(48)));
    const state = crypto.randomUUID();
    sessionStorage.setItem("oauthState-" + state, verifier);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    location.assign("${origin}${realmRoutes.authorization}?" + new URLSearchParams({
      client_id: "warehouse",
      redirect_uri: location.origin + location.pathname,
      state,
      response_type: "code",
      scope: "openid",
      code_challenge: encode(digest),
      code_challenge_method: "S256",
    }));
  };
  const init = async () => {
    const response = new URLSearchParams(location.search);
    const key = "oauthState-" + response.get("state");
    const verifier = sessionStorage.getItem(key);
    if (verifier === null) return login();
    sessionStorage.removeItem(key);
    const redirectUri = location.origin + location.pathname;
    history.replaceState(null, "", redirectUri);
    const answer = await fetch("${origin}${realmRoutes.token}", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: response.get("code"),
        client_id: "warehouse",
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
    document.querySelector("p").textContent = (await answer.json()).token_type;
    if (location.href !== kept) location.href = kept;
  };
  init();`;

/** The scenes of pages with the adapter of a realm. */
export const realmPageScenes: ProviderScenes = {
  "warehouse-keeps-reloading": async (stage) => {
    const { tab, provider, application } = stage;
    const home = `${application.origin}/warehouse/`;
    provider.configure({
      routes: realmRoutes,
      clients: [pageClient(home, { client_id: "warehouse" })],
    });
    application.respond("/warehouse/", () => runScript(warehouseScript(provider.origin)));
    application.respond("/help", () => html("<!doctype html><title>Help</title><p>Help</p>"));
    await tab.goto(home);
    const button = tab.getByRole("button", { name: "Log in" });
    await button.waitFor();
    await tab.waitForLoadState("networkidle");
    let asked = 0;
    const isLast = () => (asked += 1) === 3;
    const last = tab.waitForRequest(
      (request) => request.url().includes(`${realmRoutes.authorization}?`) && isLast(),
    );
    await button.click();
    await last;
    // The user gives up, and leaves the page.
    await tab.goto(`${application.origin}/help`).catch(() => undefined);
    await tab.getByText("Help").waitFor();
  },
};
