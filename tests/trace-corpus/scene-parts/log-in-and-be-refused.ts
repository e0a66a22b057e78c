import type { ProviderStage } from "../provider-stage.ts";
import type { Fields } from "./urls.ts";

/**
 * Begins a login with the page's `client` of auth0-spa-js, and logs in. The tenant refuses it with
 * this error, as its own rules and code for new logins do; the local tenant has none.
 */
export async function logInAndBeRefused(
  stage: ProviderStage,
  callback: string,
  error: Fields,
): Promise<void> {
  const { tab, control } = stage;
  const begun = tab.waitForRequest(/\/authorize\?/);
  await tab.evaluate("void client.loginWithRedirect()");
  const state = new URL((await begun).url()).searchParams.get("state") ?? "";
  const response = new URLSearchParams({ ...error, state });
  await stage.reachTenant();
  await control.planResponse({
    path: "/u/login",
    method: "POST",
    status: 302,
    headers: { location: `${callback}?${String(response)}` },
    body: "",
  });
  await stage.logInAtTenant();
}
