import { demo } from "../../../launch/demo.ts";
import { html } from "../../application.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { redirectTo } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { createMake, formPage, nameField, readQuery, respondTo } from "./makes.ts";

interface StrictPage {
  readonly title: string;
  readonly clientId: string;
  readonly scope: string;
  /** The path of the redirect URI. */
  readonly callback: string;
  /** The metadata of the provider, as an expression of the page's script. */
  readonly server: string;
}

/** The script of a page that logs in as the documentation of oauth4webapi shows. */
const strictScript = ({ clientId, scope, callback, server }: StrictPage): string => `
  import * as oauth from "/scripts/oauth4webapi.js";
  const insecure = { [oauth.allowInsecureRequests]: true };
  const say = (text) => { document.querySelector("p").textContent = text; };
  const client = { client_id: "${clientId}" };
  const redirectUri = location.origin + "${callback}";
  const findServer = async () => ${server};
  document.querySelector("button").onclick = async () => {
    const server = await findServer();
    sessionStorage.verifier = oauth.generateRandomCodeVerifier();
    sessionStorage.state = oauth.generateRandomState();
    sessionStorage.nonce = oauth.generateRandomNonce();
    location.assign(server.authorization_endpoint + "?" + new URLSearchParams({
      client_id: client.client_id,
      response_type: "code",
      redirect_uri: redirectUri,
      scope: "${scope}",
      state: sessionStorage.state,
      nonce: sessionStorage.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(sessionStorage.verifier),
      code_challenge_method: "S256",
    }));
  };
  const finish = async () => {
    const server = await findServer();
    const { state, nonce, verifier } = sessionStorage;
    const response = oauth.validateAuthResponse(server, client, new URL(location.href), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server, client, oauth.None(), response, redirectUri, verifier, insecure);
    const tokens = await oauth.processAuthorizationCodeResponse(
      server, client, answer, { expectedNonce: nonce, requireIdToken: true });
    return oauth.getValidatedIdTokenClaims(tokens);
  };
  const report = async ({ message }) => {
    await fetch("/api/report", { method: "POST", body: JSON.stringify({ message }) });
    say("Login failed: " + message);
  };
  if (location.pathname === "${callback}") finish().then(({ sub }) => say("Hello " + sub), report);
  else say("Please log in");`;

/** Serves such a page at its start and its callback. */
async function serveStrictPage(stage: ProviderStage, page: StrictPage): Promise<void> {
  const { application } = stage;
  // The package has one file, which browsers can load as it is.
  await serveLibraryFile(stage, "/scripts/oauth4webapi.js", "oauth4webapi");
  application.respond("/api/report", () => Response.json({ received: true }));
  const body = `<!doctype html><title>${page.title}</title><link rel="icon" href="data:,"><p></p>
<button>Log in</button><script type="module">${strictScript(page)}</script>`;
  for (const path of ["/", page.callback]) application.respond(path, () => html(body));
}

/** The name of the provider since it serves more than one customer, and the one before. */
const issuers = { now: `${smallProviderOrigin}/t/festival`, before: smallProviderOrigin } as const;

const festival = {
  authorization: "/t/festival/begin",
  token: "/t/festival/code",
  keys: "/t/festival/certs",
} as const;

/** Creates a provider that still puts its former name into the authorization response. */
async function createFestivalMake() {
  const issuer = await createIssuer(issuers.now);
  return createMake({
    "/t/festival/.well-known/openid-configuration": () =>
      Response.json({
        issuer: issuers.now,
        authorization_endpoint: smallProviderOrigin + festival.authorization,
        token_endpoint: smallProviderOrigin + festival.token,
        jwks_uri: smallProviderOrigin + festival.keys,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        authorization_response_iss_parameter_supported: true,
      }),
    [festival.authorization]: (request) => {
      if (request.method !== "POST") return formPage("Log in", nameField);
      const query = readQuery(request);
      const code = issuer.issueCode(query, { sub: "crew-17" });
      return redirectTo(respondTo(query, { code, iss: issuers.before }));
    },
    [festival.token]: async (request) => await issuer.redeem(await readForm(request)),
    [festival.keys]: () => Response.json(issuer.jwks),
  });
}

/** The scenes of pages with a library that checks each part of a response. */
export const strictLibraryScenes: ProviderScenes = {
  "warehouse-scanner-after-new-library": async (stage) => {
    const { tab, tenant } = stage;
    const metadata = {
      issuer: `${tenant.origin}/`,
      authorization_endpoint: `${tenant.origin}/authorize`,
      token_endpoint: `${tenant.origin}/oauth/token`,
    };
    await serveStrictPage(stage, {
      title: "Warehouse",
      clientId: demo.hs256ClientId,
      scope: "openid profile",
      callback: "/callback",
      server: `(${JSON.stringify(metadata)})`,
    });
    await openApplication(stage);
    await tab.getByRole("button", { name: "Log in" }).click();
    await stage.logInAtTenant();
    await tab.getByText("Login failed").waitFor();
  },
  "festival-crew-at-shared-provider": async (stage) => {
    const { tab } = stage;
    await serveStrictPage(stage, {
      title: "Festival",
      clientId: "crew-planner",
      scope: "openid profile",
      callback: "/crew/return",
      server: `{
        const issuer = new URL("${issuers.now}");
        const answer = await oauth.discoveryRequest(issuer, insecure);
        return await oauth.processDiscoveryResponse(issuer, answer);
      }`,
    });
    await withProvider(await createFestivalMake(), async () => {
      await openApplication(stage);
      await tab.getByRole("button", { name: "Log in" }).click();
      await tab.waitForURL((url) => url.origin === smallProviderOrigin);
      await logInAtSmallProvider(stage);
      await tab.getByText("Login failed").waitFor();
    });
  },
};
