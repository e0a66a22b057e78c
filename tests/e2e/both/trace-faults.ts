import * as z from "zod/mini";
import { demo } from "../../launch/demo.ts";
import type { TraceVerdicts } from "../pages/trace-verdicts.ts";
import type { TraceStage } from "./trace-stage.ts";

/** What a fault can use: the demo app, the tenant's controls, and the Trace tab. */
interface FaultStage extends TraceStage {
  trace: TraceVerdicts;
}

/** A way to break the demo app, and what the Trace tab says about it. */
export interface Fault {
  /** Completes the sentence "It explains …". */
  name: string;
  /** Breaks the tenant or the demo app, then makes the request that fails. */
  fail: (stage: FaultStage) => Promise<void>;
  kind: "login" | "renewal" | "logout";
  /** The second line of the row, or its start: the proven cause, otherwise the stop. */
  cause: string;
  /** Further words of the verdict. */
  shown: readonly string[];
  isAlsoInFirefox?: boolean;
}

const tokensSchema = z.looseObject({ id_token: z.string() });
const partSchema = z.record(z.string(), z.unknown());
const wrongUser = { ...demo.user, password: "not-the-passphrase" };

/** Logs in at the tenant's page, as soon as the Trace tab lists the login. */
async function logIn({ tab, trace }: FaultStage, button: string, result: string): Promise<void> {
  await tab.press(button);
  await trace.waitForNewest("login");
  await tab.logIn(demo.user);
  await tab.waitForResult(result);
}

/** Logs in with the demo app's own form. */
async function logInWithForm({ tab }: FaultStage, user: typeof wrongUser): Promise<void> {
  await tab.fill("email", user.email);
  await tab.fill("password", user.password);
  await tab.press("send-password");
  await tab.waitForResult("Embedded login failed.");
}

/** Plans the next response of the token endpoint, readable by the demo app. */
async function planTokenResponse(stage: FaultStage, status: number, body: object): Promise<void> {
  await stage.control.planResponse({
    path: "/oauth/token",
    method: "POST",
    status,
    body: JSON.stringify(body),
    headers: {
      "access-control-allow-origin": stage.demoOrigins[0],
      "cache-control": "no-store",
    },
  });
}

type Parts = readonly [header: object, payload: object, signature: string];

/** Logs in with PKCE; the token response has a changed ID token of a password grant. */
const logInForIdToken =
  (change: (parts: Parts) => Parts) =>
  async (stage: FaultStage): Promise<void> => {
    const response = await fetch(`${stage.tenantOrigin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "http://auth0.com/oauth/grant-type/password-realm",
        client_id: demo.clientId,
        username: demo.user.email,
        password: demo.user.password,
        realm: "Username-Password-Authentication",
        scope: "openid profile email",
      }),
    });
    const tokens = tokensSchema.parse(await response.json());
    await planTokenResponse(stage, 200, {
      ...tokens,
      id_token: changeIdToken(tokens.id_token, change),
    });
    await logIn(stage, "pkce", "Login failed.");
  };

/** Decodes an ID token, changes its parts, and encodes it again. */
function changeIdToken(idToken: string, change: (parts: Parts) => Parts): string {
  const [header = "", payload = "", signature = ""] = idToken.split(".");
  const read = (part: string) =>
    partSchema.parse(JSON.parse(Buffer.from(part, "base64url").toString()));
  const write = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const changed = change([read(header), read(payload), signature]);
  return `${write(changed[0])}.${write(changed[1])}.${changed[2]}`;
}

/** Faults of the request to the authorization endpoint, and of its response. */
const authorizationFaults: readonly Fault[] = [
  {
    name: "a callback URL that is not in the list",
    async fail({ control, demoOrigins, tab }) {
      await control.changeClient(demo.clientId, { callbacks: [`${demoOrigins[0]}/callback/`] });
      await tab.press("log-in");
    },
    kind: "login",
    cause: "Stopped at the authorization request: 400",
    shown: ["The callback URL is not in the list of the application."],
    isAlsoInFirefox: true,
  },
  {
    name: "a client_id that the tenant does not know",
    async fail({ tab }) {
      await tab.evaluate(`document.querySelector("[value=demo-spa]").value = "demo-spaa"`);
      await tab.press("log-in");
    },
    kind: "login",
    cause: "Stopped at the authorization request: 400",
    shown: ["The provider does not know the client ID."],
  },
  {
    name: "an audience that the tenant does not know",
    async fail({ tab }) {
      await tab.fill("query", "audience=https://unknown.example/");
      await tab.press("log-in-with-query");
      await tab.waitForResult("Login failed.");
    },
    kind: "login",
    cause: "Stopped at the authorization response: access_denied",
    shown: ["No API has this audience as its identifier"],
  },
  {
    name: "too many requests",
    async fail({ control, tab }) {
      await control.plant("global-limit-reached");
      await tab.press("log-in");
    },
    kind: "login",
    cause: "Stopped at the authorization request: 429",
    shown: ["The provider limits the rate of login requests"],
  },
  {
    name: "a response with the state of another login",
    async fail({ control, demoOrigins, tab }) {
      const location = `${demoOrigins[0]}/callback#code=code-of-another-login&state=another-login`;
      await control.planResponse({ path: "/authorize", status: 302, headers: { location } });
      await tab.press("pkce");
      await tab.waitForResult("Login failed.");
    },
    kind: "login",
    cause: "The response has another state than the request",
    shown: ["The client compares the state of the response"],
  },
];

/** Faults at the token endpoint, and of ID tokens. */
const tokenFaults: readonly Fault[] = [
  {
    name: "a code that the token endpoint refuses",
    async fail(stage) {
      const error = { error: "invalid_grant", error_description: "Invalid authorization code" };
      await planTokenResponse(stage, 403, error);
      await logIn(stage, "pkce", "Login failed.");
    },
    kind: "login",
    cause: "Stopped at the token request: 403 invalid_grant",
    shown: ["Invalid authorization code", "The code has expired, or was used before."],
    isAlsoInFirefox: true,
  },
  {
    name: "a grant that the client may not use",
    async fail(stage) {
      await stage.control.changeClient(demo.clientId, { grant_types: ["implicit"] });
      await logIn(stage, "pkce", "Login failed.");
    },
    kind: "login",
    cause: "Stopped at the token request: 403 unauthorized_client",
    shown: ["The grant type is turned off for the application."],
  },
  {
    name: "an ID token that is signed with HS256",
    async fail(stage) {
      await stage.control.changeClient(demo.clientId, { id_token_signing_alg: "HS256" });
      await logIn(stage, "log-in", "Login failed.");
    },
    kind: "login",
    cause: "The ID token is signed with HS256",
    shown: ["Version 10 of the library refuses it with invalid_token."],
    isAlsoInFirefox: true,
  },
  {
    name: "an ID token that the tenant's keys do not verify",
    async fail(stage) {
      await stage.control.plant("wrong-key");
      await logIn(stage, "log-in", "Login failed.");
    },
    kind: "login",
    cause: "The signature of the ID token is wrong",
    shown: ["RFC 7515, section 5.2"],
  },
  {
    name: "an ID token without a signature",
    fail: logInForIdToken(([, payload]) => [{ alg: "none", typ: "JWT" }, payload, ""]),
    kind: "login",
    cause: "The ID token is not signed",
    shown: ["RS256"],
  },
  {
    name: "an ID token of another tenant",
    fail: logInForIdToken(([header, payload, signature]) => [
      header,
      { ...payload, iss: "https://other.tenant.example/" },
      signature,
    ]),
    kind: "login",
    cause: "The ID token is of another issuer",
    shown: ["https://other.tenant.example/"],
  },
  {
    name: "an ID token of another login",
    fail: logInForIdToken((parts) => parts),
    kind: "login",
    cause: "The ID token has another nonce than the request",
    shown: ["absent"],
  },
  {
    name: "a clock of the tenant that is ten minutes fast",
    async fail(stage) {
      await stage.control.setClock(600);
      await logIn(stage, "log-in", "Login failed.");
    },
    kind: "login",
    cause: "The clock of the token's issuer is fast",
    shown: ["Date of the provider"],
  },
];

/** Faults of renewals and logouts. */
const sessionFaults: readonly Fault[] = [
  {
    name: "third-party cookies that the browser blocks",
    async fail(stage) {
      await stage.tab.goto(`${stage.demoOrigins[1]}/`);
      await logIn(stage, "log-in", "Login succeeded.");
      // Firefox loses requests that start while the panel reads its list, as after a login.
      await stage.trace.waitForVerdict("login");
      await stage.tab.press("renew");
      await stage.tab.waitForResult("Silent renewal failed.");
    },
    kind: "renewal",
    cause: "Stopped at the renewal",
    shown: ["The browser blocks the provider's cookies, because the page is on another site."],
    isAlsoInFirefox: true,
  },
  {
    name: "a renewal that needs the user's consent",
    async fail(stage) {
      await logIn(stage, "log-in", "Login succeeded.");
      await stage.tab.evaluate(`document.querySelector("[value=demo-hs256]").click()`);
      await stage.tab.press("renew");
      await stage.tab.waitForResult("Silent renewal failed.");
    },
    kind: "renewal",
    cause: "Stopped at the renewal: consent_required",
    shown: ["The page runs on localhost"],
  },
  {
    name: "a renewal from an origin that is no longer a web origin",
    async fail(stage) {
      await logIn(stage, "log-in", "Login succeeded.");
      await stage.control.changeClient(demo.clientId, { web_origins: ["https://other.example"] });
      // The page gets no message from the frame, and waits for a minute.
      await stage.tab.press("renew");
    },
    kind: "renewal",
    cause: "Stopped at the renewal: 403",
    shown: ["The page's origin is not among the allowed web origins."],
  },
  {
    name: "a URL to return to after the logout that is not in the list",
    async fail({ control, demoOrigins, tab }) {
      const allowed = [`${demoOrigins[0]}/goodbye`];
      await control.changeClient(demo.clientId, { allowed_logout_urls: allowed });
      await tab.press("log-out");
    },
    kind: "logout",
    cause: "Stopped at the logout: 400",
    shown: ["The URL to return to is not in the list of logout URLs."],
  },
];

/** Faults of logins with the demo app's own form. */
const embeddedFaults: readonly Fault[] = [
  {
    name: "a wrong password",
    fail: (stage) => logInWithForm(stage, wrongUser),
    kind: "login",
    cause: "Stopped at the provider's pages: 403 access_denied",
    shown: ["The email address, the password or the one-time code is wrong."],
    isAlsoInFirefox: true,
  },
  {
    name: "an origin that is not in the list of web origins",
    async fail(stage) {
      await stage.control.changeClient(demo.clientId, { web_origins: ["https://other.example"] });
      await logInWithForm(stage, demo.user);
    },
    kind: "login",
    cause: "Stopped at the provider's pages: 403",
    shown: ["The page's origin is not in the list for cross-origin logins."],
  },
  {
    name: "a client that does not allow embedded logins",
    async fail(stage) {
      await stage.control.changeClient(demo.clientId, { cross_origin_authentication: false });
      await logInWithForm(stage, demo.user);
    },
    kind: "login",
    cause: "Stopped at the provider's pages: 401 unauthorized_client",
    shown: ["The setting “Allow Cross-Origin Authentication” is off."],
  },
  {
    name: "a blocked user",
    async fail(stage) {
      await stage.control.blockUser(demo.user.id);
      await logInWithForm(stage, demo.user);
    },
    kind: "login",
    cause: "Stopped at the provider's pages: 403 blocked_user",
    shown: ["An administrator blocked the user."],
  },
];

/** Ways to break the demo app: by the tenant's controls, or by a change of the page itself. */
export const faults: readonly Fault[] = [
  ...authorizationFaults,
  ...tokenFaults,
  ...sessionFaults,
  ...embeddedFaults,
];
