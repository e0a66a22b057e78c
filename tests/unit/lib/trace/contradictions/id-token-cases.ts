import { idp } from "../join/logins.ts";
import { captureStart } from "../entries.ts";
import {
  discoveryOf,
  hash,
  implicitOf,
  loginOf,
  seconds,
  type ContradictionCase,
  type LoginFacts,
} from "./contradiction-case.ts";

/** A provider whose documents are in the capture; with the paths of a tenant, its keys too. */
const provider = [
  { ...discoveryOf({}), at: -50 },
  { at: -40, url: `${idp}/.well-known/jwks.json`, answer: { keys: [] } },
];
const login = (facts: LoginFacts) => [...provider, ...implicitOf(facts)];
/** A login at a time of this device that differs from the provider's clock by this many seconds. */
const atClock = (difference: number, claims: object) => {
  const date = new Date(captureStart - difference * 1000).toUTCString();
  return implicitOf({ claims }).map((entry) => ({ ...entry, responseHeaders: { Date: date } }));
};
const key = (kid: string) => ({ kty: "RSA", kid, n: "AQAB".repeat(100), e: "AQAB" });
const withKey = (kid: string) => [
  { at: -50, url: `${idp}/.well-known/jwks.json`, answer: { keys: [key(kid)] } },
  ...implicitOf({}),
];

/** Contradictions of the ID token. */
export const idTokenCases: readonly ContradictionCase[] = [
  {
    id: "id-token-hs256",
    severity: "cause",
    seen: ["GET /authorize, token-header alg = HS256", "token-header alg that is accepted = RS256"],
    has: login({ header: { alg: "HS256" } }),
    near: login({ header: { alg: "RS256", kid: "key" } }),
  },
  {
    id: "id-token-unsigned",
    severity: "cause",
    seen: ["GET /authorize, token-header alg = none", "token-header alg that is accepted = RS256"],
    has: login({ header: { alg: "none" } }),
    near: login({ header: { alg: "RS256", kid: "key" } }),
  },
  {
    id: "id-token-algorithm",
    severity: "cause",
    seen: ["GET /authorize, token-header alg = ES256", "token-header alg that is accepted = RS256"],
    has: login({ header: { alg: "ES256", kid: "key" } }),
    near: login({ header: { alg: "RS256", kid: "key" } }),
  },
  {
    id: "id-token-issuer",
    severity: "cause",
    seen: [
      "GET /authorize, claims iss = https://other.example/",
      "GET /.well-known/openid-configuration, body issuer = https://login.example/",
    ],
    has: login({ claims: { iss: "https://other.example/" } }),
    near: login({ claims: { iss: `${idp}/` } }),
  },
  {
    id: "id-token-audience",
    severity: "cause",
    seen: ["GET /authorize, claims aud = other", "GET /authorize, query client_id = spa"],
    has: login({ claims: { aud: "other" } }),
    near: login({ claims: { aud: ["spa"] } }),
  },
  {
    id: "id-token-authorized-party",
    severity: "cause",
    seen: ["GET /authorize, claims azp = other", "GET /authorize, query client_id = spa"],
    has: login({ claims: { aud: ["spa", "other"], azp: "other" } }),
    near: login({ claims: { aud: ["spa", "other"], azp: "spa" } }),
  },
  {
    id: "id-token-nonce",
    severity: "cause",
    seen: [
      "GET /authorize, claims nonce = nonce-of-other",
      "GET /authorize, query nonce = nonce-of-login",
    ],
    has: login({ claims: { nonce: "nonce-of-other" } }),
    near: login({ claims: { nonce: "nonce-of-login" } }),
  },
  {
    id: "device-clock-fast",
    severity: "cause",
    seen: [
      "clock this device's clock = 2026-11-23T08:00:00.010Z",
      "GET /authorize, clock Date of the provider = 2026-11-23T06:00:00.000Z",
    ],
    has: atClock(7200, { iat: seconds - 7200, exp: seconds - 3600 }),
    near: atClock(0, { iat: seconds - 7200, exp: seconds - 3600 }),
  },
  {
    id: "device-clock-slow",
    severity: "cause",
    seen: [
      "clock this device's clock = 2026-11-23T08:00:00.010Z",
      "GET /authorize, clock Date of the provider = 2026-11-23T08:10:00.000Z",
    ],
    has: atClock(-600, { iat: seconds + 600, exp: seconds + 4200 }),
    near: atClock(0, { iat: seconds + 600, exp: seconds + 4200 }),
  },
  {
    id: "issuer-clock-fast",
    severity: "cause",
    seen: [
      "GET /authorize, claims iat = 2026-11-23T08:10:00.000Z",
      "GET /authorize, clock Date of the provider = 2026-11-23T08:00:00.000Z",
    ],
    has: atClock(0, { iat: seconds + 600, exp: seconds + 4200 }),
    near: atClock(-600, { iat: seconds + 600, exp: seconds + 4200 }),
  },
  {
    id: "id-token-expired",
    severity: "cause",
    seen: [
      "GET /authorize, claims exp = 1795417200",
      "GET /authorize, clock delivered at = 2026-11-23T08:00:00.010Z",
    ],
    has: login({ claims: { iat: seconds - 7200, exp: seconds - 3600 } }),
    near: login({ claims: { iat: seconds - 7200, exp: seconds + 60 } }),
  },
  {
    id: "id-token-of-future",
    severity: "cause",
    seen: [
      "GET /authorize, claims iat = 1795421400",
      "GET /authorize, clock delivered at = 2026-11-23T08:00:00.010Z",
    ],
    has: login({ claims: { iat: seconds + 600 } }),
    near: login({ claims: { iat: seconds + 30 } }),
  },
  {
    id: "id-token-not-yet-valid",
    severity: "cause",
    seen: [
      "GET /authorize, claims nbf = 1795421400",
      "GET /authorize, clock delivered at = 2026-11-23T08:00:00.010Z",
    ],
    has: login({ claims: { nbf: seconds + 600 } }),
    near: login({ claims: { nbf: seconds + 30 } }),
  },
  {
    id: "id-token-too-old-login",
    severity: "cause",
    seen: ["GET /authorize, claims auth_time = 1795417200", "GET /authorize, query max_age = 60"],
    has: login({ asked: { max_age: "60" }, claims: { auth_time: seconds - 3600 } }),
    near: login({ asked: { max_age: "60" }, claims: { auth_time: seconds - 30 } }),
  },
  {
    id: "id-token-organization",
    severity: "cause",
    seen: [
      "GET /authorize, claims org_id = org_two",
      "GET /authorize, query organization = org_one",
    ],
    has: login({ asked: { organization: "org_one" }, claims: { org_id: "org_two" } }),
    near: login({ asked: { organization: "org_one" }, claims: { org_id: "org_one" } }),
  },
  {
    id: "id-token-code-hash",
    severity: "cause",
    seen: [
      "GET /authorize, claims c_hash = aaaaaaaaaaaaaaaaaaaaaa",
      "GET /authorize, fragment code = code-of-login",
    ],
    has: login({
      asked: { response_type: "code id_token" },
      given: { code: "code-of-login" },
      claims: { c_hash: "aaaaaaaaaaaaaaaaaaaaaa" },
    }),
    near: login({
      asked: { response_type: "code id_token" },
      given: { code: "code-of-login" },
      claims: {
        c_hash: Buffer.from(hash("code-of-login"), "base64url")
          .subarray(0, 16)
          .toString("base64url"),
      },
    }),
  },
  {
    id: "id-token-key",
    severity: "cause",
    seen: ["GET /authorize, token-header kid = key", "body issuer = https://login.example/"],
    has: withKey("other"),
    near: withKey("key"),
  },
  {
    id: "id-token-signature",
    severity: "cause",
    seen: ["GET /authorize, token-header kid = key", "body issuer = https://login.example/"],
    has: withKey("key"),
    near: loginOf(),
  },
];
