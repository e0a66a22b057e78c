import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { createAttempt, type Attempt } from "../../scene-parts/attempt.ts";
import { redirectTo, say } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { redeemAtServer } from "../../scene-parts/redeem-at-server.ts";
import { routesOfRealm } from "../../scene-parts/provider-routes.ts";

const realmRoutes = routesOfRealm("company");

const tokensSchema = z.object({ id_token: z.string() });

/** After so many logins in a row the portal gives up. */
const mostAttempts = 3;

/** Serves a portal whose pages all need a session, and send the browser to the realm without one. */
function servePortal({ application, provider }: ProviderStage, callback: string): void {
  const attempts = new Map<string, Attempt>();
  const sessions = new Set<string>();
  application.respond("/portal", ({ headers }) => {
    const id = /PORTAL_SESSION=([^;]*)/.exec(headers.get("cookie") ?? "")?.[1] ?? "";
    if (sessions.has(id)) return say("Your documents");
    if (attempts.size === mostAttempts)
      return say("Too many sign-ins. Please contact your administrator.", { status: 500 });
    const attempt = createAttempt(callback, { clientId: "shop-server", scope: "openid profile" });
    const { state } = attempt.parameters;
    attempts.set(state, attempt);
    const url = withQuery(`${provider.origin}${realmRoutes.authorization}`, attempt.parameters);
    return redirectTo(url, [`OAUTH_STATE=${state}; Path=/; HttpOnly; SameSite=Lax`]);
  });
  application.respond("/portal/sso", async ({ url, headers }) => {
    const response = new URL(url).searchParams;
    const state = response.get("state") ?? "";
    const attempt = attempts.get(state);
    if (attempt === undefined || !headers.get("cookie")?.includes(`OAUTH_STATE=${state}`))
      throw new Error("The login cookie was lost.");
    const answer = await redeemAtServer(`${provider.origin}${realmRoutes.token}`, {
      redirect_uri: callback,
      code: response.get("code") ?? "",
      code_verifier: attempt.verifier,
    });
    tokensSchema.parse(await answer.json());
    const id = randomUUID();
    sessions.add(id);
    return redirectTo("/portal", [`PORTAL_SESSION=${id}; Path=/; HttpOnly; SameSite=Strict`]);
  });
}

/** The scenes of servers that log in, at a provider of another make. */
export const serverScenes: ProviderScenes = {
  "portal-sends-back-to-login": async (stage) => {
    const { tab, provider, application } = stage;
    // The provider is on another site, `localhost`.
    const callback = `${application.otherOrigin}/portal/sso`;
    provider.configure({ routes: realmRoutes, clients: [serverClient(callback)] });
    servePortal(stage, callback);
    await tab.goto(`${application.otherOrigin}/portal`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Too many sign-ins").waitFor();
  },
};
