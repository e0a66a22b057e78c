import { describe, expect, test } from "vitest";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import type {
  CapturedKind,
  CapturedRequest,
  CapturedRun,
} from "../../../../../lib/runs/from-request/captured-request.ts";
import { readFlow, readRequest } from "../../../../../lib/runs/from-request/read-request.ts";
import type { Values } from "../../../../../lib/runs/operation.ts";
import { findOperation, prepare } from "../../../../run-stage/prepare.ts";
import { RunStage } from "../../../../run-stage/run-stage.ts";
import { openTenant } from "../../../tenant/open-tenant.ts";
import { readFlows, readHarText } from "../../trace/read-recording.ts";
import { RequestLog } from "./sent-requests.ts";

const spa = "demo-spa";
const realm = "Username-Password-Authentication";
const callback = "http://localhost:4461/callback";

/** Returns the messages of one kind of a captured login, each with its flow. */
async function readMessages(name: string, kind: CapturedKind) {
  const flows = await readFlows(readHarText(name));
  const found = flows.flatMap(({ flow: { messages } }) =>
    messages.filter((message) => message.kind === kind).map((message) => ({ message, messages })),
  );
  if (found.length === 0) throw new Error(`${name} has no ${kind}.`);
  return found;
}

/** Returns the values of a draft that are not empty. */
const listFilled = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));

const implicit = {
  clientID: spa,
  responseType: "token id_token",
  scope: "openid profile email",
  redirectUri: callback,
};
const passwordLogin = { ...implicit, username: "ada@example.com", realm };

describe("a captured request becomes an operation with its values", () => {
  test.each<[capture: string, kind: CapturedKind, operation: string, values: Values]>([
    ["login-implicit", "authorization", "authorize", implicit],
    [
      "login-audience",
      "authorization",
      "authorize",
      {
        ...implicit,
        responseType: "code pkce",
        scope: "openid read:reports",
        audience: "https://reports.demo.example/",
        redirectUri: "http://localhost:4462/callback",
      },
    ],
    [
      "silent-in-tab",
      "authorization",
      "authorize",
      {
        ...implicit,
        responseType: "code pkce",
        prompt: "none",
        redirectUri: "http://localhost:4462/callback",
      },
    ],
    ["renew-implicit", "authorization", "check-session", implicit],
    ["embedded-login", "embedded-login", "login", passwordLogin],
    ["embedded-login", "authorization", "login", passwordLogin],
    ["firefox-embedded", "authorization", "login", { ...implicit, realm }],
    [
      "embedded-wrong-password",
      "embedded-login",
      "login",
      { clientID: spa, username: "ada@example.com", realm, responseType: "code pkce" },
    ],
    [
      "passwordless-code",
      "passwordless-start",
      "passwordless-start",
      { ...implicit, connection: "email", email: "lise@example.com", send: "code" },
    ],
    [
      "passwordless-code",
      "embedded-login",
      "passwordless-login",
      { ...implicit, connection: "email", email: "lise@example.com" },
    ],
    [
      "signup-and-login",
      "signup",
      "signup",
      { clientID: spa, email: "rosalind@example.com", connection: realm },
    ],
    [
      "change-password",
      "password-change",
      "change-password",
      { clientID: spa, email: "ada@example.com", connection: realm },
    ],
    [
      "login-pkce",
      "token",
      "exchange-code",
      { clientID: spa, redirectUri: "http://localhost:4461/callback" },
    ],
    ["refresh", "token", "refresh", { clientID: spa }],
    ["confidential-client", "token", "client-credentials", { clientID: "demo-management" }],
    [
      "token-exchange",
      "token",
      "exchange-token",
      { clientID: spa, subjectTokenType: "urn:acme:legacy", scope: "openid" },
    ],
    ["user-info", "user-info", "user-info", {}],
    [
      "logout-return",
      "logout",
      "logout",
      { clientID: spa, list: "application", returnTo: "http://localhost:4461/" },
    ],
    ["management-scope", "management", "get-user", { userId: "auth0|65f1c0ada000000000000001" }],
  ])("%s: %s as %s", async (capture, kind, operation, values) => {
    const found = await readMessages(capture, kind);
    const runs = found.flatMap(({ message, messages }) => {
      const reading = readRequest(message, messages);
      return reading.ok ? [reading.run.draft] : [];
    });
    expect(
      runs.map((draft) => ({ operation: draft.operation, values: listFilled(draft.values) })),
    ).toContainEqual({ operation, values });
  });
});

describe("a captured request that no operation makes has a reason", () => {
  test.each<[capture: string, kind: CapturedKind, reason: string]>([
    ["password-grant", "token", "for the grant http://auth0.com/oauth/grant-type/password-realm."],
    ["device-code", "token", "for the grant urn:ietf:params:oauth:grant-type:device_code."],
    ["device-code", "device-authorization", "no operation for device authorization."],
    ["pushed-request", "pushed-request", "pushed authorization requests (RFC 9126)."],
    ["pushed-request", "authorization", "pushed authorization requests (RFC 9126)."],
    ["passwordless-link", "authorization", "The link of a passwordless message works once."],
    ["embedded-credential-type", "embedded-login", "not password."],
    ["embedded-cross-site", "embedded-verification", "The tenant's own page sends this request"],
    ["logout-return-not-registered", "logout", "Its “Logout” sends returnTo."],
    ["callback-bookmarked", "callback", "Run the authorization request before it."],
    ["discovery-issuer", "discovery", "no operation for discovery."],
    ["login-pkce", "login-page", "This page belongs to the provider."],
    ["change-password", "preflight", "The browser sends a preflight by itself"],
  ])("%s: %s", async (capture, kind, reason) => {
    const [first] = await readMessages(capture, kind);
    expect(first && readRequest(first.message, first.messages)).toEqual({
      ok: false,
      reason: expect.stringContaining(reason),
    });
  });
});

/** Reads a request that no capture has. */
function read(
  kind: CapturedKind,
  url: string,
  request: CapturedRequest["request"] = [],
  changes: Partial<CapturedRequest["exchange"]> = {},
) {
  return readRequest({
    kind,
    request,
    response: [],
    exchange: { method: "GET", url, startedAt: 0, requestHeaders: [], ...changes },
  });
}

function readRun(...request: Parameters<typeof read>): CapturedRun {
  const reading = read(...request);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.run;
}

const origin = "https://login.acme.example";
const login: CapturedRequest["request"] = [
  ["client_id", "shop"],
  ["response_type", "code"],
  ["redirect_uri", "https://shop.example/callback"],
  ["state", "state-1"],
];

describe("a request that the corpus does not have", () => {
  test.each<[title: string, request: Parameters<typeof read>, expected: object]>([
    [
      "a popup of another library is a login in a popup",
      ["authorization", `${origin}/authorize`, [...login, ["response_mode", "web_message"]]],
      { operation: "popup-authorize", parameters: [] },
    ],
    [
      "a parameter that no field has is added",
      ["authorization", `${origin}/authorize`, [...login, ["login_hint", "ada@example.com"]]],
      { operation: "authorize", parameters: [["login_hint", "ada@example.com"]] },
    ],
    [
      "the client ID of Basic authentication is filled in, without its secret",
      [
        "token",
        `${origin}/oauth/token`,
        [
          ["grant_type", "client_credentials"],
          ["audience", "urn:api"],
        ],
        {
          method: "POST",
          requestHeaders: [{ name: "authorization", value: `Basic ${btoa("machine:hush-hush")}` }],
        },
      ],
      {
        operation: "client-credentials",
        way: "extension",
        values: { clientID: "machine", audience: "urn:api" },
      },
    ],
    [
      "a logout of the account sends no client ID",
      ["logout", `${origin}/v2/logout`, [["federated", ""]]],
      { operation: "logout", values: { list: "account", federated: "true" } },
    ],
    [
      "a change of metadata keeps its JSON",
      [
        "management",
        `${origin}/api/v2/users/auth0%7C1`,
        [["user_metadata", '{"theme":"dark"}']],
        { method: "PATCH" },
      ],
      {
        operation: "patch-user-metadata",
        values: { userId: "auth0|1", userMetadata: '{"theme":"dark"}' },
      },
    ],
    [
      "the linking of accounts keeps the account that remains",
      [
        "management",
        `${origin}/api/v2/users/auth0%7C1/identities`,
        [["link_with", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"]],
        { method: "POST" },
      ],
      { operation: "link-user", values: { userId: "auth0|1" } },
    ],
    [
      "a verification of an older library is a passwordless login",
      [
        "passwordless-verification",
        `${origin}/passwordless/verify`,
        [
          ["connection", "sms"],
          ["phone_number", "+491701234567"],
          ["verification_code", "hush-1"],
        ],
        { method: "POST" },
      ],
      {
        operation: "passwordless-login",
        values: { connection: "sms", phoneNumber: "+491701234567" },
      },
    ],
    [
      "the language of a message is a header",
      [
        "passwordless-start",
        `${origin}/passwordless/start`,
        [
          ["connection", "email"],
          ["email", "ada@example.com"],
          ["authParams", "not JSON"],
        ],
        { method: "POST", requestHeaders: [{ name: "x-request-language", value: "de" }] },
      ],
      { operation: "passwordless-start", values: { send: "link", xRequestLanguage: "de" } },
    ],
  ])("%s", (_title, request, expected) => {
    const { draft } = readRun(...request);
    expect(draft).toMatchObject({ way: "page", ...expected });
    expect(JSON.stringify(draft)).not.toMatch(/hush|eyJ|state-1/);
  });

  test.each<[reason: string, request: Parameters<typeof read>]>([
    ["signed request objects", ["authorization", `${origin}/authorize`, [["request", "eyJ"]]]],
    ["did not show the grant", ["token", `${origin}/oauth/token`]],
    ["for the grant __proto__.", ["token", `${origin}/oauth/token`, [["grant_type", "__proto__"]]]],
    ["only the tenant's own", ["embedded-login", `${origin}/usernamepassword/login`]],
    [
      "for DELETE /api/v2/users/1.",
      ["management", `${origin}/api/v2/users/1`, [], { method: "DELETE" }],
    ],
    ["for GET /api/v2/users/%E0%A4.", ["management", `${origin}/api/v2/users/%E0%A4`]],
    ["the provider's own page", ["logout", `${origin}/v2/logout`, [], { method: "POST" }]],
    ["no operation for introspection", ["introspection", `${origin}/introspect`]],
  ])("the reason: %s", (reason, request) => {
    expect(read(...request)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});

describe("a note tells", () => {
  const authorization = (...more: [string, string][]) =>
    readRun("authorization", `${origin}/authorize`, [...login, ...more]).notes.join(" ");

  test.each([
    ["own values of the run", authorization(), "The run creates its own state."],
    [
      "a secret that is left out",
      authorization(["id_token_hint", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"]),
      "Left out, because it can be a secret: id_token_hint.",
    ],
    [
      "an unused challenge",
      authorization(["response_type", "token"], ["code_challenge", "c"]),
      "does not use PKCE",
    ],
    [
      "another path",
      readRun("authorization", `${origin}/auth`, login).notes.join(" "),
      "went to /auth. The library requests /authorize.",
    ],
    [
      "a missing parameter",
      readRun("authorization", `${origin}/authorize`, login.slice(0, 1)).notes.join(" "),
      "The captured request has no response_type,",
    ],
    [
      "a client with a secret",
      readRun("token", `${origin}/oauth/token`, [
        ["grant_type", "refresh_token"],
        ["client_secret", "hush-hush"],
      ]).notes.join(" "),
      "it is a public client.",
    ],
    [
      "a member that the operation does not send",
      readRun("password-change", `${origin}/dbconnections/change_password`, [
        ["email", "ada@example.com"],
        ["organization", "org_1"],
      ]).notes.join(" "),
      "Left out, because this operation does not send it: organization.",
    ],
    [
      "a required value that the request did not have",
      readRun("signup", `${origin}/dbconnections/signup`).notes.join(" "),
      "Enter: Email, Connection.",
    ],
  ])("%s", (_case, notes, expected) => {
    expect(notes).toContain(expected);
  });

  test("nothing without a difference", () => {
    const { notes } = readRun("logout", `${origin}/v2/logout`, [
      ["client_id", "shop"],
      ["returnTo", "https://shop.example/"],
    ]);
    expect(notes).toEqual([]);
  });
});

test.each([
  ["embedded-login", "Enter: Password."],
  ["passwordless-code", "Enter: Code."],
])("the notes of %s name the secret once, as a field to fill in", async (name, words) => {
  const [found] = await readMessages(name, "embedded-login");
  const reading = found && readRequest(found.message, found.messages);
  const notes = reading?.ok === true ? reading.run.notes.join(" ") : "";
  expect(notes).toContain(words);
  expect(notes).not.toContain("Left out");
});

test("a run names its request, without the query, and the page that made it", () => {
  const headers = [{ name: "referer", value: "https://shop.example/cart?id=1" }];
  const run = readRun("authorization", `${origin}/authorize?client_id=shop&state=1`, login, {
    requestHeaders: headers,
  });
  expect(run).toMatchObject({
    title: "Login with redirect",
    line: `GET ${origin}/authorize`,
    origin,
    clientId: "shop",
    pageOrigin: "https://shop.example",
  });
});

test("a flow becomes the run of its login rather than of its token request", async () => {
  const [found] = await readMessages("login-pkce", "token");
  const reading = readFlow(found?.messages ?? []);
  expect(reading.ok && reading.run.draft.operation).toBe("authorize");
  expect(readFlow([])).toEqual({ ok: false, reason: "This flow has no message." });
});

/** The operations that no captured request leads to, each with the reason. */
const withoutRequest: Readonly<Record<string, string>> = {
  "get-sso-data": "Its request is one of silent renewal, which check-session makes.",
  "build-authorize-url": "It sends no request.",
  "parse-hash": "It sends no request but those for keys and user info.",
  "cross-origin-verification": "It answers a message of the tenant's page, without a request.",
  "popup-authorize": "Its request is one of a redirect, unless it asks for a message.",
};

/** Values beside those with which an operation succeeds. */
const furtherValues: Readonly<Record<string, Values>> = {
  authorize: { prompt: "login", maxAge: "3600", responseType: "token id_token", scope: "openid" },
  "check-session": { responseType: "code pkce", scope: "openid email" },
  login: { responseType: "code token id_token", maxAge: "60", scope: "openid" },
  logout: { list: "account", federated: "true" },
  "passwordless-start": { responseType: "token id_token", xRequestLanguage: "de" },
  signup: { user_metadata: '{"theme":"dark"}' },
  "patch-user-metadata": { userMetadata: '{"color":"red"}' },
};

/** Runs an operation at the local tenant, and returns its requests as the browser reports them. */
async function capture(id: string) {
  const log = new RequestLog();
  const open = openTenant();
  const record = (url: string, init: RequestInit = {}) => {
    // Only a script's request names its origin.
    if (new Headers(init.headers).has("origin")) log.addFetch(url, init);
    else if (url.startsWith("http")) log.add({ method: "GET", url, destination: "document" });
  };
  const stage = new RunStage({
    ...open,
    send(url, init) {
      record(url, init);
      return open.send(url, init);
    },
    sendWithoutCookies(url, init) {
      record(url, init);
      return open.sendWithoutCookies(url, init);
    },
  });
  stage.setting = stage.settings.page;
  const operation = findOperation(id);
  const values = { ...(await prepare(stage, operation)), ...furtherValues[id] };
  log.exchanges.length = 0;
  const { kind } = await stage.run(operation, values);
  expect(kind).toBe("succeeded");
  return { operation, values, messages: log.classify() };
}

describe("an operation whose requests are captured becomes the same operation", () => {
  const runs = catalogue.map(({ id }) => id).filter((id) => withoutRequest[id] === undefined);

  test.each(runs)("%s, with the same values", async (id) => {
    const { operation, values, messages } = await capture(id);
    const secret = operation.fields.filter(({ kind }) => kind === "secret" || kind === "token");
    const isPublic = ([name, value]: [string, string]) =>
      value !== "" && !secret.some((field) => field.name === name) && name !== "nonce";
    const drafts = messages.flatMap((message) => {
      const reading = readRequest(message, messages);
      return reading.ok ? [reading.run.draft] : [];
    });
    const draft = drafts.find((one) => one.operation === id);
    expect(draft?.values).toMatchObject(
      Object.fromEntries(Object.entries(values).filter(isPublic)),
    );
    expect(draft?.parameters).toEqual([]);
  });

  test("the other operations have a reason", () => {
    const ids = catalogue.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(withoutRequest)));
  });
});
