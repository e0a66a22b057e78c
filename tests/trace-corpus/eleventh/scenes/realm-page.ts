import type { FetchHandler } from "../../../../tenant/server/listen.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { createSmallProvider } from "../../scene-parts/small-provider.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";

const realm = "/realms/library";
const authority = smallProviderOrigin + realm;
const paths = {
  authorization: `${realm}/protocol/openid-connect/auth`,
  token: `${realm}/protocol/openid-connect/token`,
  keys: `${realm}/protocol/openid-connect/certs`,
} as const;

/** Creates a realm. Any page may read its metadata; the client names no origin for its tokens. */
async function createRealm(): Promise<FetchHandler> {
  const provider = await createSmallProvider({ paths });
  const metadata = {
    issuer: authority,
    authorization_endpoint: smallProviderOrigin + paths.authorization,
    token_endpoint: smallProviderOrigin + paths.token,
    jwks_uri: smallProviderOrigin + paths.keys,
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === `${realm}/.well-known/openid-configuration`)
      return Response.json(metadata, { headers: { "access-control-allow-origin": "*" } });
    const answer = await provider(request);
    if (pathname === paths.token) {
      answer.headers.delete("access-control-allow-origin");
      answer.headers.delete("access-control-allow-headers");
    }
    return answer;
  };
}

/** Serves a page with oidc-client-ts. */
async function serveReadingRoom(stage: ProviderStage): Promise<void> {
  const settings = {
    authority,
    client_id: "reading-room",
    redirect_uri: `${stage.application.origin}/`,
    scope: "openid profile email",
    automaticSilentRenew: false,
  };
  await serveLibraryPages(stage, {
    library: "oidc-client-ts",
    title: "Reading room",
    scripts: {
      "/": `
        const manager = new oidc.UserManager(${JSON.stringify(settings)});
        if (location.search.includes("code=")) {
          manager.signinCallback().then(
            (user) => show("Hello " + user.profile.name),
            (error) => show("Oops... " + error.message),
          );
        } else {
          show("Log in to read");
        }`,
    },
  });
}

/** The scene of a page at a realm. */
export const realmPageScenes: ProviderScenes = {
  "reading-room-sign-in-fails": async (stage) => {
    const { tab } = stage;
    await serveReadingRoom(stage);
    await withProvider(await createRealm(), async () => {
      await openApplication(stage);
      await tab.evaluate("void manager.signinRedirect()");
      await logInAtSmallProvider(stage);
      await tab.getByText("Oops").waitFor();
    });
  },
};
