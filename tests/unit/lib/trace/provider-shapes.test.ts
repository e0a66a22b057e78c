import { describe, expect, test } from "vitest";
import { captureStart, jwtOf, listProven, traceOf, type EntryFacts } from "./entries.ts";

const app = "https://app.example";
/** The example of RFC 7636, appendix B. */
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const state = "9f1d0c3a7be84b0c";
const nonce = "41c7f0d2a9b34e55";
const issuedAt = Math.floor(captureStart / 1000);

/** An ID token of a provider, valid for an hour. */
const idToken = (issuer: string, client: string, more: object = {}) =>
  jwtOf({
    iss: issuer,
    sub: "248289761001",
    aud: client,
    iat: issuedAt,
    exp: issuedAt + 3600,
    nonce,
    ...more,
  });

/** The navigation to a provider, answered by a redirect or by the provider's own page. */
const ask = (url: string, query: Record<string, string>, more: Partial<EntryFacts> = {}) => ({
  url,
  query,
  dest: "document",
  headers: { Referer: `${app}/`, Cookie: "a=b" },
  answer: "<!doctype html><title>Sign in</title><form method=post></form>",
  ...more,
});

const page = (url: string, at: number, more: Partial<EntryFacts> = {}): EntryFacts => ({
  url,
  at,
  dest: "document",
  answer: "<!doctype html><title>App</title>",
  ...more,
});

const pkce = {
  response_type: "code",
  redirect_uri: `${app}/callback`,
  scope: "openid profile offline_access",
  state,
  nonce,
  code_challenge: challenge,
  code_challenge_method: "S256",
};

const redeem = (url: string, client: string, answer: object): EntryFacts => ({
  url,
  at: 4_000,
  dest: "empty",
  origin: app,
  responseHeaders: { "Access-Control-Allow-Origin": app },
  form: {
    grant_type: "authorization_code",
    client_id: client,
    code: "SplxlOBeZQQYbYS6WxSbIA",
    redirect_uri: `${app}/callback`,
    code_verifier: verifier,
  },
  answer: { token_type: "Bearer", expires_in: 3600, ...answer },
});

/** A capture of one clean login, with the kinds of its messages. */
interface Shape {
  what: string;
  host: string;
  entries: EntryFacts[];
}

const directory = "https://login.directory.example";
const realm = "https://id.example/realms/shop";
const pool = "https://pool.auth.region.example";
const custom = "https://dev-1.example/oauth2/default";
const social = "https://accounts.social.example";
const forge = "https://forge.example";
const device = "https://appleid.device.example";

const shapes: Shape[] = [
  {
    what: "a directory with tenants in its paths: code in the fragment, PKCE, client_info",
    host: "login.directory.example",
    entries: [
      ask(`${directory}/72f988bf/oauth2/v2.0/authorize`, {
        ...pkce,
        client_id: "6731de76",
        response_mode: "fragment",
        client_info: "1",
        "x-client-SKU": "msal.js.browser",
        "client-request-id": "b7a1",
      }),
      page(`${directory}/72f988bf/login`, 3_000, {
        method: "POST",
        form: { login: "ada@example.com", passwd: "x", ctx: "rQQ", flowToken: "AQ" },
        location: `${app}/callback#code=SplxlOBeZQQYbYS6WxSbIA&client_info=eyJ&state=${state}&session_state=0041`,
      }),
      page(`${app}/callback`, 3_200),
      redeem(`${directory}/72f988bf/oauth2/v2.0/token`, "6731de76", {
        id_token: idToken(`${directory}/72f988bf/v2.0`, "6731de76"),
        access_token: "opaque-access",
        refresh_token: "0.AQ",
        client_info: "eyJ",
      }),
    ],
  },
  {
    what: "an identity server with realms: issuer and session state in the response",
    host: "id.example",
    entries: [
      ask(`${realm}/protocol/openid-connect/auth`, {
        ...pkce,
        client_id: "shop-web",
        response_mode: "fragment",
      }),
      page(
        `${realm}/login-actions/authenticate?session_code=a&execution=b&client_id=shop-web&tab_id=c`,
        3_000,
        {
          method: "POST",
          form: { username: "ada", password: "x", credentialId: "" },
          location: `${app}/callback#state=${state}&session_state=c5&iss=${encodeURIComponent(realm)}&code=SplxlOBeZQQYbYS6WxSbIA`,
        },
      ),
      page(`${app}/callback`, 3_200),
      redeem(`${realm}/protocol/openid-connect/token`, "shop-web", {
        id_token: idToken(realm, "shop-web", { session_state: "c5", azp: "shop-web" }),
        access_token: jwtOf({ iss: realm, exp: issuedAt + 300, azp: "shop-web" }),
        refresh_token: jwtOf({ iss: realm, typ: "Refresh" }, { alg: "HS512", kid: "s" }),
        "not-before-policy": 0,
      }),
    ],
  },
  {
    what: "a hosted user pool: code in the query",
    host: "pool.auth.region.example",
    entries: [
      ask(
        `${pool}/oauth2/authorize`,
        { ...pkce, client_id: "1example23456789" },
        {
          location: `${pool}/login?client_id=1example23456789&response_type=code&state=${state}&redirect_uri=${encodeURIComponent(`${app}/callback`)}`,
        },
      ),
      page(
        `${pool}/login?client_id=1example23456789&response_type=code&state=${state}&redirect_uri=${encodeURIComponent(`${app}/callback`)}`,
        100,
      ),
      page(
        `${pool}/login?client_id=1example23456789&response_type=code&state=${state}&redirect_uri=${encodeURIComponent(`${app}/callback`)}`,
        3_000,
        {
          method: "POST",
          form: { _csrf: "c", username: "ada", password: "x", cognitoAsfData: "e30" },
          location: `${app}/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=${state}`,
        },
      ),
      page(`${app}/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=${state}`, 3_200),
      redeem(`${pool}/oauth2/token`, "1example23456789", {
        id_token: idToken("https://idp.region.example/pool_1", "1example23456789", {
          token_use: "id",
          at_hash: undefined,
        }),
        access_token: jwtOf({
          iss: "https://idp.region.example/pool_1",
          token_use: "access",
          exp: issuedAt + 3600,
        }),
        refresh_token: "r",
      }),
    ],
  },
  {
    what: "a custom authorization server: the login page is of the same host, another path",
    host: "dev-1.example",
    entries: [
      ask(`${custom}/v1/authorize`, { ...pkce, client_id: "0oa1", response_mode: "query" }),
      page("https://dev-1.example/login/token/redirect?stateToken=02", 3_000, {
        location: `${custom}/v1/authorize/redirect?sessionToken=20111`,
      }),
      page(`${custom}/v1/authorize/redirect?sessionToken=20111`, 3_050, {
        location: `${app}/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=${state}`,
      }),
      page(`${app}/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=${state}`, 3_200),
      redeem(`${custom}/v1/token`, "0oa1", {
        id_token: idToken(custom, "0oa1"),
        access_token: jwtOf({
          iss: custom,
          aud: "api://default",
          cid: "0oa1",
          exp: issuedAt + 3600,
        }),
        refresh_token: "r1",
        scope: "openid profile offline_access",
      }),
    ],
  },
  {
    what: "a social provider and a server that redeems the code and sets a session",
    host: "accounts.social.example",
    entries: [
      page(`${app}/auth/login`, 0, {
        location: `${social}/o/oauth2/v2/auth?client_id=1.apps&response_type=code&redirect_uri=${encodeURIComponent(`${app}/auth/callback`)}&scope=openid%20email&state=${state}&nonce=${nonce}&access_type=offline&prompt=consent`,
        responseHeaders: { "Set-Cookie": "txn=1; HttpOnly; Secure; SameSite=Lax; Path=/" },
      }),
      page(
        `${social}/o/oauth2/v2/auth?client_id=1.apps&response_type=code&redirect_uri=${encodeURIComponent(`${app}/auth/callback`)}&scope=openid%20email&state=${state}&nonce=${nonce}&access_type=offline&prompt=consent`,
        50,
        { location: `${social}/v3/signin/identifier?opparams=%253F&dsh=S1&client_id=1.apps` },
      ),
      page(`${social}/v3/signin/identifier?opparams=%253F&dsh=S1&client_id=1.apps`, 150),
      page(`${social}/signin/oauth/consent?authuser=0&part=AJ`, 3_000, {
        location: `${app}/auth/callback?state=${state}&iss=https%3A%2F%2Faccounts.social.example&code=4%2F0AQ&scope=email%20openid&authuser=0&prompt=consent`,
      }),
      page(
        `${app}/auth/callback?state=${state}&iss=https%3A%2F%2Faccounts.social.example&code=4%2F0AQ&scope=email%20openid&authuser=0&prompt=consent`,
        3_200,
        {
          headers: { Cookie: "txn=1" },
          location: `${app}/dashboard`,
          responseHeaders: { "Set-Cookie": "session=1; HttpOnly; Secure; SameSite=Lax; Path=/" },
        },
      ),
      page(`${app}/dashboard`, 3_400, { headers: { Cookie: "session=1" } }),
    ],
  },
  {
    what: "plain OAuth 2.0 without openid, redeemed by a server",
    host: "forge.example",
    entries: [
      ask(
        `${forge}/login/oauth/authorize`,
        {
          client_id: "Iv1",
          redirect_uri: `${app}/auth/forge/callback`,
          scope: "read:user user:email",
          state,
        },
        { location: `${forge}/login?client_id=Iv1&return_to=%2Flogin%2Foauth%2Fauthorize` },
      ),
      page(`${forge}/login?client_id=Iv1&return_to=%2Flogin%2Foauth%2Fauthorize`, 100),
      page(`${forge}/session`, 3_000, {
        method: "POST",
        form: { login: "ada", password: "x", authenticity_token: "t", return_to: "/login/oauth" },
        location: `${app}/auth/forge/callback?code=a1b2c3&state=${state}`,
      }),
      page(`${app}/auth/forge/callback?code=a1b2c3&state=${state}`, 3_200, {
        location: `${app}/`,
        responseHeaders: { "Set-Cookie": "session=1; HttpOnly; Secure; SameSite=Lax; Path=/" },
      }),
      page(`${app}/`, 3_300, { headers: { Cookie: "session=1" } }),
    ],
  },
  {
    what: "a provider that posts code and ID token to a server",
    host: "appleid.device.example",
    entries: [
      ask(`${device}/auth/authorize`, {
        client_id: "com.example.web",
        redirect_uri: `${app}/auth/posted`,
        response_type: "code id_token",
        response_mode: "form_post",
        scope: "openid name email",
        state,
        nonce,
      }),
      page(`${app}/auth/posted`, 3_200, {
        method: "POST",
        headers: { Origin: device, Cookie: "txn=1" },
        form: {
          state,
          code: "c1.0.mq",
          id_token: idToken(device, "com.example.web", { nonce_supported: true }),
        },
        status: 303,
        location: `${app}/home`,
        responseHeaders: { "Set-Cookie": "session=1; HttpOnly; Secure; SameSite=Lax; Path=/" },
      }),
      page(`${app}/home`, 3_300, { headers: { Cookie: "session=1" } }),
    ],
  },
];

describe("a clean login at a provider of another make", () => {
  test.each(shapes)("is one login without a cause: $what", async ({ host, entries }) => {
    const { flows } = await traceOf(entries);
    expect(
      flows.map(({ flow }) => ({ kind: flow.kind, host: flow.host, phase: flow.phase })),
    ).toEqual([{ kind: "login", host, phase: "complete" }]);
    expect(flows.map(({ stop }) => stop)).toEqual([undefined]);
    expect(flows.flatMap(({ verdict }) => listProven(verdict))).toEqual([]);
  });
});
