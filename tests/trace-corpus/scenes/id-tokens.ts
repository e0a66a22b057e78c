import { demo } from "../../launch/demo.ts";
import type { Stage } from "../stage.ts";
import { createPkce, randomText } from "../scene-parts/pkce.ts";
import { logInByUrl, redeem, sendToken, withPkce } from "../scene-parts/tenant-requests.ts";
import { sendFromPage } from "../scene-parts/page-requests.ts";
import { answerImplicit, getTokens } from "./response-faults.ts";
import type { Scene, Scenes } from "./scene.ts";

type Claims = Readonly<Record<string, unknown>>;

const readPart = (token: string, index: number): Claims => {
  const value: unknown = JSON.parse(
    Buffer.from(token.split(".")[index] ?? "", "base64url").toString(),
  );
  return value instanceof Object ? { ...value } : {};
};

const encodePart = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/** Changes the header and the claims of a token; its signature stays, and does not verify. */
function forge(token: string, { header = {}, claims = {} }: { header?: object; claims?: object }) {
  const signature = token.split(".")[2] ?? "";
  const parts = [
    encodePart({ ...readPart(token, 0), ...header }),
    encodePart({ ...readPart(token, 1), ...claims }),
  ];
  return [...parts, signature].join(".");
}

/** Returns the token with the algorithm none and without a signature. */
function removeSignature(token: string): string {
  return `${encodePart({ alg: "none", typ: "JWT" })}.${token.split(".")[1] ?? ""}.`;
}

type Change = (idToken: string) => string;

/** Logs in for tokens; the response's ID token is changed. */
const implicitWith =
  (change: Change, asked: Readonly<Record<string, string>> = {}): Scene =>
  async (stage) => {
    const nonce = randomText();
    const tokens = await getTokens(stage, nonce);
    const changed = { ...tokens, id_token: change(tokens["id_token"] ?? "") };
    await answerImplicit(stage, changed, { nonce, ...asked });
  };

/** Plans the next response of the token endpoint. */
async function planTokens({ control, application }: Stage, tokens: object): Promise<void> {
  await control.planResponse({
    path: "/oauth/token",
    method: "POST",
    status: 200,
    body: JSON.stringify(tokens),
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "access-control-allow-origin": application.origin,
    },
  });
}

/** Logs in with PKCE; the ID token of the token response is changed. */
const pkceWith =
  (change: Change, asked: Readonly<Record<string, string>> = {}): Scene =>
  async (stage) => {
    const nonce = randomText();
    const { access_token: accessToken, id_token: idToken = "" } = await getTokens(stage, nonce);
    const { verifier, challenge } = createPkce();
    await stage.context.clearCookies();
    const response = await logInByUrl(stage, { ...withPkce(challenge), nonce, ...asked });
    await planTokens(stage, {
      access_token: accessToken,
      id_token: change(idToken),
      scope: "openid profile email",
      expires_in: 7200,
      token_type: "Bearer",
    });
    await redeem(stage, response, { code_verifier: verifier });
  };

/** Presses a login button of the demo, whose library refuses the ID token. */
const refusedByLibrary =
  (button: string, prepare: (stage: Stage) => Promise<void>): Scene =>
  async (stage) => {
    await prepare(stage);
    await stage.app.press(button);
    await stage.logInAtTenant();
    await stage.app.readResult("Login failed.");
  };

/** Moves the tenant's clock only: its Date header stays that of this machine. */
const moveTenant = (seconds: number) => (stage: Stage) => stage.control.setClock(seconds);

/** Moves the tenant's clock and its Date header: the browser's own clock seems to be wrong. */
const moveBrowser = (seconds: number) => async (stage: Stage) => {
  const { control } = stage;
  await control.setClock(-seconds);
  const headers = { date: new Date(Date.now() - seconds * 1000).toUTCString() };
  for (const path of ["/authorize", "/u/login", "/oauth/token", "/.well-known/jwks.json"])
    await control.planResponse({ path, times: 20, headers });
};

const chooseHs256 = ({ app }: Stage) => app.chooseClient("demo-hs256");

/** Faults of ID tokens, of clocks, and of what belongs to another user. */
export const idTokenScenes: Scenes = {
  "hs256-implicit": refusedByLibrary("Log in", chooseHs256),
  "hs256-pkce": refusedByLibrary("Log in with PKCE", chooseHs256),
  "alg-none-implicit": implicitWith(removeSignature),
  "alg-none-pkce": pkceWith(removeSignature),
  "nonce-different-implicit": implicitWith((token) => token, { nonce: randomText() }),
  "nonce-different-pkce": pkceWith((token) => token, { nonce: randomText() }),
  "issuer-of-token-implicit": async (stage) => {
    await implicitWith((token) => forge(token, { claims: { iss: "http://localhost:4470/" } }))(
      stage,
    );
    await sendFromPage(stage, { url: `${stage.tenant.origin}/.well-known/jwks.json` });
  },
  "issuer-of-token-pkce": pkceWith((token) =>
    forge(token, { claims: { iss: "http://localhost:4470/" } }),
  ),
  "audience-of-token-implicit": implicitWith((token) =>
    forge(token, { claims: { aud: "demo-other" } }),
  ),
  "audience-of-token-pkce": pkceWith((token) => forge(token, { claims: { aud: "demo-other" } })),
  "access-token-hash-implicit": implicitWith((token) =>
    forge(token, { claims: { at_hash: randomText().slice(0, 22) } }),
  ),
  "auth-time-missing-implicit": implicitWith(
    (token) => forge(token, { claims: { auth_time: undefined } }),
    { max_age: "60" },
  ),
  "auth-time-old-pkce": pkceWith(
    (token) => forge(token, { claims: { auth_time: Number(readPart(token, 1)["iat"]) - 7200 } }),
    { max_age: "60" },
  ),
  "key-unknown-implicit": async (stage) => {
    await implicitWith((token) => forge(token, { header: { kid: "rotated-key-of-last-year" } }))(
      stage,
    );
    await sendFromPage(stage, { url: `${stage.tenant.origin}/.well-known/jwks.json` });
  },
  "signature-wrong-implicit": refusedByLibrary("Log in", ({ control }) =>
    control.plant("wrong-key"),
  ),
  "signature-wrong-pkce": refusedByLibrary("Log in with PKCE", ({ control }) =>
    control.plant("wrong-key"),
  ),
  "clock-tenant-ahead-implicit": refusedByLibrary("Log in", moveTenant(600)),
  "clock-tenant-ahead-pkce": refusedByLibrary("Log in with PKCE", moveTenant(600)),
  "clock-tenant-behind-implicit": refusedByLibrary("Log in", moveTenant(-11 * 3600)),
  "clock-browser-behind-implicit": refusedByLibrary("Log in", moveBrowser(-600)),
  "clock-browser-behind-pkce": refusedByLibrary("Log in with PKCE", moveBrowser(-600)),
  "clock-browser-ahead-implicit": refusedByLibrary("Log in", async (stage) => {
    await stage.control.limit({ idTokenLifetime: 300_000 });
    await moveBrowser(600)(stage);
  }),
  "clock-nearly-right": async (stage) => {
    await stage.control.setClock(20);
    await stage.app.press("Log in");
    await stage.logInAtTenant();
    await stage.app.readResult("Login succeeded.");
  },
  "user-info-other-subject": async (stage) => {
    const { verifier, challenge } = createPkce();
    const response = await logInByUrl(stage, withPkce(challenge));
    const tokens = await redeem(stage, response, { code_verifier: verifier });
    await stage.control.planResponse({
      path: "/userinfo",
      method: "GET",
      status: 200,
      body: JSON.stringify({ sub: "auth0|65f1c0face00000000000002", name: "Grace Hopper" }),
      headers: {
        "content-type": "application/json",
        "access-control-allow-origin": stage.application.origin,
      },
    });
    await sendFromPage(stage, {
      url: `${stage.tenant.origin}/userinfo`,
      headers: { authorization: `Bearer ${String(tokens["access_token"])}` },
    });
  },
  "refresh-other-subject": async (stage) => {
    const { verifier, challenge } = createPkce();
    const scope = "openid offline_access";
    const response = await logInByUrl(stage, { ...withPkce(challenge), scope });
    const tokens = await redeem(stage, response, { code_verifier: verifier });
    const claims = { sub: "auth0|65f1c0face00000000000002" };
    const changed = { id_token: forge(String(tokens["id_token"]), { claims }) };
    await planTokens(stage, { ...tokens, ...changed, refresh_token: `v1.${randomText()}` });
    await sendToken(stage, {
      grant_type: "refresh_token",
      refresh_token: String(tokens["refresh_token"]),
      client_id: demo.clientId,
    });
  },
};
