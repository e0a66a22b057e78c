import { exportJWK, generateKeyPair } from "jose";
import { buildAuthorizationUrlWithJAR, PrivateKeyJwt } from "openid-client";
import { randomText } from "../../scene-parts/pkce.ts";
import { ownRoutes } from "../../scene-parts/provider-routes.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import {
  connect,
  createPending,
  finishLogin,
  parametersOf,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { ownPages } from "../../scene-parts/provider.ts";

interface KeyOfServer {
  readonly key: CryptoKey;
  readonly kid: string;
}

/** A script that looks for the texts of a language that the application does not have yet. */
const textsScript = `<script>
fetch("/texts/en-AU.json").then((response) => {
  if (!response.ok) document.documentElement.lang = "en-GB";
});
</script>`;

/** Serves a pharmacy whose server has a key in place of a secret, and signs its requests. */
async function servePharmacy(
  { application, provider }: ProviderStage,
  callback: string,
  key: KeyOfServer,
): Promise<void> {
  const config = await connect(provider.origin, "pharmacy", PrivateKeyJwt(key));
  const logins = new Map<string, Pending>();
  const users = new Map<string, string>();
  application.respond("/prescriptions", (request) => {
    const user = users.get(readCookie(request, "__Host-pharmacy") ?? "");
    return user === undefined
      ? showPage("Pharmacy", `<a href="/session/new">Identify yourself</a>${textsScript}`)
      : showPage("Pharmacy", `<p>Prescriptions of ${user}</p>${textsScript}`);
  });
  application.respond("/texts/en-AU.json", () => Response.json(null, { status: 404 }));
  application.respond("/session/new", async () => {
    const pending = createPending("/prescriptions");
    logins.set(pending.state, pending);
    const sent = await parametersOf(pending, callback, "openid profile");
    const url = await buildAuthorizationUrlWithJAR(config, { ...sent, acr_values: "high" }, key);
    return redirectTo(url.href, [`pharmacy_login=${pending.state}; Max-Age=300; ${lax}`]);
  });
  application.respond("/session/return", async (request) => {
    const pending = logins.get(readCookie(request, "pharmacy_login") ?? "");
    if (pending === undefined) return redirectTo("/prescriptions");
    const tokens = await finishLogin(config, new URL(request.url), pending);
    const id = randomText();
    users.set(id, tokens.claims()?.sub ?? "");
    return redirectTo(pending.to, [
      `__Host-pharmacy=${id}; Secure; ${lax}`,
      `pharmacy_login=; Max-Age=0; ${lax}`,
    ]);
  });
}

/** Logins whose requests are signed that work. */
export const signedScenes: ProviderScenes = {
  "request-signed-by-server": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = `${application.origin}/session/return`;
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const kid = "pharmacy-2026";
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" };
    provider.configure({
      routes: ownRoutes,
      acrValues: ["high"],
      clients: [
        {
          client_id: "pharmacy",
          redirect_uris: [callback],
          token_endpoint_auth_method: "private_key_jwt",
          token_endpoint_auth_signing_alg: "ES256",
          request_object_signing_alg: "ES256",
          jwks: { keys: [jwk] },
        },
      ],
      features: {
        ...ownPages,
        requestObjects: { enabled: true, requireSignedRequestObject: true },
      },
    });
    await servePharmacy(stage, callback, { key: privateKey, kid });
    await tab.goto(`${application.origin}/prescriptions`);
    await tab.getByRole("link", { name: "Identify yourself" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Prescriptions of ada").waitFor();
  },
};
