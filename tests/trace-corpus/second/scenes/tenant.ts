import { demo } from "../../../launch/demo.ts";
import {
  authorizeUrl,
  logInByUrl,
  redeem,
  sendToken,
  withPkce,
} from "../../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { leave, openApplication } from "../../scene-parts/tab.ts";
import { getWithToken } from "../../scene-parts/page-requests.ts";
import { redirectTo, runScript, say } from "../../scene-parts/responses.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { Captured } from "../../capture.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { webAuthSettings } from "../../scene-parts/web-auth-settings.ts";
import { serveLibraryFile } from "../../scene-parts/library-files.ts";
import { reports } from "../../scene-parts/tenant-names.ts";

/** The seeded client of another company, whose users give consent. */
const partnerClientId = "demo-partner";

/** How far the computer's clock is ahead, in seconds. */
const clockDifference = 3 * 24 * 60 * 60;

/** Returns the header `date` as a server with the correct time would have sent it. */
function correctDate(header: unknown): unknown {
  const { name, value }: { name?: unknown; value?: unknown } =
    header instanceof Object ? header : {};
  if (typeof name !== "string" || name.toLowerCase() !== "date") return header;
  const date = new Date(Date.parse(String(value)) - clockDifference * 1000);
  return { name, value: date.toUTCString() };
}

/** Moves the times of all servers back: only the computer's clock is wrong. */
export function setDates(captured: Captured): Captured {
  const finished = captured.finished.map((each) => {
    const { response } = each.entry;
    const headers: unknown = response["headers"];
    const corrected = Array.isArray(headers) ? headers.map(correctDate) : headers;
    return { ...each, entry: { ...each.entry, response: { ...response, headers: corrected } } };
  });
  return { ...captured, finished };
}

/** Logins at the local tenant, with real libraries and with applications written by hand. */
export const tenantScenes: ProviderScenes = {
  "auth0-js-implicit": async (stage) => {
    const { tab, application } = stage;
    await serveLibraryFile(stage, "/auth0.js", "auth0-js");
    const settings = webAuthSettings(stage, { redirectUri: `${application.origin}/callback` });
    const page = (script: string) =>
      say(`Shop</p><script src="/auth0.js"></script><script>
        const auth = new auth0.WebAuth(${JSON.stringify(settings)});
        ${script}</script><p>`);
    application.respond("/", () => page(""));
    application.respond("/callback", () =>
      page(`auth.parseHash({ hash: location.hash }, (error, result) => {
        document.body.append(error ? JSON.stringify(error) : "Hello " + result.idTokenPayload.name);
      });`),
    );
    await openApplication(stage);
    await tab.evaluate("auth.authorize({ appState: 'orders' })");
    await stage.logInAtTenant();
    await tab.getByText("Hello").waitFor();
  },
  "two-clients": async (stage) => {
    const { tab, application, control } = stage;
    await control.changeClient(partnerClientId, { callbacks: [`${application.origin}/callback`] });
    for (const clientId of [demo.clientId, partnerClientId]) {
      const { verifier, challenge } = createPkce();
      const sent = { ...withPkce(challenge), client_id: clientId, nonce: randomText() };
      await openApplication(stage);
      await leave(stage, authorizeUrl(stage, sent));
      if (clientId === demo.clientId) await stage.logInAtTenant();
      else await tab.getByRole("button", { name: "Accept" }).click();
      await tab.waitForURL((url) => url.pathname === "/callback");
      await tab.waitForLoadState();
      const response = new URL(tab.url()).searchParams;
      await redeem(stage, response, { code_verifier: verifier, client_id: clientId });
    }
  },
  "callback-behind-base-path": async (stage) => {
    const { tab, application, control } = stage;
    const redirectUri = `${application.origin}/portal/callback`;
    await control.changeClient(demo.clientId, { callbacks: [redirectUri] });
    application.respond("/portal/callback", ({ url }) =>
      redirectTo(`/portal/callback/${new URL(url).search}`),
    );
    const { verifier, challenge } = createPkce();
    await tab.goto(`${application.origin}/portal/`);
    const sent = { ...withPkce(challenge), redirect_uri: redirectUri, nonce: randomText() };
    await leave(stage, authorizeUrl(stage, sent));
    await stage.logInAtTenant();
    await tab.waitForLoadState();
    const response = new URL(tab.url()).searchParams;
    const tokens = await redeem(stage, response, {
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
    await getWithToken(stage, `${stage.tenant.origin}/userinfo`, tokens["access_token"]);
  },
  "logout-and-login-again": async (stage) => {
    const { tab, tenant, application } = stage;
    const logInOnce = async () => {
      const { verifier, challenge } = createPkce();
      const state = Buffer.from(JSON.stringify({ id: randomText(), to: "/a?b=c&d=é" }));
      const sent = { ...withPkce(challenge), state: state.toString("base64"), nonce: randomText() };
      const response = await logInByUrl(stage, sent);
      return await redeem(stage, response, { code_verifier: verifier });
    };
    await logInOnce();
    const url = withQuery(`${tenant.origin}/v2/logout`, {
      client_id: demo.clientId,
      returnTo: `${application.origin}/`,
    });
    await leave(stage, url);
    await tab.waitForURL(`${application.origin}/`);
    await logInOnce();
  },
  "start-and-return-on-different-hosts": async (stage) => {
    const { application } = stage;
    application.respond("/callback", () =>
      runScript(`document.body.append(
        sessionStorage.login === undefined ? "Your sign-in has expired. Try again." : "Hello");`),
    );
    const { challenge } = createPkce();
    await stage.tab.goto(`${application.otherOrigin}/`);
    await stage.tab.evaluate(() => sessionStorage.setItem("login", "state and verifier"));
    await leave(stage, authorizeUrl(stage, { ...withPkce(challenge), nonce: randomText() }));
    await stage.logInAtTenant();
    await stage.tab.getByText("Your sign-in has expired").waitFor();
  },
  "policy-blocks-token": async (stage) => {
    stage.application.respond("/callback", () =>
      say("Signing you in", {
        headers: { "content-security-policy": "default-src 'self'; connect-src 'self'" },
      }),
    );
    const { verifier, challenge } = createPkce();
    const sent = { ...withPkce(challenge), nonce: randomText() };
    const response = await logInByUrl(stage, sent);
    await redeem(stage, response, { code_verifier: verifier });
  },
  "clock-of-computer-ahead": async (stage) => {
    // The servers' clocks move, since the browser's cannot; `setDates` moves their headers.
    await stage.control.setClock(-clockDifference);
    const first = createPkce();
    const sent = { ...withPkce(first.challenge), nonce: randomText() };
    const response = await logInByUrl(stage, sent);
    await redeem(stage, response, { code_verifier: first.verifier });
    // The application finds the ID token expired, and starts again.
    const second = createPkce();
    const again = { ...withPkce(second.challenge), nonce: randomText() };
    await leave(stage, authorizeUrl(stage, again));
    const { searchParams } = new URL(stage.tab.url());
    await redeem(stage, searchParams, { code_verifier: second.verifier });
  },
  "id-token-at-api": async (stage) => {
    const { application } = stage;
    application.respond("/api/reports", () =>
      Response.json(
        { message: "jwt audience invalid" },
        {
          status: 401,
          headers: {
            "www-authenticate":
              'Bearer error="invalid_token", error_description="The audience is invalid"',
          },
        },
      ),
    );
    const { verifier, challenge } = createPkce();
    const response = await logInByUrl(stage, {
      ...withPkce(challenge),
      nonce: randomText(),
      audience: reports,
      scope: "openid read:reports",
    });
    const tokens = await redeem(stage, response, { code_verifier: verifier });
    await getWithToken(stage, `${application.origin}/api/reports`, tokens["id_token"]);
  },
  "refresh-token-undefined": async (stage) => {
    const { verifier, challenge } = createPkce();
    const sent = { ...withPkce(challenge), nonce: randomText() };
    const response = await logInByUrl(stage, sent);
    const tokens = await redeem(stage, response, { code_verifier: verifier });
    await sendToken(stage, {
      grant_type: "refresh_token",
      refresh_token: String(tokens["refresh_token"]),
    });
  },
};
