import type { EntryFacts } from "../entries.ts";
import { app, callback, idp, page, script } from "../join/logins.ts";
import {
  authorize,
  callOf,
  discoveryOf,
  implicitOf,
  loginOf,
  redeem,
  type ContradictionCase,
} from "./contradiction-case.ts";

const preflight = (facts: object) => [
  ...loginOf(),
  {
    at: 1000,
    url: "https://api.example/orders",
    method: "OPTIONS",
    headers: {
      Origin: app,
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "authorization",
    },
    ...facts,
  },
  callOf("access-of-login", { at: 1001, status: 0, error: "net::ERR_FAILED", responseHeaders: {} }),
];
const allow = (headers: string) => ({
  status: 204,
  responseHeaders: {
    "Access-Control-Allow-Origin": app,
    "Access-Control-Allow-Headers": headers,
  },
});
const hidden = (headers: Record<string, string>, cookie = false) => [
  ...loginOf(),
  callOf("access-of-login", {
    status: 200,
    responseHeaders: { Date: "Mon, 23 Nov 2026 08:00:00 GMT", ...headers },
    ...(cookie ? { headers: { Cookie: "a=b" } } : {}),
  }),
];
const refusedWith = (error: string, asked: Record<string, string>) => {
  const location = `${callback}?error=${error}&state=state-of-login`;
  return [
    { ...authorize({ asked }), location },
    { at: 100, url: location, ...page, answer: "<p>" },
  ];
};
const refusedPage = (query: string): EntryFacts[] => [
  {
    url: `${idp}/authorize?response_type=code&client_id=spa&redirect_uri=${callback}&${query}`,
    ...page,
    status: 400,
    answer: "<h1>Error</h1>",
  },
];
const scripted = (dest: string) => [
  { ...authorize(), location: `${idp}/u/login?state=t`, dest, headers: { Origin: app } },
];
const leakTo = (origin: string) => [
  ...loginOf({ given: { code: "code-of-login-1" } }),
  {
    at: 150,
    url: `${origin}/pixel`,
    headers: { Referer: `${callback}?code=code-of-login-1&state=state-of-login` },
  },
];

/** Contradictions that a browser refuses, and leaks. */
export const browserCases: readonly ContradictionCase[] = [
  {
    id: "authorization-by-script",
    severity: "cause",
    seen: [
      "GET /authorize, headers sec-fetch-dest = empty",
      "GET /authorize, status authorization endpoint = https://login.example/authorize",
    ],
    has: scripted("empty"),
    near: scripted("document"),
  },
  {
    id: "preflight-refused",
    severity: "cause",
    seen: ["OPTIONS /orders, status method = OPTIONS", "OPTIONS /orders, status status = 401"],
    has: preflight({ status: 401, responseHeaders: { "Content-Length": "0" } }),
    near: preflight(allow("authorization")),
  },
  {
    id: "cors-headers",
    severity: "cause",
    seen: [
      "OPTIONS /orders, headers access-control-request-headers = authorization",
      "OPTIONS /orders, headers access-control-allow-headers = content-type",
    ],
    has: preflight(allow("content-type")),
    near: preflight(allow("Content-Type, Authorization")),
  },
  {
    id: "cors-origin",
    severity: "cause",
    seen: [
      "GET /orders, headers origin = https://app.example",
      "GET /orders, headers access-control-allow-origin = https://app.example, https://other.example",
    ],
    has: hidden({ "Access-Control-Allow-Origin": `${app}, https://other.example` }),
    near: hidden({ "Access-Control-Allow-Origin": "*" }),
  },
  {
    id: "cors-credentials",
    severity: "cause",
    seen: [
      "GET /orders, headers origin = https://app.example",
      "GET /orders, headers access-control-allow-origin = *",
    ],
    has: hidden({ "Access-Control-Allow-Origin": "*" }, true),
    near: hidden(
      { "Access-Control-Allow-Origin": app, "Access-Control-Allow-Credentials": "true" },
      true,
    ),
  },
  {
    id: "prompt-none-at-top-level",
    severity: "advice",
    seen: [
      "GET /authorize, query prompt = none",
      "GET /authorize, headers sec-fetch-dest = document",
    ],
    has: refusedWith("login_required", { prompt: "none" }),
    near: refusedWith("login_required", { prompt: "login" }),
  },
  {
    id: "code-in-referer",
    severity: "error",
    seen: ["GET /authorize, query code = code-of-login-1", "headers referer = https://ads.example"],
    has: leakTo("https://ads.example"),
    near: leakTo(app),
  },
  {
    id: "discovery-of-other-issuer",
    severity: "advice",
    seen: [
      "GET /.well-known/openid-configuration, body issuer = https://other.example",
      "GET /.well-known/openid-configuration, status address = https://login.example",
    ],
    has: [{ ...discoveryOf({ issuer: "https://other.example" }), at: -50 }, ...loginOf()],
    near: [{ ...discoveryOf({ issuer: idp }), at: -50 }, ...loginOf()],
  },
  {
    id: "parameter-repeated",
    severity: "cause",
    seen: ["GET /authorize, query scope = openid", "GET /authorize, query scope = email"],
    has: refusedPage("scope=openid&scope=email"),
    near: refusedPage("resource=a&resource=b"),
  },
  {
    id: "secret-in-url",
    severity: "error",
    seen: [
      "GET /authorize, query client_secret = secret",
      "GET /authorize, status authorization endpoint = https://login.example/authorize",
    ],
    has: loginOf({ asked: { client_secret: "secret" } }),
    near: loginOf({ asked: { client_secret: undefined } }),
  },
  {
    id: "max-age-zero-with-prompt-none",
    severity: "cause",
    seen: ["GET /authorize, query max_age = 0", "GET /authorize, query prompt = none"],
    has: refusedWith("login_required", { prompt: "none", max_age: "0" }),
    near: refusedWith("login_required", { prompt: "none", max_age: "1" }),
  },
];

const start = (cookie: string, asked: Record<string, string> = {}) => ({
  at: -20,
  url: `${app}/login`,
  ...page,
  location: `${idp}/authorize?${new URLSearchParams(authorize({ asked }).query).toString()}`,
  responseHeaders: { "Set-Cookie": cookie },
});
/** A login that a server starts, and whose callback it refuses. */
const lost = (set: string, facts: object = {}, target = callback) => {
  const [request, back] = loginOf({ redeemed: false, target });
  if (request === undefined || back === undefined) throw new Error("No login.");
  return [start(set), request, { ...back, status: 400, ...facts }];
};
const crossSite = (cookie?: string) => ({
  headers: { "Sec-Fetch-Site": "cross-site", ...(cookie === undefined ? {} : { Cookie: cookie }) },
});
const posted = (set: string, cookie?: string): EntryFacts[] => {
  const asked = { response_mode: "form_post" };
  const { location: _location, ...request } = authorize({ asked });
  return [
    start(set, asked),
    { ...request, answer: "<form>" },
    {
      at: 100,
      url: callback,
      ...page,
      form: { code: "code-of-login", state: "state-of-login" },
      status: 400,
      ...crossSite(cookie),
    },
  ];
};

/** Contradictions of the authorization response, and of the cookies of a login. */
export const responseCases: readonly ContradictionCase[] = [
  {
    id: "state-differs",
    severity: "cause",
    seen: [
      "GET /authorize, fragment state = state-of-other",
      "GET /authorize, query state = state-of-login",
    ],
    has: implicitOf({ given: { state: "state-of-other" } }),
    near: implicitOf({ given: { state: "state-of-login" } }),
  },
  {
    id: "response-of-other-issuer",
    severity: "cause",
    seen: [
      "GET /authorize, fragment iss = https://other.example/",
      "GET /.well-known/openid-configuration, body issuer = https://login.example/",
    ],
    has: [
      { ...discoveryOf({}), at: -50 },
      ...implicitOf({ given: { iss: "https://other.example/" } }),
    ],
    near: [{ ...discoveryOf({}), at: -50 }, ...implicitOf({ given: { iss: `${idp}/` } })],
  },
  {
    id: "response-mode-differs",
    severity: "cause",
    seen: [
      "GET /authorize, query response_mode = fragment",
      "GET /authorize, status response mode = query",
    ],
    has: loginOf({ asked: { response_mode: "fragment" }, redeemed: false }),
    near: loginOf({ asked: { response_mode: "query.jwt" }, redeemed: false }),
  },
  {
    id: "cookie-secure",
    severity: "cause",
    seen: [
      "headers set-cookie = login=…; samesite=None",
      "GET /callback, headers cookie = GET https://app.example/callback without login",
    ],
    has: lost("login=1; SameSite=None", crossSite()),
    near: lost("login=1; SameSite=None; Secure", crossSite("login=1")),
  },
  {
    id: "cookie-prefix",
    severity: "cause",
    seen: [
      "headers set-cookie = __Host-login=…; secure; path=/login",
      "GET /callback, headers cookie = GET https://app.example/callback without __Host-login",
    ],
    has: lost("__Host-login=1; Secure; Path=/login", crossSite()),
    near: lost("__Host-login=1; Secure; Path=/", crossSite("__Host-login=1")),
  },
  {
    id: "cookie-http",
    severity: "cause",
    seen: [
      "headers set-cookie = login=…; secure",
      "GET /callback, headers cookie = GET https://app.example/callback without login",
    ],
    has: lost("login=1; Secure", crossSite()).map((entry) => ({
      ...entry,
      url: entry.url.replace(`${app}/login`, "http://app.example/login"),
    })),
    near: lost("login=1; Secure", crossSite("login=1")),
  },
  {
    id: "cookie-host",
    severity: "cause",
    seen: [
      "headers set-cookie = login=…",
      "GET /callback, headers cookie = GET https://www.app.example/callback without login",
    ],
    has: lost("login=1", crossSite(), "https://www.app.example/callback"),
    near: lost("login=1", crossSite("login=1"), "https://www.app.example/callback"),
  },
  {
    id: "cookie-strict",
    severity: "cause",
    seen: [
      "headers set-cookie = login=…; samesite=Strict",
      "GET /callback, headers cookie = GET https://app.example/callback without login",
    ],
    has: lost("login=1; SameSite=Strict", crossSite()),
    near: lost("login=1; SameSite=Strict", crossSite("login=1")),
  },
  {
    id: "cookie-post",
    severity: "cause",
    seen: [
      "headers set-cookie = login=…; samesite=Lax",
      "POST /callback, headers cookie = POST https://app.example/callback without login",
    ],
    has: posted("login=1; SameSite=Lax"),
    near: posted("login=1; SameSite=Lax", "login=1"),
  },
  {
    id: "cookie-frame",
    severity: "cause",
    seen: [
      "headers set-cookie = login=…; samesite=Lax",
      "GET /callback, headers cookie = GET https://app.example/callback without login",
    ],
    has: lost("login=1; SameSite=Lax", { ...crossSite(), dest: "iframe" }),
    near: lost("login=1; SameSite=Lax", { ...crossSite("login=1"), dest: "iframe" }),
  },
  {
    id: "cookie-path",
    severity: "cause",
    seen: [
      "headers set-cookie = login=…; path=/login",
      "GET /callback, headers cookie = GET https://app.example/callback without login",
    ],
    has: lost("login=1; Path=/login"),
    near: lost("login=1; Path=/login", { headers: { Cookie: "login=1" } }),
  },
  {
    id: "cookie-replaced",
    severity: "cause",
    seen: ["headers set-cookie: login = 1", "GET /callback, headers cookie: login = 2"],
    has: lost("login=1", { headers: { Cookie: "login=2" } }),
    near: lost("login=1", { headers: { Cookie: "login=1" } }),
  },
  {
    id: "cookie-lost",
    severity: "cause",
    seen: [
      "headers set-cookie = login=…",
      "GET /callback, headers cookie = GET https://app.example/callback without login",
    ],
    has: lost("login=1"),
    near: lost("login=1", { headers: { Cookie: "login=1" } }),
  },
];

/** A wrong parameter of a renewal in the token request, whose stop is the renewal. */
export const tokenOfRenewal = [
  ...loginOf({ asked: { prompt: "none" } }).slice(0, 2),
  { ...redeem({ redeemed: { redirect_uri: `${callback}/` } }), ...script, status: 400 },
];
