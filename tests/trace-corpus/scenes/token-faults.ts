import { demo } from "../../launch/demo.ts";
import type { Stage } from "../stage.ts";
import { createPkce } from "../scene-parts/pkce.ts";
import { logInByUrl, redeem, sendToken, withPkce } from "../scene-parts/tenant-requests.ts";
import { openApplication } from "../scene-parts/tab.ts";
import { sendFromPage } from "../scene-parts/page-requests.ts";
import type { Scene, Scenes } from "./scene.ts";

type Parameters = Readonly<Record<string, string | undefined>>;

const passwordRealm = "http://auth0.com/oauth/grant-type/password-realm";

/** Logs in for a code with PKCE; the verifier redeems it. */
async function getCode(stage: Stage, scope = "openid profile email") {
  const { verifier, challenge } = createPkce();
  const response = await logInByUrl(stage, { ...withPkce(challenge), scope });
  return { response, verifier };
}

/** Logs in, and redeems the code with faulty parameters. */
const redeemWith =
  (changed: (stage: Stage) => Parameters): Scene =>
  async (stage) => {
    const { response, verifier } = await getCode(stage);
    await redeem(stage, response, { code_verifier: verifier, ...changed(stage) });
  };

/** Logs in, and redeems the code while the token endpoint fails. */
const redeemWhile =
  (prepare: (stage: Stage) => Promise<void>): Scene =>
  async (stage) => {
    const { response, verifier } = await getCode(stage);
    await prepare(stage);
    await redeem(stage, response, { code_verifier: verifier });
  };

/** Logs in with a refresh token; the login is not in the file. */
async function getRefreshToken(stage: Stage): Promise<string> {
  const { response, verifier } = await getCode(stage, "openid offline_access");
  const tokens = await redeem(stage, response, { code_verifier: verifier });
  await stage.discardEarlier();
  return String(tokens["refresh_token"]);
}

const refreshWith = (token: string): Parameters => ({
  grant_type: "refresh_token",
  refresh_token: token,
});

const readable = ({ application }: Stage) => ({
  "access-control-allow-origin": application.origin,
});

/** Faults at the token endpoint. */
export const tokenFaultScenes: Scenes = {
  "verifier-different": redeemWith(() => ({ code_verifier: createPkce().verifier })),
  "verifier-missing": redeemWith(() => ({ code_verifier: undefined })),
  "verifier-unasked": async (stage) => {
    const response = await logInByUrl(stage, { response_type: "code" });
    await redeem(stage, response, { code_verifier: createPkce().verifier });
  },
  "redirect-differs": redeemWith(({ application }) => ({ redirect_uri: `${application.origin}/` })),
  "client-differs": redeemWith(() => ({ client_id: demo.hs256ClientId })),
  "secret-in-browser": redeemWith(() => ({
    client_secret: "demo-spa-secret-that-no-browser-ever-sees",
  })),
  "code-used-twice": async (stage) => {
    const { response, verifier } = await getCode(stage);
    await redeem(stage, response, { code_verifier: verifier });
    await redeem(stage, response, { code_verifier: verifier });
  },
  "code-used-twice-at-once": async (stage) => {
    const { response, verifier } = await getCode(stage);
    const both = [0, 1].map(() => redeem(stage, response, { code_verifier: verifier }));
    await Promise.all(both);
  },
  "callback-reloaded": async (stage) => {
    const { response, verifier } = await getCode(stage);
    await redeem(stage, response, { code_verifier: verifier });
    await stage.tab.reload();
    await redeem(stage, response, { code_verifier: verifier });
  },
  "code-late": async (stage) => {
    const { response, verifier } = await getCode(stage);
    await stage.control.setClock(6 * 60);
    await redeem(stage, response, { code_verifier: verifier });
  },
  "token-web-origin": redeemWhile(async ({ control, application, tenant }) => {
    const callbacks = [`${tenant.demoOrigins[0]}/callback`];
    await control.changeClient(demo.clientId, { callbacks, web_origins: [tenant.demoOrigins[0]] });
    await control.changeClient(demo.hs256ClientId, {
      callbacks: [`${application.origin}/callback`],
    });
  }),
  "token-rate-limit": redeemWhile((stage) => stage.control.plant("global-limit-reached")),
  "token-server-error": redeemWhile((stage) =>
    stage.control.planResponse({
      path: "/oauth/token",
      method: "POST",
      status: 503,
      body: "Service unavailable",
      headers: { ...readable(stage), "content-type": "text/plain" },
    }),
  ),
  "token-html": redeemWhile((stage) =>
    stage.control.planResponse({
      path: "/oauth/token",
      method: "POST",
      status: 200,
      body: "<!doctype html><title>Application</title>",
      headers: { ...readable(stage), "content-type": "text/html" },
    }),
  ),
  "token-blocked": redeemWhile(async ({ tab }) => {
    await tab.route("**/oauth/token", (route) => route.abort("blockedbyclient"));
  }),
  "grant-refused": redeemWhile((stage) =>
    stage.control.changeClient(demo.clientId, { grant_types: ["implicit"] }),
  ),
  "confidential-client": async (stage) => {
    await openApplication(stage);
    const grant = { grant_type: "client_credentials", client_id: demo.managementClientId };
    await sendToken(stage, grant);
  },
  "scope-less": async (stage) => {
    const { response, verifier } = await getCode(stage, "openid email read:everything");
    await redeem(stage, response, { code_verifier: verifier });
  },
  "refresh-raced": async (stage) => {
    const token = await getRefreshToken(stage);
    await Promise.all([0, 1].map(() => sendToken(stage, refreshWith(token))));
  },
  "refresh-used-again": async (stage) => {
    const token = await getRefreshToken(stage);
    await sendToken(stage, refreshWith(token));
    await sendToken(stage, refreshWith(token));
  },
  "refresh-missing": async (stage) => {
    const { response, verifier } = await getCode(stage);
    const tokens = await redeem(stage, response, { code_verifier: verifier });
    const token = tokens["refresh_token"];
    const grant = { grant_type: "refresh_token" };
    await sendToken(stage, typeof token === "string" ? refreshWith(token) : grant);
  },
  "password-grant": async (stage) => {
    await openApplication(stage);
    await sendPassword(stage, demo.user);
  },
  "password-grant-mfa": async (stage) => {
    await openApplication(stage);
    await sendPassword(stage, { email: "mary@example.com", password: "second-factor-3" });
  },
  "password-grant-wrong": async (stage) => {
    await openApplication(stage);
    await sendPassword(stage, { ...demo.user, password: "not-the-passphrase" });
  },
  "exchange-type-unknown": async (stage) => {
    await openApplication(stage);
    await sendToken(stage, {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: "legacy:ada@example.com",
      subject_token_type: "urn:acme:unknown",
    });
  },
  "user-info-expired": async (stage) => {
    await stage.control.limit({ userTokenLifetime: 1_000 });
    await sendUserInfo(stage, "access_token", 60);
  },
  "user-info-id-token": (stage) => sendUserInfo(stage, "id_token", 0),
};

async function sendPassword(stage: Stage, user: { email: string; password: string }) {
  await sendToken(stage, {
    grant_type: passwordRealm,
    username: user.email,
    password: user.password,
    realm: "Username-Password-Authentication",
    scope: "openid",
  });
}

/** Logs in by URL, and asks for the user's claims with one of the tokens. */
async function sendUserInfo(stage: Stage, token: string, skew: number): Promise<void> {
  const { response, verifier } = await getCode(stage);
  const tokens = await redeem(stage, response, { code_verifier: verifier });
  if (skew !== 0) await stage.control.setClock(skew);
  await sendFromPage(stage, {
    url: `${stage.tenant.origin}/userinfo`,
    headers: { authorization: `Bearer ${String(tokens[token])}` },
  });
}
