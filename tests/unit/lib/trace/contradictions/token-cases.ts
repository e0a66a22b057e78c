import { app, callback, idp, script } from "../join/logins.ts";
import {
  callOf,
  hash,
  idTokenOf,
  implicitOf,
  loginOf,
  refused,
  seconds,
  verifier,
  type ContradictionCase,
} from "./contradiction-case.ts";

const refusedLogin = (redeemed: Record<string, string | undefined>) =>
  loginOf({ redeemed, token: refused });
const laterCode = (ms: number) => {
  const [request, back, token] = loginOf({ token: refused });
  if (request === undefined || back === undefined || token === undefined)
    throw new Error("No login.");
  return [request, back, { ...token, at: ms }];
};
const secondUse = (code: string) => [
  ...loginOf(),
  ...loginOf({ redeemed: { code }, token: { ...refused, at: 300 } }).slice(2),
];
const renewal = (at: number, sent: string, issued?: string) => ({
  at,
  url: `${idp}/oauth/token`,
  ...script,
  form: { grant_type: "refresh_token", client_id: "spa", refresh_token: sent },
  ...(issued === undefined
    ? refused
    : { answer: { access_token: `access-${at}`, refresh_token: issued } }),
});

/** Contradictions at the token endpoint. */
export const tokenCases: readonly ContradictionCase[] = [
  {
    id: "code-redeemed-twice",
    severity: "cause",
    seen: [
      "POST /oauth/token, form code = code-of-login",
      "POST /oauth/token, form code = code-of-login",
    ],
    has: secondUse("code-of-login"),
    near: secondUse("code-of-other"),
  },
  {
    id: "code-differs",
    severity: "cause",
    seen: [
      "POST /oauth/token, form code = code-of-logi",
      "GET /authorize, query code = code-of-login",
    ],
    has: refusedLogin({ code: "code-of-logi" }),
    near: refusedLogin({}),
  },
  {
    id: "redirect-uri-differs",
    severity: "cause",
    seen: [
      "GET /authorize, query redirect_uri = https://app.example/callback",
      "POST /oauth/token, form redirect_uri = https://app.example/callback/",
    ],
    has: refusedLogin({ redirect_uri: `${callback}/` }),
    near: refusedLogin({ redirect_uri: callback }),
  },
  {
    id: "client-differs",
    severity: "cause",
    seen: ["GET /authorize, query client_id = spa", "POST /oauth/token, form client_id = other"],
    has: refusedLogin({ client_id: "other" }),
    near: refusedLogin({ client_id: "spa" }),
  },
  {
    id: "verifier-differs",
    severity: "cause",
    seen: [
      "GET /authorize, query code_challenge = 7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM",
      "POST /oauth/token, form code_verifier = kxR_lMiyp4tyeni4Ddrqn5DNPwlbiu5liDPc5hTIciI",
    ],
    has: refusedLogin({ code_verifier: "w".repeat(43) }),
    near: refusedLogin({ code_verifier: verifier }),
  },
  {
    id: "verifier-missing",
    severity: "cause",
    seen: [
      "GET /authorize, query code_challenge = 7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM",
      "POST /oauth/token, form code_verifier = absent",
    ],
    has: refusedLogin({ code_verifier: undefined }),
    near: refusedLogin({}),
  },
  {
    id: "verifier-without-challenge",
    severity: "cause",
    seen: [
      "POST /oauth/token, form code_verifier = vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv",
      "GET /authorize, query code_challenge = absent",
    ],
    has: loginOf({ asked: { code_challenge: undefined }, token: refused }),
    near: loginOf({ asked: { code_challenge: hash(verifier) }, token: refused }),
  },
  {
    id: "code-too-late",
    severity: "cause",
    seen: [
      "POST /oauth/token, clock code sent at = 2026-11-23T08:11:40.000Z",
      "GET /authorize, clock ten minutes after the response = 2026-11-23T08:10:00.010Z",
    ],
    has: laterCode(700_000),
    near: laterCode(500_000),
  },
  {
    id: "refresh-token-used-twice",
    severity: "cause",
    seen: [
      "POST /oauth/token, form refresh_token = first",
      "POST /oauth/token, form refresh_token = first",
    ],
    has: [renewal(0, "first", "second"), renewal(400_000, "first")],
    near: [renewal(0, "first", "second"), renewal(400_000, "second")],
  },
  {
    id: "secret-in-page",
    severity: "error",
    seen: [
      "POST /oauth/token, form client_secret = secret-of-page",
      "POST /oauth/token, headers origin = https://app.example",
    ],
    has: loginOf({ redeemed: { client_secret: "secret-of-page" } }),
    near: [
      { url: `${app}/register`, method: "POST", answer: { client_secret: "secret-of-page" } },
      ...loginOf({ at: 50, redeemed: { client_secret: "secret-of-page" } }),
    ],
  },
  {
    id: "scope-not-granted",
    severity: "advice",
    seen: ["GET /authorize, query scope = openid email", "POST /oauth/token, body scope = openid"],
    has: loginOf({ asked: { scope: "openid email" }, answer: { scope: "openid" } }),
    near: loginOf({ asked: { scope: "openid email" }, answer: { scope: "email openid" } }),
  },
];

const accessToken = (claims: object) => idTokenOf({ claims: { scope: "openid", ...claims } });
const calls = (token: string, facts: Parameters<typeof callOf>[1] = {}) => [
  ...loginOf({ answer: { access_token: token } }),
  callOf(token, facts),
];

/** Contradictions of calls with a token. */
export const apiCases: readonly ContradictionCase[] = [
  {
    id: "id-token-sent-to-api",
    severity: "cause",
    seen: [
      `GET /orders, headers authorization = ${idTokenOf()}`,
      "POST /oauth/token, body access_token = access-of-login",
    ],
    has: [...loginOf(), callOf(idTokenOf())],
    near: [...loginOf(), callOf("access-of-login")],
  },
  {
    id: "access-token-expired",
    severity: "cause",
    seen: [
      "GET /orders, clock time of the call = 2026-11-23T08:00:01.000Z",
      "GET /orders, claims exp = 2026-11-23T08:00:01.000Z",
    ],
    has: calls(accessToken({ exp: seconds + 1 }), { at: 1000 }),
    near: calls(accessToken({ exp: seconds + 2 }), { at: 1000 }),
  },
  {
    id: "bound-token-as-bearer",
    severity: "cause",
    seen: [
      "GET /orders, claims cnf.jkt = thumbprint",
      "GET /orders, headers authorization = Bearer",
    ],
    has: calls(accessToken({ cnf: { jkt: "thumbprint" } })),
    near: calls(accessToken({ cnf: {} })),
  },
  {
    id: "audience-of-provider",
    severity: "cause",
    seen: [
      "GET /orders, claims aud = https://login.example/userinfo",
      "GET /orders, headers host = https://api.example",
    ],
    has: calls(accessToken({ aud: `${idp}/userinfo` })),
    near: calls(accessToken({ aud: ["https://api.example/", `${idp}/userinfo`] })),
  },
  {
    id: "scope-of-call",
    severity: "cause",
    seen: [
      "GET /orders, headers www-authenticate = read:orders",
      "GET /orders, claims scope = openid",
    ],
    has: calls(accessToken({}), {
      status: 403,
      responseHeaders: {
        "Access-Control-Allow-Origin": app,
        "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="read:orders"',
      },
    }),
    near: calls(accessToken({ scope: "openid read:orders" }), {
      status: 403,
      responseHeaders: {
        "Access-Control-Allow-Origin": app,
        "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="read:orders"',
      },
    }),
  },
  {
    id: "user-info-of-other-user",
    severity: "cause",
    seen: ["GET /userinfo, body sub = bob", "POST /oauth/token, claims sub = ada"],
    has: [
      ...loginOf(),
      callOf("access-of-login", { url: `${idp}/userinfo`, status: 200, answer: { sub: "bob" } }),
    ],
    near: [
      ...loginOf(),
      callOf("access-of-login", { url: `${idp}/userinfo`, status: 200, answer: { sub: "ada" } }),
    ],
  },
  {
    id: "id-token-access-token-hash",
    severity: "cause",
    seen: [
      "GET /authorize, claims at_hash = aaaaaaaaaaaaaaaaaaaaaa",
      "GET /authorize, body access_token = access-of-login",
    ],
    has: implicitOf({ claims: { at_hash: "aaaaaaaaaaaaaaaaaaaaaa" } }),
    near: implicitOf({
      claims: {
        at_hash: Buffer.from(hash("access-of-login"), "base64url")
          .subarray(0, 16)
          .toString("base64url"),
      },
    }),
  },
];
