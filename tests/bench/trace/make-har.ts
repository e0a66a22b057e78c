import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { jsonEntry, noiseEntry, pageEntry, type Entry } from "./entries.ts";

const provider = "https://login.example";
const app = "https://app.example";
const api = "https://api.example";
const clientId = "bench-client-0123456789abcdef";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const kid = "bench-key";

function signToken(claims: object): string {
  const input = `${encode({ alg: "RS256", typ: "JWT", kid })}.${encode(claims)}`;
  return `${input}.${sign("sha256", Buffer.from(input), keys.privateKey).toString("base64url")}`;
}

/** Returns a value that looks random, and is the same in each run. */
function makeValue(name: string, login: number): string {
  return createHash("sha256").update(`${name} ${login}`).digest("base64url");
}

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** The documents of the provider, which a page loads once. */
function listDocuments(at: number): Entry[] {
  const discovery = {
    issuer: `${provider}/`,
    authorization_endpoint: `${provider}/authorize`,
    token_endpoint: `${provider}/oauth/token`,
    userinfo_endpoint: `${provider}/userinfo`,
    jwks_uri: `${provider}/.well-known/jwks.json`,
    end_session_endpoint: `${provider}/oidc/logout`,
    response_types_supported: ["code", "token", "id_token", "code id_token"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
  const jwk = { ...keys.publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" };
  return [
    jsonEntry({
      at,
      url: `${provider}/.well-known/openid-configuration`,
      page: app,
      answer: discovery,
    }),
    jsonEntry({
      at: at + 50,
      url: `${provider}/.well-known/jwks.json`,
      page: app,
      answer: { keys: [jwk] },
    }),
  ];
}

/** One login by the authorization code flow with PKCE: its redirects, form, callback and calls. */
function listLogin(login: number, at: number): Entry[] {
  const state = makeValue("state", login);
  const nonce = makeValue("nonce", login);
  const code = makeValue("code", login);
  const verifier = makeValue("verifier", login);
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: `${app}/callback`,
    scope: "openid profile email",
    audience: api,
    state,
    nonce,
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
  });
  const own = makeValue("page", login);
  const loginPage = `${provider}/u/login?state=${own}`;
  const resume = `${provider}/authorize/resume?state=${own}`;
  const callback = `${app}/callback?code=${code}&state=${state}`;
  const issuedAt = Math.floor(at / 1000) + 3;
  const times = { iat: issuedAt, exp: issuedAt + 36_000 };
  const subject = { iss: `${provider}/`, sub: `auth0|${makeValue("user", login % 7)}` };
  const accessToken = signToken({
    ...subject,
    aud: [api, `${provider}/userinfo`],
    azp: clientId,
    scope: "openid profile email",
    ...times,
  });
  const idToken = signToken({
    ...subject,
    aud: clientId,
    nonce,
    name: "Ada Lovelace",
    email: "ada@example.com",
    sid: makeValue("sid", login),
    ...times,
  });
  const token = {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: `${app}/callback`,
  };
  const bearer = { Authorization: `Bearer ${accessToken}` };
  return [
    pageEntry({ at, url: `${provider}/authorize?${query}`, page: app, location: loginPage }),
    pageEntry({ at: at + 200, url: loginPage, page: app, html: 12_000 }),
    pageEntry({
      at: at + 2000,
      url: loginPage,
      page: provider,
      form: { state: own, username: "ada@example.com", password: makeValue("password", login) },
      location: resume,
    }),
    pageEntry({ at: at + 2300, url: resume, page: provider, location: callback }),
    pageEntry({ at: at + 2500, url: callback, page: provider, html: 4000 }),
    jsonEntry({ at: at + 2900, url: `${provider}/oauth/token`, page: app, asks: "POST" }),
    jsonEntry({
      at: at + 3000,
      url: `${provider}/oauth/token`,
      page: app,
      json: token,
      answer: {
        access_token: accessToken,
        id_token: idToken,
        scope: "openid profile email",
        expires_in: 36_000,
        token_type: "Bearer",
      },
    }),
    jsonEntry({
      at: at + 3400,
      url: `${provider}/userinfo`,
      page: app,
      headers: bearer,
      answer: { ...subject, name: "Ada Lovelace", email: "ada@example.com" },
    }),
    jsonEntry({
      at: at + 3600,
      url: `${api}/orders?page=${login}`,
      page: app,
      headers: bearer,
      answer: {
        orders: Array.from({ length: 20 }, (_, order) => ({
          id: makeValue(`order ${order}`, login),
          total: order * 7.5,
          lines: [1, 2, 3],
        })),
      },
    }),
  ];
}

/** The size of a capture. */
interface HarSize {
  requests: number;
  logins: number;
}

/** The capture of a long session; its file has about 38 MB. */
export const bigCapture: HarSize = { requests: 5000, logins: 300 };

/** Long ago: a login that only began just now would still be under way, and be read again. */
const start = Date.UTC(2025, 10, 23, 8);

function formatHar(entries: readonly Entry[]): string {
  const creator = { name: "WebInspector", version: "537.36" };
  return JSON.stringify({ log: { version: "1.2", creator, pages: [], entries } });
}

/** Lists the entries of a capture, with what an application loads beside its logins, oldest first. */
export function listEntries({ requests, logins }: HarSize): Entry[] {
  const step = 40_000;
  const entries = listDocuments(start - 1000);
  for (let login = 0; login < logins; login += 1) {
    entries.push(...listLogin(login, start + login * step));
  }
  const rest = requests - entries.length;
  for (let count = 0; count < rest; count += 1) {
    entries.push(noiseEntry(count, start + 5000 + Math.floor((count * step * logins) / rest)));
  }
  return entries.toSorted((one, other) => (one.startedDateTime < other.startedDateTime ? -1 : 1));
}

/** Writes a HAR file (HTTP Archive 1.2) as Chromium's Network panel exports it. */
export function writeHar(size: HarSize): string {
  return formatHar(listEntries(size));
}

/** Writes a file with this number of logins that only began, each a row of its own. */
export function writeRows(count: number): string {
  const entries = Array.from({ length: count }, (_, row) => {
    const query = `client_id=client-${row}&response_type=code&state=${makeValue("state", row)}`;
    return pageEntry({ at: start + row * 1000, url: `${provider}/authorize?${query}`, page: app });
  });
  return formatHar(entries);
}
