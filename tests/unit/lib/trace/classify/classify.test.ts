import { describe, expect, test } from "vitest";
import { classify } from "../../../../../lib/trace/classify/classify.ts";
import type { MessageKind } from "../../../../../lib/trace/message.ts";
import { exchangesOf, jwtOf, type EntryFacts } from "../entries.ts";

const idp = "https://login.example";
const app = "https://app.example";
const page = { dest: "document" };
const script = { dest: "empty", origin: app };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const kindsOf = (list: readonly EntryFacts[]) =>
  classify(exchangesOf(list)).map(({ kind }) => kind);

/** Each row is one request alone, without any neighbour that could explain it. */
const alone: readonly (readonly [title: string, kind: MessageKind, facts: EntryFacts])[] = [
  ["discovery", "discovery", { url: `${idp}/.well-known/openid-configuration` }],
  [
    "metadata with the issuer's path behind it",
    "discovery",
    { url: `${idp}/.well-known/oauth-authorization-server/tenant` },
  ],
  [
    "metadata at a path of its own",
    "discovery",
    { url: `${idp}/meta.json`, answer: { issuer: idp, authorization_endpoint: `${idp}/a` } },
  ],
  ["keys at the usual path", "key-set", { url: `${idp}/.well-known/jwks.json` }],
  [
    "keys at a path of their own",
    "key-set",
    { url: `${idp}/jwks`, answer: { keys: [{ kty: "RSA", kid: "k" }] } },
  ],
  [
    "an authorization",
    "authorization",
    { url: `${idp}/auth?client_id=spa&response_type=code&redirect_uri=${app}/cb`, ...page },
  ],
  [
    "an authorization as a form",
    "authorization",
    { url: `${idp}/auth`, ...page, form: { client_id: "spa", response_type: "code", scope: "a" } },
  ],
  [
    "an authorization by a request object",
    "authorization",
    { url: `${idp}/auth?client_id=spa&request=a.b.c`, ...page },
  ],
  [
    "an authorization of a pushed request",
    "authorization",
    { url: `${idp}/auth?client_id=spa&request_uri=urn:ietf:params:oauth:request_uri:1`, ...page },
  ],
  [
    "an authorization without its response type",
    "authorization",
    { url: `${idp}/auth?client_id=spa&redirect_uri=${app}/cb&state=s`, ...page },
  ],
  [
    "an authorization without its client",
    "authorization",
    { url: `${idp}/auth?response_type=code&redirect_uri=${app}/cb&state=s`, ...page },
  ],
  [
    "a pushed request",
    "pushed-request",
    {
      url: `${idp}/request`,
      ...script,
      form: { client_id: "spa", response_type: "code", redirect_uri: `${app}/cb` },
      status: 201,
      answer: { request_uri: "urn:x", expires_in: 60 },
    },
  ],
  [
    "a refused pushed request",
    "pushed-request",
    {
      url: `${idp}/par`,
      ...script,
      form: { client_id: "spa", response_type: "code" },
      status: 400,
      answer: { error: "invalid_request" },
    },
  ],
  ["a token request as a form", "token", { url: `${idp}/t`, form: { grant_type: "x" } }],
  ["a token request as JSON", "token", { url: `${idp}/t`, json: { grant_type: "x" } }],
  [
    "a token request without its body",
    "token",
    {
      url: `${idp}/t`,
      method: "POST",
      ...script,
      answer: { access_token: "a", token_type: "Bearer" },
    },
  ],
  [
    "a token request without both bodies",
    "token",
    { url: `${idp}/token`, method: "POST", ...script, answer: null },
  ],
  [
    "a token request without its grant type",
    "token",
    { url: `${idp}/t`, ...script, form: { code: "c", code_verifier: "v" }, status: 400 },
  ],
  ["user info", "user-info", { url: `${idp}/userinfo`, ...script, headers: bearer("t") }],
  [
    "user info at a short path",
    "user-info",
    { url: `${idp}/me`, ...script, headers: bearer("t"), answer: { sub: "ada" } },
  ],
  ["logout of the vendor", "logout", { url: `${idp}/v2/logout?client_id=spa`, ...page }],
  [
    "RP-initiated logout",
    "logout",
    { url: `${idp}/session/end?post_logout_redirect_uri=${app}`, ...page },
  ],
  ["logout with a hint only", "logout", { url: `${idp}/bye?id_token_hint=a.b.c`, ...page }],
  [
    "revocation",
    "revocation",
    { url: `${idp}/token/revocation`, ...script, form: { token: "t", client_id: "spa" } },
  ],
  [
    "introspection",
    "introspection",
    { url: `${idp}/i`, ...script, form: { token: "t" }, answer: { active: true } },
  ],
  [
    "device authorization that is refused",
    "device-authorization",
    {
      url: `${idp}/connect/deviceauthorization`,
      ...script,
      form: { client_id: "tv", scope: "openid" },
      status: 400,
      answer: { error: "invalid_request" },
    },
  ],
  [
    "device authorization",
    "device-authorization",
    {
      url: `${idp}/device/auth`,
      ...script,
      form: { client_id: "tv" },
      answer: { device_code: "d", user_code: "u" },
    },
  ],
  [
    "an embedded login",
    "embedded-login",
    { url: `${idp}/co/authenticate`, ...script, json: { client_id: "spa" } },
  ],
  [
    "an embedded login at another path",
    "embedded-login",
    { url: `${idp}/login`, ...script, json: { client_id: "spa", credential_type: "password" } },
  ],
  [
    "a verification of an embedded login",
    "embedded-verification",
    { url: `${idp}/co/verify`, ...page, form: { state: "s", verifier: "v" } },
  ],
  [
    "a start without a password",
    "passwordless-start",
    {
      url: `${idp}/passwordless/start`,
      ...script,
      json: { client_id: "spa", connection: "email", email: "a@b.c" },
    },
  ],
  [
    "a code of a message",
    "passwordless-verification",
    {
      url: `${idp}/passwordless/verify`,
      ...script,
      json: { client_id: "spa", connection: "email", email: "a@b.c", verification_code: "1" },
    },
  ],
  [
    "a signup",
    "signup",
    {
      url: `${idp}/join`,
      ...script,
      json: { client_id: "spa", connection: "db", email: "a@b.c", password: "p" },
    },
  ],
  [
    "a change of password",
    "password-change",
    {
      url: `${idp}/reset`,
      ...script,
      json: { client_id: "spa", connection: "db", email: "a@b.c" },
    },
  ],
  ["a second factor", "mfa", { url: `${idp}/mfa/challenge`, ...script, json: { mfa_token: "m" } }],
  ["a callback with a query", "callback", { url: `${app}/cb?code=c&state=s`, ...page }],
  [
    "a callback with a fragment, as Firefox reports it",
    "callback",
    { url: `${app}/cb#access_token=t&token_type=Bearer`, ...page },
  ],
  [
    "a callback as a form",
    "callback",
    { url: `${app}/cb`, ...page, headers: { Origin: idp }, form: { code: "c", state: "s" } },
  ],
  ["a callback of a hash router", "callback", { url: `${app}/#/cb?code=c&state=s`, ...page }],
  [
    "a page that sends a response, of a login that began earlier",
    "login-page",
    {
      url: `${idp}/u/login`,
      ...page,
      form: { password: "p" },
      location: `${app}/cb?code=c&state=s`,
    },
  ],
  [
    "a management call",
    "management",
    {
      url: `${idp}/api/v2/users/ada`,
      ...script,
      headers: bearer(jwtOf({ aud: `${idp}/api/v2/` })),
    },
  ],
  [
    "a call of an API whose version is 2",
    "api-call",
    { url: `${app}/api/v2/users/ada`, ...script, headers: bearer(jwtOf({ aud: "orders" })) },
  ],
  [
    "a call with a DPoP token",
    "api-call",
    { url: `${app}/orders`, ...script, headers: { Authorization: "DPoP t" } },
  ],
  ["a call with a token in its query", "api-call", { url: `${app}/o?access_token=${jwtOf({})}` }],
  [
    "a preflight of a call",
    "preflight",
    {
      url: `${app}/orders`,
      method: "OPTIONS",
      headers: {
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
      },
    },
  ],
];

/** Requests that look like auth messages by a part of their address or body. */
const others: readonly (readonly [title: string, facts: EntryFacts])[] = [
  ["a script called tokens.js", { url: `${app}/tokens.js`, dest: "script" }],
  ["a page called /authorize-help", { url: `${app}/authorize-help`, ...page }],
  ["a page with a code only", { url: `${app}/invite?code=c`, ...page }],
  ["a script's request with code and state", { url: `${app}/x.json?code=c&state=s`, ...script }],
  ["a form with a password", { url: `${app}/login`, ...page, form: { user: "a", password: "p" } }],
  ["a request of an app's own session", { url: `${app}/api/logout`, ...script, method: "POST" }],
  ["a map's tile with a public key", { url: `https://m.example/t.png?access_token=pk.eyJ1.x` }],
  ["a request with a password of its own", { url: app, headers: { Authorization: "Basic YQ==" } }],
  [
    "a preflight of a plain request",
    { url: `${app}/o`, method: "OPTIONS", headers: { "Access-Control-Request-Method": "GET" } },
  ],
];

describe("classify", () => {
  test.each(alone)("recognises %s as %s", (_title, kind, facts) => {
    expect(kindsOf([facts])).toEqual([kind]);
  });

  test.each(others)("takes %s for no auth message", (_title, facts) => {
    expect(kindsOf([facts])).toEqual([]);
  });

  test("knows the endpoints that a discovery document announces, whatever their paths", () => {
    const at = (path: string) => `${idp}/realm/${path}`;
    const document = {
      issuer: `${idp}/realm`,
      authorization_endpoint: at("a"),
      token_endpoint: at("b"),
      userinfo_endpoint: at("c"),
      jwks_uri: at("d"),
      end_session_endpoint: at("e"),
      revocation_endpoint: at("f"),
      introspection_endpoint: at("g"),
      device_authorization_endpoint: at("h"),
      pushed_authorization_request_endpoint: at("i"),
    };
    const list = [..."abcdefghi"].map((path, index) => ({ url: at(path), at: 10 * index + 10 }));
    const discovery = { url: `${idp}/realm/.well-known/openid-configuration`, answer: document };
    expect(kindsOf([discovery, ...list])).toEqual([
      "discovery",
      "authorization",
      "token",
      "user-info",
      "key-set",
      "logout",
      "revocation",
      "introspection",
      "device-authorization",
      "pushed-request",
    ]);
  });

  test("reads the error that a protected resource names in its header", () => {
    const [message] = classify(
      exchangesOf([
        {
          url: `${app}/orders`,
          ...script,
          headers: bearer("t"),
          status: 401,
          responseHeaders: { "WWW-Authenticate": 'Bearer realm="o", error="invalid_token"' },
        },
      ]),
    );
    expect(message).toMatchObject({ kind: "api-call", error: "invalid_token" });
  });

  test("takes no error that is null or an object for a code", () => {
    const errors = [null, { code: 1 }, ["x"]].map((error) =>
      classify(exchangesOf([{ url: `${idp}/t`, form: { grant_type: "x" }, answer: { error } }])),
    );
    expect(errors.flat().map((message) => message.error)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
