import * as z from "zod/mini";
import { encodeBase64Url, hashSha256 } from "../../tenant/core/encoding.ts";
import {
  spoilSome,
  whileGlobalLimitIsReached,
  type FuzzRoute,
  type RequestBuilder,
} from "./fuzz-route.ts";
import { openBrowser, logIn, readCode, writeAuthorizePath } from "./visit.ts";
import { createExchangeProfile, demoOrigin, type World } from "./world.ts";

type Body = Record<string, unknown>;

const path = "/oauth/token";
const realm = "Username-Password-Authentication";
const verifier = "a-verifier-of-at-least-forty-three-characters~";

const grants = {
  password: "http://auth0.com/oauth/grant-type/password-realm",
  otp: "http://auth0.com/oauth/grant-type/passwordless/otp",
  mfa: "http://auth0.com/oauth/grant-type/mfa-otp",
  exchange: "urn:ietf:params:oauth:grant-type:token-exchange",
};

const clientCredentials = {
  grant_type: "client_credentials",
  client_id: "demo-management",
  client_secret: "demo-management-secret",
  audience: "/api/v2/",
};

const password = {
  grant_type: grants.password,
  client_id: "demo-spa",
  username: "ada@example.com",
  password: "correct-horse-1",
  realm,
  scope: "openid profile email offline_access",
};

const machine = { client_id: "demo-management", client_secret: "demo-management-secret" };

async function getCode(world: World): Promise<Body> {
  const browser = openBrowser(world);
  const wish = {
    response_type: "code",
    scope: "openid offline_access",
    code_challenge: encodeBase64Url(await hashSha256(verifier)),
    code_challenge_method: "S256",
  };
  await browser.get(writeAuthorizePath(wish));
  const answer = await logIn(browser, "ada@example.com");
  return {
    grant_type: "authorization_code",
    client_id: "demo-spa",
    redirect_uri: `${demoOrigin}/callback`,
    code_verifier: verifier,
    code: new URL(answer.headers.get("location") ?? demoOrigin, demoOrigin).searchParams.get(
      "code",
    ),
  };
}

const refreshSchema = z.object({ refresh_token: z.string() });

async function getRefreshToken(world: World): Promise<Body> {
  const answer = refreshSchema.safeParse(await world.send("POST", path, password)).data;
  return {
    grant_type: "refresh_token",
    client_id: "demo-spa",
    refresh_token: answer?.refresh_token ?? "v1.none",
  };
}

async function getOneTimeCode(world: World): Promise<Body> {
  const email = `otp-${world.choices.below(50)}@example.com`;
  const start = { client_id: "demo-spa", connection: "email", email, send: "code" };
  await world.send("POST", "/passwordless/start", start);
  const otp = readCode(world, email);
  return { grant_type: grants.otp, client_id: "demo-spa", username: email, realm: "email", otp };
}

const mfaSchema = z.object({ mfa_token: z.string() });

async function getMfaToken(world: World): Promise<Body> {
  const mary = { ...password, username: "mary@example.com", password: "second-factor-3" };
  const answer = mfaSchema.safeParse(await world.send("POST", path, mary)).data;
  return {
    grant_type: grants.mfa,
    client_id: "demo-spa",
    mfa_token: answer?.mfa_token ?? "none",
    otp: readCode(world, "mary@example.com"),
  };
}

const exchange: Body = {
  grant_type: grants.exchange,
  client_id: "demo-spa",
  subject_token: "legacy:ada@example.com",
  subject_token_type: "urn:acme:0",
  scope: "openid email",
};

type Directed = Record<number, (body: Body, world: World) => Body | Promise<Body>>;

/** A grant: valid and invalid bodies, and for each status a change that must lead to it. */
function tryGrant(
  variant: string,
  getBody: (world: World) => Body | Promise<Body>,
  directed: Directed,
  change: (world: World, body: Body) => Body = (_world, body) => body,
): FuzzRoute {
  const request =
    (alter: Directed[number]): RequestBuilder =>
    async (world) => ({ path, body: await alter(await getBody(world), world) });
  return {
    route: "POST /oauth/token",
    variant,
    statuses: [...Object.keys(directed).map(Number), 429],
    async build(world) {
      return { path, body: spoilSome(world, change(world, await getBody(world))) };
    },
    directed: {
      429: whileGlobalLimitIsReached(request((body) => body)),
      ...Object.fromEntries(
        Object.entries(directed).map(([status, alter]) => [status, request(alter)]),
      ),
    },
  };
}

const unchanged = (body: Body): Body => body;
const withoutGrantParameters = ({ grant_type, client_id }: Body): Body => ({
  grant_type,
  client_id,
});
const asMachine = (body: Body): Body => ({ ...body, ...machine });
const asNobody = (body: Body): Body => ({ ...body, client_id: "nobody" });

/**
 * `POST /oauth/token`, each grant separately, with the statuses that the service documents for it.
 */
export const tokenRoutes: readonly FuzzRoute[] = [
  tryGrant(
    "client_credentials",
    () => clientCredentials,
    {
      200: unchanged,
      400: ({ audience: _audience, ...body }) => body,
      401: (body) => ({ ...body, client_secret: "wrong" }),
      403: (body) => ({ ...body, audience: "urn:none" }),
    },
    ({ choices }, body) => ({
      ...body,
      client_secret: choices.isPercent(85) ? "demo-management-secret" : "wrong",
      audience: choices.pick(["/api/v2/", "http://localhost:4400/api/v2/", "urn:none"]),
    }),
  ),
  tryGrant("authorization_code", getCode, {
    200: unchanged,
    400: withoutGrantParameters,
    401: asNobody,
    403: (body) => ({ ...body, code_verifier: `${verifier}!` }),
  }),
  tryGrant("refresh_token", getRefreshToken, {
    200: unchanged,
    400: withoutGrantParameters,
    401: asNobody,
    403: (body) => ({ ...body, refresh_token: "v1.unknown" }),
  }),
  tryGrant(
    "password-realm",
    () => password,
    {
      200: unchanged,
      400: withoutGrantParameters,
      401: (body) => ({ ...body, username: "sofia@example.com", password: "leaked-password-3" }),
      403: (body) => ({ ...body, password: "wrong" }),
      // The lock of one account, not the limit of the tenant.
      429: async (body, world) => {
        await world.squeeze({ failedLoginsPerAccount: 0 });
        return body;
      },
    },
    ({ choices }, body) => ({
      ...body,
      username: choices.pick(["ada@example.com", "grace@example.com", "mary@example.com"]),
      audience: choices.pick(["http://localhost:4400/api/v2/", "urn:none", ""]),
    }),
  ),
  tryGrant("passwordless/otp", getOneTimeCode, {
    200: unchanged,
    400: withoutGrantParameters,
    401: asNobody,
    403: (body) => ({ ...body, otp: "0" }),
  }),
  tryGrant("mfa-otp", getMfaToken, {
    200: unchanged,
    400: withoutGrantParameters,
    401: (body) => ({ ...body, mfa_token: "none" }),
    403: (body) => ({ ...body, otp: "0" }),
  }),
  tryGrant(
    "token-exchange",
    () => exchange,
    {
      200: async (body, world) => {
        await createExchangeProfile(world, "urn:acme:mine");
        return { ...body, subject_token_type: "urn:acme:mine" };
      },
      400: (body) => ({ ...body, subject_token: "forged" }),
      401: asNobody,
      403: asMachine,
      429: async (body, world) => {
        await world.squeeze({ failedExchanges: 0 });
        return body;
      },
    },
    ({ choices }, body) => ({
      ...body,
      subject_token: choices.pick(["legacy:ada@example.com", "legacy:x@example.com:closed", "x"]),
      subject_token_type: `urn:acme:${choices.below(5)}`,
    }),
  ),
  {
    route: "POST /oauth/token",
    variant: "unknown grant",
    statuses: [400],
    build: ({ choices }) => ({
      path,
      body: { grant_type: `x${choices.text(10)}`, client_id: "demo-spa" },
    }),
  },
  {
    route: "POST /oauth/token/",
    statuses: [200, 400, 401, 403, 429],
    build: (world) => ({ path: `${path}/`, body: spoilSome(world, clientCredentials) }),
    directed: {
      200: () => ({ path: `${path}/`, body: clientCredentials }),
      400: () => ({ path: `${path}/`, body: { ...clientCredentials, grant_type: "none" } }),
      401: () => ({ path: `${path}/`, body: { ...clientCredentials, client_secret: "wrong" } }),
      403: () => ({ path: `${path}/`, body: { ...clientCredentials, audience: "urn:none" } }),
      429: whileGlobalLimitIsReached(() => ({ path: `${path}/`, body: clientCredentials })),
    },
  },
];
