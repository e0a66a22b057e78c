import { decodeJwt } from "jose";
import { authorizeUrl, logInByUrl, redeem, withPkce } from "../../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { getWithToken } from "../../scene-parts/page-requests.ts";
import { say } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { reports } from "../../scene-parts/tenant-names.ts";

const bearer = /^Bearer (?<token>.+)$/;

/** Returns true if the request has an access token for the API. */
function isAllowed({ headers }: Request): boolean {
  const token = bearer.exec(headers.get("authorization") ?? "")?.groups?.["token"];
  if (token === undefined) return false;
  return [decodeJwt(token).aud].flat().includes(reports);
}

/** Serves an API that requires an access token for every request. */
function serveReports({ application }: ProviderStage): void {
  application.respond("/api/reports", (request) =>
    isAllowed(request)
      ? Response.json([])
      : Response.json(
          { message: "Unauthorized" },
          { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } },
        ),
  );
}

/** Logs in with a code and PKCE, and returns the tokens. */
async function getTokens(
  stage: ProviderStage,
  parameters: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { verifier, challenge } = createPkce();
  const sent = { ...withPkce(challenge), nonce: randomText(), ...parameters };
  const response = await logInByUrl(stage, sent);
  return await redeem(stage, response, { code_verifier: verifier });
}

/** Logins at the local tenant that fail, each for one reason. */
export const tenantFaultScenes: ProviderScenes = {
  "token-without-audience": async (stage) => {
    serveReports(stage);
    const tokens = await getTokens(stage, { scope: "openid profile email" });
    const url = `${stage.application.origin}/api/reports`;
    await getWithToken(stage, url, tokens["access_token"]);
  },
  "preflight-needs-token": async (stage) => {
    serveReports(stage);
    const access = { audience: reports, scope: "openid read:reports" };
    const tokens = await getTokens(stage, access);
    const url = `${stage.application.otherOrigin}/api/reports`;
    await getWithToken(stage, url, tokens["access_token"]);
  },
  "login-page-in-frame": async (stage) => {
    const { challenge } = createPkce();
    const url = authorizeUrl(stage, { ...withPkce(challenge), nonce: randomText() });
    await openApplication(stage);
    await stage.tab.evaluate((src) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const frame = document.createElement("iframe");
      frame.addEventListener("load", () => resolve(), { once: true });
      frame.src = src;
      document.body.append(frame);
      return promise;
    }, url);
  },
  "callback-not-found": async (stage) => {
    const { challenge } = createPkce();
    // A server of static files, which does not know the routes of the page.
    stage.application.respond("/callback", () => say("Not Found", { status: 404 }));
    await logInByUrl(stage, { ...withPkce(challenge), nonce: randomText() });
  },
};
