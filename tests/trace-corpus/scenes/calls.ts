import { demo } from "../../launch/demo.ts";
import type { Stage } from "../stage.ts";
import {
  authorizeUrl,
  logInByUrl,
  redeem,
  sendToken,
  withPkce,
} from "../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../scene-parts/pkce.ts";
import { leave, openApplication } from "../scene-parts/tab.ts";
import { sendFromPage } from "../scene-parts/page-requests.ts";
import type { Scenes } from "./scene.ts";

/** A device waits so long between two requests, in ms (RFC 8628, section 3.5). */
const deviceInterval = 1_000;

const formType = { "content-type": "application/x-www-form-urlencoded" };

/** Gets an administrator's token, and sends a request to the Management API, outside the browser. */
async function manage({ tenant }: Stage, path: string, body: object): Promise<void> {
  const send = (url: string, value: object, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(value),
    });
  const response = await send(`${tenant.origin}/oauth/token`, {
    grant_type: "client_credentials",
    client_id: demo.managementClientId,
    client_secret: demo.managementClientSecret,
    audience: `${tenant.origin}/api/v2/`,
  });
  const tokens: unknown = await response.json();
  const token: unknown = tokens instanceof Object ? Reflect.get(tokens, "access_token") : "";
  const changed = await send(`${tenant.origin}/api/v2/${path}`, body, {
    authorization: `Bearer ${String(token)}`,
  });
  if (!changed.ok) throw new Error(`The tenant answered ${path} with status ${changed.status}.`);
}

/** Plans a JSON response that the application's page can read. */
async function planJson(
  { control, application }: Stage,
  path: string,
  status: number,
  value: object,
): Promise<void> {
  await control.planResponse({
    path,
    method: "POST",
    status,
    body: JSON.stringify(value),
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "access-control-allow-origin": application.origin,
    },
  });
}

async function logInWithPkce(stage: Stage, scope = "openid profile email") {
  const { verifier, challenge } = createPkce();
  const response = await logInByUrl(stage, { ...withPkce(challenge), scope });
  return await redeem(stage, response, { code_verifier: verifier });
}

/** Calls that belong to no login, or that the tenant itself does not have. */
export const callScenes: Scenes = {
  "user-info": async (stage) => {
    const tokens = await logInWithPkce(stage);
    await sendFromPage(stage, {
      url: `${stage.tenant.origin}/userinfo`,
      headers: { authorization: `Bearer ${String(tokens["access_token"])}` },
    });
  },
  "user-info-in-query": async (stage) => {
    const tokens = await logInWithPkce(stage);
    const token = encodeURIComponent(String(tokens["access_token"]));
    await sendFromPage(stage, { url: `${stage.tenant.origin}/userinfo?access_token=${token}` });
  },
  "management-scope": async (stage) => {
    const tokens = await logInWithPkce(stage);
    const user = encodeURIComponent(demo.user.id);
    await sendFromPage(stage, {
      url: `${stage.tenant.origin}/api/v2/users/${user}`,
      headers: { authorization: `Bearer ${String(tokens["access_token"])}` },
    });
  },
  discovery: async (stage) => {
    await openApplication(stage);
    const url = `${stage.tenant.origin}/.well-known/openid-configuration`;
    await sendFromPage(stage, { url });
    await logInWithPkce(stage);
    await sendFromPage(stage, { url: `${stage.tenant.origin}/.well-known/jwks.json` });
  },
  "discovery-issuer": async (stage) => {
    await openApplication(stage);
    const { origin } = stage.tenant;
    await stage.control.planResponse({
      path: "/.well-known/openid-configuration",
      status: 200,
      body: JSON.stringify({
        issuer: "http://localhost:4470/",
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/oauth/token`,
        jwks_uri: `${origin}/.well-known/jwks.json`,
      }),
      headers: { "content-type": "application/json", "access-control-allow-origin": "*" },
    });
    await sendFromPage(stage, { url: `${origin}/.well-known/openid-configuration` });
  },
  "token-exchange": async (stage) => {
    await manage(stage, "token-exchange-profiles", {
      name: "Legacy tokens",
      subject_token_type: "urn:acme:legacy",
      action_id: demo.actionId,
      type: "custom_authentication",
    });
    await openApplication(stage);
    await sendToken(stage, {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: `legacy:${demo.user.email}`,
      subject_token_type: "urn:acme:legacy",
      scope: "openid",
    });
  },
  "device-code": async (stage) => {
    const tokens = await logInWithPkce(stage, "openid");
    await openApplication(stage);
    await stage.discardEarlier();
    const deviceCode = randomText();
    await planJson(stage, "/oauth/device/code", 200, {
      device_code: deviceCode,
      user_code: "BDFH-JKLM",
      verification_uri: `${stage.tenant.origin}/activate`,
      expires_in: 900,
      interval: deviceInterval / 1_000,
    });
    await sendFromPage(stage, {
      url: `${stage.tenant.origin}/oauth/device/code`,
      method: "POST",
      headers: formType,
      body: `client_id=${demo.clientId}&scope=openid`,
    });
    const grant = {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: deviceCode,
    };
    await stage.tab.waitForTimeout(deviceInterval);
    await planJson(stage, "/oauth/token", 403, { error: "authorization_pending" });
    await sendToken(stage, grant);
    await stage.tab.waitForTimeout(deviceInterval);
    await planJson(stage, "/oauth/token", 200, tokens);
    await sendToken(stage, grant);
  },
  "pushed-request": async (stage) => {
    await openApplication(stage);
    const { verifier, challenge } = createPkce();
    const pushed = new URL(authorizeUrl(stage, withPkce(challenge))).searchParams;
    const requestUri = `urn:ietf:params:oauth:request_uri:${randomText()}`;
    await planJson(stage, "/oauth/par", 201, { request_uri: requestUri, expires_in: 60 });
    await sendFromPage(stage, {
      url: `${stage.tenant.origin}/oauth/par`,
      method: "POST",
      headers: formType,
      body: String(pushed),
    });
    const code = randomText();
    const answer = new URLSearchParams({ code, state: pushed.get("state") ?? "" });
    await stage.control.planResponse({
      path: "/authorize",
      status: 302,
      body: "",
      headers: { location: `${stage.application.origin}/callback?${String(answer)}` },
    });
    const asked = new URLSearchParams({ client_id: demo.clientId, request_uri: requestUri });
    await leave(stage, `${stage.tenant.origin}/authorize?${String(asked)}`);
    const tokens = { access_token: randomText(), token_type: "Bearer", expires_in: 7200 };
    await planJson(stage, "/oauth/token", 200, tokens);
    await redeem(stage, answer, { code_verifier: verifier });
  },
};
