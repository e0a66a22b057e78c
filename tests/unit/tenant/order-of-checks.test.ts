import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  authorizePath,
  demoOrigin,
  issuer,
  openTenant,
  sharedKeys,
  startTime,
  type OpenTenant,
} from "./open-tenant.ts";

const ada = "auth0|65f1c0ada000000000000001";

const errorSchema = z.object({
  code: z.optional(z.string()),
  error: z.optional(z.string()),
  errorCode: z.optional(z.string()),
  message: z.optional(z.string()),
});

/** Returns the status and the code or text that identifies the error. */
async function summarize(response: Response): Promise<string> {
  const text = await response.text();
  const location = response.headers.get("location");
  if (location !== null) {
    const { search, hash, pathname } = new URL(location, issuer);
    const query = new URLSearchParams(hash.slice(1) || search);
    return `${response.status} ${query.get("error_description") ?? pathname}`;
  }
  if (response.headers.get("content-type")?.includes("json") !== true) {
    return `${response.status} ${/<h1>([^<]*)</.exec(text)?.[1] ?? text}`;
  }
  const { code, error, errorCode, message } = errorSchema.parse(JSON.parse(text));
  return `${response.status} ${errorCode ?? message ?? code ?? error ?? ""}`;
}

async function signToken(subject: string, clientId: string, scope: string): Promise<string> {
  const { privateKey, kid } = await sharedKeys;
  return await new SignJWT({ sub: subject, azp: clientId, scope, aud: `${issuer}api/v2/` })
    .setProtectedHeader({ alg: "RS256", kid })
    .setIssuer(issuer)
    .setExpirationTime(startTime / 1000 + 60)
    .sign(privateKey);
}

interface ManagementCase {
  route: string;
  scope: string;
  /** Requests with a valid token and another fault; the first has the most faults. */
  requests: readonly (readonly [path: string, body: unknown, expected: string])[];
}

const exchangeProfile = {
  name: "Legacy",
  subject_token_type: "urn:acme:legacy",
  action_id: "act_none",
  type: "other",
};
const custom = { ...exchangeProfile, type: "custom_authentication" };
const exchangePath = "/api/v2/token-exchange-profiles";
const connectionPath = "/api/v2/connection-profiles";
const unknownExchange = `${exchangePath}/tep_0000000000000000`;
const unknownConnection = `${connectionPath}/cop_0000000000000000000000`;
const nobody = "/api/v2/users/auth0%7Cnobody";

const managementCases: readonly ManagementCase[] = [
  {
    route: `GET ${exchangePath}`,
    scope: "read:token_exchange_profiles",
    requests: [[`${exchangePath}?take=0`, undefined, "400 invalid_query_string"]],
  },
  {
    route: `POST ${exchangePath}`,
    scope: "create:token_exchange_profiles",
    requests: [
      [exchangePath, {}, "400 invalid_body"],
      [exchangePath, exchangeProfile, "400 type field must be custom: custom_authentication"],
      [exchangePath, { ...custom, subject_token_type: "urn:ietf:x" }, "400 invalid_body"],
      [exchangePath, custom, "400 The action is not found"],
    ],
  },
  {
    route: `GET ${exchangePath}/:id`,
    scope: "read:token_exchange_profiles",
    requests: [
      [`${exchangePath}/x`, undefined, "400 invalid_uri"],
      [unknownExchange, undefined, "404 Token exchange profile not found."],
    ],
  },
  {
    route: `PATCH ${exchangePath}/:id`,
    scope: "update:token_exchange_profiles",
    requests: [
      [`${exchangePath}/x`, {}, "400 invalid_body"],
      [`${exchangePath}/x`, { subject_token_type: "urn:ietf:x" }, "400 invalid_uri"],
      [
        unknownExchange,
        { subject_token_type: "urn:ietf:x" },
        "404 Token exchange profile not found.",
      ],
    ],
  },
  {
    route: `DELETE ${exchangePath}/:id`,
    scope: "delete:token_exchange_profiles",
    requests: [[`${exchangePath}/x`, undefined, "400 invalid_uri"]],
  },
  {
    route: `GET ${connectionPath}`,
    scope: "read:connection_profiles",
    requests: [[`${connectionPath}?from=x`, undefined, "400 invalid_query_string"]],
  },
  {
    route: `POST ${connectionPath}`,
    scope: "create:connection_profiles",
    requests: [
      [connectionPath, {}, "400 invalid_body"],
      [
        connectionPath,
        { name: "workforce" },
        "409 A connection profile with this name already exists.",
      ],
    ],
  },
  {
    route: `GET ${connectionPath}/templates/:id`,
    scope: "read:connection_profiles",
    requests: [
      [`${connectionPath}/templates/x`, undefined, "404 Connection profile template not found."],
    ],
  },
  {
    route: `GET ${connectionPath}/:id`,
    scope: "read:connection_profiles",
    requests: [
      [`${connectionPath}/x`, undefined, "400 invalid_uri"],
      [unknownConnection, undefined, "404 Connection profile not found."],
    ],
  },
  {
    route: `PATCH ${connectionPath}/:id`,
    scope: "update:connection_profiles",
    requests: [
      [`${connectionPath}/x`, { name: "" }, "400 invalid_body"],
      [`${connectionPath}/x`, {}, "400 invalid_uri"],
      [unknownConnection, {}, "404 Connection profile not found."],
    ],
  },
  {
    route: `DELETE ${connectionPath}/:id`,
    scope: "delete:connection_profiles",
    requests: [[`${connectionPath}/x`, undefined, "400 invalid_uri"]],
  },
  {
    route: "GET /api/v2/users/:id",
    scope: "read:users",
    requests: [
      ["/api/v2/users/x?fields=%20", undefined, "400 invalid_query_string"],
      ["/api/v2/users/x", undefined, "400 invalid_uri"],
      [nobody, undefined, "404 inexistent_user"],
    ],
  },
  {
    route: "PATCH /api/v2/users/:id",
    scope: "update:users_app_metadata",
    requests: [
      ["/api/v2/users/x", { email: 1 }, "400 invalid_body"],
      ["/api/v2/users/x", { email: "grace@example.com" }, "403 insufficient_scope"],
      ["/api/v2/users/x", {}, "400 invalid_uri"],
      [nobody, {}, "404 inexistent_user"],
    ],
  },
  {
    route: "DELETE /api/v2/users/:id",
    scope: "delete:users",
    requests: [["/api/v2/users/x", undefined, "400 invalid_uri"]],
  },
  {
    route: "POST /api/v2/users/:id/identities",
    scope: "update:users",
    requests: [
      ["/api/v2/users/x/identities", {}, "400 invalid_body"],
      ["/api/v2/users/x/identities", { provider: "auth0", user_id: "none" }, "400 invalid_uri"],
      [`${nobody}/identities`, { provider: "auth0", user_id: "nobody" }, "404 inexistent_user"],
      [
        `/api/v2/users/${encodeURIComponent(ada)}/identities`,
        { provider: "auth0", user_id: ada.slice(6) },
        "400 Main account and linked account are the same.",
      ],
    ],
  },
  {
    route: "DELETE /api/v2/users/:id/identities/:provider/:userId",
    scope: "update:users",
    requests: [
      ["/api/v2/users/x/identities/none/x", undefined, "400 invalid_uri"],
      [`${nobody}/identities/auth0/nobody`, undefined, "404 inexistent_user"],
    ],
  },
  {
    route: "GET /api/v2/events",
    scope: "read:events",
    requests: [
      ["/api/v2/events?from=x&take=1", undefined, "400 invalid_query_string"],
      [
        "/api/v2/events?from=x&from_timestamp=2026-03-01T12:00:00Z",
        undefined,
        "400 invalid_query_string",
      ],
      ["/api/v2/events?from=x", undefined, "400 invalid_cursor"],
    ],
  },
];

async function callManagement(
  open: OpenTenant,
  { route, requests }: ManagementCase,
  authorization: string | undefined,
  index = 0,
): Promise<string> {
  const [path = "", body] = requests[index] ?? [];
  const response = await open.send(path, {
    method: route.slice(0, route.indexOf(" ")),
    headers: {
      "content-type": "application/json",
      ...(authorization !== undefined && { authorization }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return await summarize(response);
}

describe("the order of checks of a management route", () => {
  test.each(managementCases)(
    "rejects by limit, header, token, client, scope, then the rest: $route",
    async (route) => {
      const open = openTenant();
      const ask = async (authorization?: string): Promise<string> =>
        await callManagement(open, route, authorization);
      const withToken = async (...claims: Parameters<typeof signToken>): Promise<string> =>
        await ask(`Bearer ${await signToken(...claims)}`);

      await open.control("PATCH", "limits", { requestsPerWindow: 0 });
      expect(await ask()).toBe("429 too_many_requests");
      await open.control("PATCH", "limits", { requestsPerWindow: 1000 });
      expect(await ask()).toBe("401 Missing authentication");
      expect(await ask("Basic abc")).toBe("400 Bearer");
      expect(await ask("Bearer a.b.c")).toBe("401 Invalid token");
      expect(await withToken("none@clients", "none", "")).toBe("401 Invalid token");
      expect(await withToken("demo-service@clients", "demo-service", "")).toBe(
        "401 Client is not global.",
      );
      expect(await withToken("demo-management@clients", "demo-management", "")).toBe(
        "403 insufficient_scope",
      );
    },
  );

  test.each(managementCases)("then rejects the faults of the request: $route", async (route) => {
    const open = openTenant({ connectionProfiles: 2, eventStreams: 0 });
    const token = await signToken("demo-management@clients", "demo-management", route.scope);
    await open.control("PATCH", "limits", { connectionProfiles: 3 });
    for (const [index, [, , expected]] of route.requests.entries()) {
      expect(await callManagement(open, route, `Bearer ${token}`, index)).toBe(expected);
    }
  });

  test("rejects a user's own token by scope, then by subject, then by body", async () => {
    const open = openTenant();
    const ask = async (scope: string, body: object): Promise<string> => {
      const token = await signToken(ada, "demo-spa", scope);
      return await summarize(await open.call(token, "PATCH", nobody, body));
    };
    expect(await ask("", { email: 1 })).toBe("403 insufficient_scope");
    expect(await ask("update:current_user_metadata", { email: 1 })).toBe(
      "403 User to be acted on does not match subject in bearer token.",
    );
  });

  test("reports the limit of profiles before a duplicate name", async () => {
    const open = openTenant({ connectionProfiles: 2 });
    const token = await open.getToken("create:connection_profiles");
    const response = await open.call(token, "POST", connectionPath, { name: "workforce" });
    expect(await summarize(response)).toBe("403 too_many_entities");
  });

  test("reports an unknown cursor before too many streams", async () => {
    const open = openTenant({ eventStreams: 0 });
    const token = await open.getToken("read:events");
    const ask = async (query: string): Promise<string> =>
      await summarize(await open.call(token, "GET", `/api/v2/events${query}`));
    expect(await ask("?from=x")).toBe("400 invalid_cursor");
    expect(await ask("")).toContain("403 Maximum concurrent event stream connections reached");
  });
});

const passwordRealm = "http://auth0.com/oauth/grant-type/password-realm";
const otp = "http://auth0.com/oauth/grant-type/passwordless/otp";
const mfa = "http://auth0.com/oauth/grant-type/mfa-otp";
const exchange = "urn:ietf:params:oauth:grant-type:token-exchange";
const database = "Username-Password-Authentication";
const spa = { client_id: "demo-spa" };
const credentials = { username: "ada@example.com", password: "wrong" };
const unknownAudience = { audience: "https://none.example/" };
const unknownOrganization = { organization: "org_none" };

/** Requests with several faults, and the fault that the tenant reports. */
const bodies: readonly (readonly [path: string, body: object, expected: string])[] = [
  ["/oauth/token", { client_id: "x".repeat(1024 * 1024) }, "413 invalid_request"],
  ["/oauth/token", { client_id: "none" }, "400 invalid_request"],
  ["/oauth/token", { client_id: "none", grant_type: "x" }, "401 invalid_client"],
  ["/oauth/token", { ...spa, grant_type: "x" }, "400 unsupported_grant_type"],
  ["/oauth/token", { ...spa, grant_type: "client_credentials" }, "403 unauthorized_client"],
  ["/oauth/token", { ...spa, grant_type: "authorization_code" }, "400 invalid_request"],
  ["/oauth/token", { ...spa, grant_type: "authorization_code", code: "x" }, "403 invalid_grant"],
  ["/oauth/token", { ...spa, grant_type: "refresh_token" }, "400 invalid_request"],
  [
    "/oauth/token",
    { ...spa, grant_type: passwordRealm, ...unknownAudience },
    "400 invalid_request",
  ],
  [
    "/oauth/token",
    { ...spa, grant_type: passwordRealm, ...credentials, realm: "none", ...unknownAudience },
    "400 invalid_request",
  ],
  [
    "/oauth/token",
    {
      ...spa,
      grant_type: passwordRealm,
      ...credentials,
      realm: database,
      ...unknownAudience,
      ...unknownOrganization,
    },
    "403 access_denied",
  ],
  [
    "/oauth/token",
    { ...spa, grant_type: passwordRealm, ...credentials, realm: database, ...unknownOrganization },
    "400 invalid_request",
  ],
  [
    "/oauth/token",
    { ...spa, grant_type: passwordRealm, ...credentials, realm: database },
    "403 invalid_grant",
  ],
  [
    "/oauth/token",
    { ...spa, grant_type: otp, username: "+1", otp: "1", realm: database, ...unknownAudience },
    "400 invalid_request",
  ],
  [
    "/oauth/token",
    { ...spa, grant_type: otp, username: "+1", otp: "1", realm: "sms", ...unknownAudience },
    "403 access_denied",
  ],
  ["/oauth/token", { ...spa, grant_type: mfa, otp: "1" }, "400 invalid_request"],
  ["/oauth/token", { ...spa, grant_type: mfa, otp: "1", mfa_token: "x" }, "401 expired_token"],
  ["/oauth/token", { client_id: "demo-partner", grant_type: exchange }, "400 invalid_request"],
  [
    "/oauth/token",
    {
      client_id: "demo-partner",
      grant_type: exchange,
      subject_token: "x",
      subject_token_type: "urn:acme:legacy",
      ...unknownAudience,
    },
    "403 unauthorized_client",
  ],
  [
    "/oauth/token",
    {
      ...spa,
      grant_type: exchange,
      subject_token: "x",
      subject_token_type: "urn:acme:legacy",
      ...unknownAudience,
    },
    "403 access_denied",
  ],
  ["/co/authenticate", { ...spa, credential_type: "x" }, "400 unsupported_credential_type"],
  ["/co/authenticate", { client_id: "demo-partner", realm: "x" }, "400 invalid_request"],
  [
    "/co/authenticate",
    { client_id: "demo-partner", ...credentials, credential_type: passwordRealm, realm: "x" },
    "401 unauthorized_client",
  ],
  [
    "/co/authenticate",
    { ...spa, ...credentials, credential_type: passwordRealm, realm: "x" },
    "400 invalid_request",
  ],
  [
    "/co/authenticate",
    { ...spa, ...credentials, credential_type: passwordRealm, realm: database },
    "403 access_denied",
  ],
  ["/dbconnections/signup", { client_id: "none", email: "x" }, "400 invalid_signup"],
  [
    "/dbconnections/signup",
    { client_id: "none", email: "ada@example.com", password: "x", connection: "none" },
    "400 unauthorized",
  ],
  [
    "/dbconnections/signup",
    { ...spa, email: "ada@example.com", password: "x", connection: "none" },
    "400 invalid_connection",
  ],
  [
    "/dbconnections/signup",
    { ...spa, email: "emmy@example.com", password: "x", connection: "Demo-Usernames" },
    "400 invalid_signup",
  ],
  [
    "/dbconnections/signup",
    { ...spa, email: "ada@example.com", password: "x", connection: database },
    "400 Password is too weak",
  ],
  ["/dbconnections/change_password", { client_id: "none" }, "400 connection is required"],
  [
    "/dbconnections/change_password",
    { client_id: "none", connection: "none", email: "ada@example.com" },
    "400 invalid_request",
  ],
  ["/passwordless/start", { client_id: "none", send: "x" }, "400 bad.request"],
  ["/passwordless/start", { client_id: "none", connection: "x" }, "400 bad.client_id"],
  ["/passwordless/start", { ...spa, connection: "x", email: "x" }, "400 bad.connection"],
  ["/passwordless/start", { ...spa, connection: "email", phone_number: "1" }, "400 bad.email"],
  [
    "/passwordless/start",
    { ...spa, connection: "email", email: "a@b.example", phone_number: "1" },
    "400 bad.request",
  ],
  [
    "/passwordless/start",
    { ...spa, connection: "email", email: "a@b.example" },
    "400 bad.authParams",
  ],
  ["/passwordless/verify", { client_id: "none" }, "400 bad.request"],
  [
    "/passwordless/verify",
    { ...spa, connection: "email", email: "a@b.example", verification_code: "1" },
    "401 invalid_user_password",
  ],
  ["/co/verify", {}, "400 This login has ended"],
  ["/u/login", {}, "400 This login has ended"],
  ["/u/signup", {}, "400 This login has ended"],
  ["/u/passwordless", {}, "400 This login has ended"],
  ["/u/social", {}, "400 This login has ended"],
  ["/u/mfa", {}, "400 This login has ended"],
  ["/u/consent", {}, "400 This login has ended"],
  ["/u/account", {}, "400 This login has ended"],
  ["/u/reset-password", {}, "400 This link is no longer valid"],
];

async function openWithExchangeProfile(): Promise<OpenTenant> {
  const open = openTenant();
  const token = await open.getToken("create:token_exchange_profiles");
  const profile = { ...custom, action_id: "act_demo_legacy" };
  await open.call(token, "POST", exchangePath, profile);
  return open;
}

describe("the order of checks of a body", () => {
  const rows = bodies.map(([path, body, expected]) => [path, expected, body] as const);

  test.each(rows)("reports one fault of several at %s: %s", async (path, expected, body) => {
    const open = await openWithExchangeProfile();
    const response = await open.send(path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: demoOrigin },
      body: JSON.stringify(body),
    });
    expect(await summarize(response)).toBe(expected);
  });

  test("rejects an embedded login by its origin before its body", async () => {
    const response = await openTenant().send("/co/authenticate", {
      method: "POST",
      headers: { origin: "https://other.example" },
    });
    expect(await summarize(response)).toBe("403 Origin https://other.example is not allowed.");
  });
});

const extension = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";

const authorizations: readonly (readonly [
  changes: Record<string, string | undefined>,
  expected: string,
])[] = [
  [{ client_id: "none", redirect_uri: "x" }, "400 Unknown client"],
  [{ redirect_uri: "x", response_type: "x" }, "400 Callback URL mismatch"],
  [
    { redirect_uri: extension, response_mode: "web_message", response_type: "x" },
    "403 Origin not allowed",
  ],
  [{ max_age: "x", response_type: undefined }, "302 Invalid value of parameter: max_age"],
  [{ response_type: undefined, nonce: undefined }, "302 Missing required parameter: response_type"],
  [{ response_type: "x", response_mode: "query" }, "302 Unsupported response type"],
  [
    { response_mode: "query", nonce: undefined },
    "302 response_mode=query is allowed only with response_type=code",
  ],
  [{ nonce: undefined, code_challenge_method: "S256" }, "302 Missing required parameter: nonce"],
  [
    { code_challenge_method: "S256", audience: "none" },
    "302 code_challenge and code_challenge_method=S256 must be sent together",
  ],
  [{ audience: "none", connection: "none" }, "302 Service not found: none"],
  [{ connection: "none", organization: "none" }, "302 The connection was not found"],
  [
    { organization: "none", login_ticket: "none" },
    "302 invalid organization: it does not exist at this tenant",
  ],
  [{ login_ticket: "none", prompt: "none" }, "302 Unknown or invalid login ticket."],
];

describe("the order of checks of a URL", () => {
  const rows = authorizations.map(([changes, expected]) => [expected, changes] as const);

  test.each(rows)("reports one fault of several: %s", async (expected, changes) => {
    expect(await summarize(await openTenant().send(authorizePath(changes)))).toBe(expected);
  });

  test("reports a repeated parameter before an invalid one", async () => {
    const path = `${authorizePath({ max_age: "x" })}&scope=openid`;
    expect(await summarize(await openTenant().send(path))).toBe("302 Repeated parameter: scope");
  });

  test("reports an incomplete link before an unknown client, and an unknown client before a wrong code", async () => {
    const open = openTenant();
    const ask = async (query: string): Promise<string> =>
      await summarize(await open.send(`/passwordless/verify_redirect?${query}`));
    expect(await ask("client_id=none")).toBe("400 This link is incomplete");
    expect(await ask("client_id=none&connection=email&email=a@b.example&verification_code=1")).toBe(
      "400 Unknown client",
    );
  });

  test("reports the host, then the planned response, then the limit, then the token", async () => {
    const open = openTenant();
    await open.control("PUT", "faults", { "global-limit-reached": true });
    await open.control("POST", "responses", { path: "/userinfo", status: 418, times: 2 });
    const ask = async (headers: Record<string, string> = {}): Promise<string> =>
      await summarize(await open.send("/userinfo", { headers }));
    expect(await ask({ host: "other.example" })).toContain("421");
    expect([await ask(), await ask()]).toEqual(["418 planned_response", "418 planned_response"]);
    expect(await ask()).toBe("429 Rate limit exceed");
    await open.control("PUT", "faults", { "global-limit-reached": false });
    expect(await ask()).toBe("401 invalid_token");
  });

  test("rejects a control by origin, then by content type, then by path", async () => {
    const open = openTenant();
    const ask = async (headers: Record<string, string>): Promise<string> =>
      await summarize(await open.send("/_control/clients/none", { method: "PATCH", headers }));
    expect(await ask({ origin: "https://other.example" })).toContain(
      "403 The control interface rejects requests from pages of other origins.",
    );
    expect(await ask({})).toContain("400 Send JSON with id_token_signing_alg");
  });
});
