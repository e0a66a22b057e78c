import {
  spoilSome,
  whileGlobalLimitIsReached,
  type FuzzRequest,
  type FuzzRoute,
  type RequestBuilder,
} from "./fuzz-route.ts";
import { openSession, openVerification, readCode, readLink, writeAuthorizePath } from "./visit.ts";
import { demoOrigin, type World } from "./world.ts";

type Body = Record<string, unknown>;

const passwordRealm = "http://auth0.com/oauth/grant-type/password-realm";
const passwordlessOtp = "http://auth0.com/oauth/grant-type/passwordless/otp";
const realm = "Username-Password-Authentication";

/** Returns the path with a query. Sometimes a parameter is missing, repeated or invalid. */
function disturbQuery({ choices }: World, path: string): string {
  const [start = "", query = ""] = path.split("?");
  const parameters = new URLSearchParams(query);
  const names = [...parameters.keys()];
  const name = names[choices.below(names.length)] ?? "state";
  const chance = choices.below(100);
  if (chance < 15) parameters.delete(name);
  else if (chance < 30) parameters.set(name, choices.text(20));
  else if (chance < 35) parameters.append(name, "twice");
  return `${start}?${parameters.toString()}`;
}

async function renew(world: World): Promise<FuzzRequest> {
  const { cookie } = await openSession(world);
  const path = writeAuthorizePath({ prompt: "none", response_mode: "web_message" });
  return { path, headers: { cookie } };
}

const authorize: FuzzRoute = {
  route: "GET /authorize",
  statuses: [200, 302, 400, 403, 429],
  async build(world) {
    const { choices } = world;
    const path = disturbQuery(
      world,
      writeAuthorizePath({
        response_type: choices.pick(["token", "code", "id_token", "token id_token", "x"]),
        prompt: choices.pick(["none", "login", "consent", "select_account", "x"]),
        response_mode: choices.pick(["fragment", "form_post", "web_message", "query"]),
        connection: choices.pick([realm, "email", "sms", "google-oauth2", "none"]),
        audience: choices.pick(["http://localhost:4400/api/v2/", "https://ledger.demo.example/"]),
        max_age: choices.pick(["0", "60", "x"]),
        organization: choices.pick(["acme", "org_DemoAcme00000001", "none"]),
        login_ticket: choices.pick(["", "none"]),
      }),
    );
    if (choices.isPercent(70)) return { path };
    return { path, headers: { cookie: (await openSession(world)).cookie } };
  },
  directed: {
    200: renew,
    302: () => ({ path: writeAuthorizePath() }),
    400: () => ({ path: writeAuthorizePath({ redirect_uri: "https://elsewhere.example/" }) }),
    403: () => ({
      path: writeAuthorizePath({
        redirect_uri: "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/",
        response_mode: "web_message",
      }),
    }),
    // A polling renewal, not the limit of the tenant.
    429: async (world) => {
      const request = await renew(world);
      await world.squeeze({ silentRenewals: 0 });
      return request;
    },
  },
};

const embedded = { origin: demoOrigin };

interface EmbeddedLogin {
  variant: string;
  getBody: (world: World) => Body | Promise<Body>;
  /** The fields that lead to each status. */
  changes: Record<number, Body>;
}

/**
 * `POST /co/authenticate` with one kind of credential; 403 in plain text for a page of another
 * origin.
 */
function tryEmbeddedLogin({ variant, getBody, changes }: EmbeddedLogin): FuzzRoute {
  const path = "/co/authenticate";
  const read = async (world: World): Promise<Body> => ({ ...(await getBody(world)) });
  const directed: Record<number, RequestBuilder> = {
    200: async (world) => ({ path, body: await read(world), headers: embedded }),
    429: async (world) => {
      const body = await read(world);
      await world.squeeze({ failedLoginsPerAccount: 0 });
      return { path, body, headers: embedded };
    },
  };
  for (const [status, change] of Object.entries(changes)) {
    directed[Number(status)] = async (world) => ({
      path,
      body: { ...(await read(world)), ...change },
      headers: embedded,
    });
  }
  return {
    route: `POST ${path}`,
    variant,
    statuses: [200, 400, 401, 403, 429],
    async build(world) {
      const { choices } = world;
      const body = await read(world);
      if (choices.isPercent(15)) body["username"] = choices.pick(["nobody@example.com", "x"]);
      if (choices.isPercent(10)) body["credential_type"] = "urn:other";
      if (choices.isPercent(10)) body["realm"] = "no-realm";
      const origin = choices.isPercent(85) ? demoOrigin : "https://elsewhere.example";
      return { path, body: spoilSome(world, body), headers: { origin } };
    },
    directed,
  };
}

const passwordLogin = tryEmbeddedLogin({
  variant: "password",
  getBody: () => ({
    client_id: "demo-spa",
    credential_type: passwordRealm,
    username: "ada@example.com",
    password: "correct-horse-1",
    realm,
  }),
  changes: {
    400: { otp: "123456" },
    401: { username: "sofia@example.com", password: "leaked-password-3" },
    403: { password: "wrong" },
  },
});

async function startPasswordless(world: World, start: Body = {}): Promise<string> {
  const email = `start-${world.choices.below(50)}@example.com`;
  const body = { client_id: "demo-spa", connection: "email", email, send: "code", ...start };
  await world.send("POST", "/passwordless/start", body);
  return email;
}

const passwordlessLogin = tryEmbeddedLogin({
  variant: "passwordless",
  async getBody(world) {
    const email = await startPasswordless(world);
    const otp = readCode(world, email);
    return {
      client_id: "demo-spa",
      credential_type: passwordlessOtp,
      username: email,
      otp,
      realm: "email",
    };
  },
  changes: {
    400: { password: "extra" },
    401: { client_id: "demo-partner" },
    403: { otp: "000" },
  },
});

const logoutPath = (changes: Record<string, string>): string =>
  `/v2/logout?${new URLSearchParams(changes).toString()}`;

/** A route that accepts JSON or a form, with a body for each of its statuses. */
function tryPost(
  path: string,
  getBody: (world: World) => Body,
  others: Record<number, Body>,
): FuzzRoute {
  const good: RequestBuilder = (world) => ({ path, body: getBody(world) });
  return {
    route: `POST ${path}`,
    statuses: [200, 429, ...Object.keys(others).map(Number)],
    build: (world) => ({ path, body: spoilSome(world, getBody(world)) }),
    directed: {
      200: good,
      429: whileGlobalLimitIsReached(good),
      ...Object.fromEntries(
        Object.entries(others).map(([status, change]) => [
          status,
          (world: World) => ({ path, body: { ...getBody(world), ...change } }),
        ]),
      ),
    },
  };
}

const linkParameters = {
  response_type: "token",
  redirect_uri: `${demoOrigin}/callback`,
  scope: "openid",
  state: "s",
  nonce: "n",
};

const followLink: RequestBuilder = async (world) => ({
  path: readLink(
    world,
    await startPasswordless(world, { send: "link", authParams: linkParameters }),
  ),
});

const preflights = [
  "/passwordless/start",
  "/passwordless/verify",
  "/dbconnections/change_password",
  "/dbconnections/signup",
  "/co/authenticate",
  "/oauth/token",
  "/oauth/token/",
  "/userinfo",
];

/** The routes of the Authentication API, with the statuses that the service documents for them. */
export const authenticationRoutes: readonly FuzzRoute[] = [
  authorize,
  passwordLogin,
  passwordlessLogin,
  ...(["GET", "POST"] as const).map((method): FuzzRoute => ({
    route: `${method} /userinfo`,
    statuses: [200, 401, 429],
    bearer: "client-or-user",
    build: () => ({ path: "/userinfo" }),
    directed: {
      200: () => ({ path: "/userinfo", token: "own" }),
      401: () => ({ path: "/userinfo", token: "none" }),
      429: async (world) => {
        await world.squeeze({ userinfoRequests: 0 });
        return { path: "/userinfo", token: "own" };
      },
    },
  })),
  {
    route: "GET /v2/logout",
    statuses: [200, 302, 400, 429],
    build: (world) => ({
      path: disturbQuery(
        world,
        logoutPath({ client_id: "demo-spa", returnTo: `${demoOrigin}/`, federated: "" }),
      ),
    }),
    directed: {
      200: () => ({ path: "/v2/logout" }),
      302: () => ({ path: logoutPath({ returnTo: `${demoOrigin}/` }) }),
      400: () => ({ path: logoutPath({ returnTo: "https://elsewhere.example/" }) }),
      429: whileGlobalLimitIsReached(() => ({ path: "/v2/logout" })),
    },
  },
  {
    route: "GET /own-error-page",
    statuses: [200],
    build: (world) => ({
      path: disturbQuery(world, "/own-error-page?error_description=The+client+is+unknown"),
    }),
  },
  {
    route: "GET /.well-known/openid-configuration",
    statuses: [200],
    build: () => ({ path: "/.well-known/openid-configuration" }),
  },
  {
    route: "GET /.well-known/jwks.json",
    statuses: [200, 429],
    build: () => ({ path: "/.well-known/jwks.json" }),
    directed: { 429: whileGlobalLimitIsReached(() => ({ path: "/.well-known/jwks.json" })) },
  },
  {
    route: "POST /co/verify",
    statuses: [302, 400, 429],
    async build(world) {
      const form = await openVerification(world);
      return { path: "/co/verify", body: spoilSome(world, form) };
    },
    directed: {
      302: async (world) => ({ path: "/co/verify", body: { ...(await openVerification(world)) } }),
      400: () => ({ path: "/co/verify", body: { state: "none", verifier: "none" } }),
      429: whileGlobalLimitIsReached(() => ({ path: "/co/verify", body: {} })),
    },
  },
  tryPost(
    "/dbconnections/signup",
    ({ choices }) => ({
      client_id: "demo-spa",
      email: `fuzz-${choices.below(1e9)}@example.com`,
      password: choices.isPercent(90) ? "Correct-horse-9" : "Correct-hörse-9 日本",
      connection: realm,
      user_metadata: { plan: choices.text(4) },
    }),
    { 400: { password: "weak" } },
  ),
  tryPost(
    "/dbconnections/change_password",
    ({ choices }) => ({
      client_id: "demo-spa",
      email: choices.pick(["ada@example.com", "nobody@example.com"]),
      connection: realm,
    }),
    { 400: { connection: "email" } },
  ),
  tryPost(
    "/passwordless/start",
    ({ choices }) => ({
      client_id: "demo-spa",
      ...choices.pick<Body>([
        { connection: "email", email: "me@example.com", send: "code" },
        { connection: "email", email: "me@example.com", authParams: linkParameters },
        { connection: "sms", phone_number: "+351210000000", send: "code" },
      ]),
    }),
    { 400: { connection: "fax" } },
  ),
  {
    route: "POST /passwordless/verify",
    statuses: [200, 400, 401, 429],
    async build(world) {
      const email = await startPasswordless(world);
      const code = world.choices.isPercent(60) ? readCode(world, email) : "0";
      const body = { client_id: "demo-spa", connection: "email", email, verification_code: code };
      return { path: "/passwordless/verify", body: spoilSome(world, body) };
    },
    directed: {
      400: () => ({ path: "/passwordless/verify", body: {} }),
      401: async (world) => ({
        path: "/passwordless/verify",
        body: {
          client_id: "demo-spa",
          connection: "email",
          email: await startPasswordless(world),
          verification_code: "0",
        },
      }),
      429: whileGlobalLimitIsReached(() => ({ path: "/passwordless/verify", body: {} })),
    },
  },
  {
    route: "GET /passwordless/verify_redirect",
    statuses: [302, 400, 429],
    async build(world) {
      const { path } = await followLink(world);
      return { path: disturbQuery(world, path) };
    },
    directed: {
      302: followLink,
      400: () => ({ path: "/passwordless/verify_redirect" }),
      429: whileGlobalLimitIsReached(() => ({ path: "/passwordless/verify_redirect" })),
    },
  },
  ...preflights.map((path): FuzzRoute => ({
    route: `OPTIONS ${path}`,
    statuses: [204],
    build: ({ choices }) => ({
      path,
      headers: { origin: choices.pick([demoOrigin, "https://elsewhere.example", "null"]) },
    }),
  })),
];
