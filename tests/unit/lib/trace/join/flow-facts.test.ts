import { describe, expect, test } from "vitest";
import { captureStart, jwtOf, traceOf, type EntryFacts } from "../entries.ts";
import { app, authorizeFor, callback, codeLogin, idp, page, script, tokenFor } from "./logins.ts";

const readFlow = async (list: readonly EntryFacts[], reached?: string) => {
  const navigations = reached === undefined ? [] : [{ at: captureStart + 500, url: reached }];
  const { flows } = await traceOf(list, navigations);
  const [first] = flows;
  if (first === undefined) throw new Error("The entries have no flow.");
  return first;
};
const telemetry = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");

describe("the response of a flow", () => {
  const implicit = (mode: string): EntryFacts => ({
    url: `${idp}/authorize?client_id=spa&response_type=id_token&response_mode=${mode}&state=s&nonce=n&redirect_uri=${callback}`,
    ...page,
  });
  const form = (fields: string) =>
    `<form method="post" action="${callback}">${fields}<button>Continue</button></form>`;

  const rows: readonly (readonly [title: string, list: EntryFacts[], mode: string, id: number])[] =
    [
      ["the redirect of the last page", codeLogin({}), "query", 3],
      [
        "the page that posts it to the application",
        [
          {
            ...implicit("form_post"),
            answer: form(
              `<input type="hidden" name="code" value="c&amp;d"/><input type='hidden' name='state' value='s'>`,
            ),
          },
        ],
        "form_post",
        1,
      ],
      [
        "the form that the application received",
        [
          { ...implicit("form_post"), answer: null },
          { at: 30, url: callback, ...page, form: { code: "c&d", state: "s" } },
        ],
        "form_post",
        2,
      ],
      [
        "the message of a frame, as this tenant writes it",
        [
          {
            ...implicit("web_message"),
            answer: `<script>var message = {"type":"authorization_response","response":{"code":"c}","state":"s"}};</script>`,
          },
        ],
        "web_message",
        1,
      ],
      [
        "the message of a frame, as another provider writes it",
        [
          {
            ...implicit("web_message"),
            answer: `<script>var data = {"response":{"code":"c","state":"s"},"redirect_uri":"x"}; var authorization_response = { type: 'authorization_response', response: response };</script>`,
          },
        ],
        "web_message",
        1,
      ],
      [
        "the callback's own address, as Firefox reports it",
        [
          { ...implicit("fragment"), location: `${idp}/u/login?state=t` },
          { at: 90, url: `${callback}#id_token=${jwtOf({})}&state=s`, ...page },
        ],
        "fragment",
        2,
      ],
    ];

  test.each(rows)("is found in %s", async (_title, list, mode, id) => {
    const { flow } = await readFlow(list);
    expect(flow.response).toMatchObject({ mode, message: { exchange: { id } } });
    expect(flow.authorization?.response).toBe(flow.response?.parameters);
    expect(flow.response?.parameters).toContainEqual(["state", "s"]);
  });

  test("is found in the address that the page reached, if no request shows it", async () => {
    const reached = `${callback}#access_token=t&token_type=Bearer&state=s`;
    const { flow } = await readFlow([authorizeFor({})], reached);
    expect(flow).toMatchObject({ phase: "complete", response: { mode: "fragment" } });
    expect(flow.response).not.toHaveProperty("message");
  });

  test("is not that of another provider that the provider asks", async () => {
    const foreign = `${idp}/login/callback?code=foreign&state=u`;
    const { flow } = await readFlow([
      { ...authorizeFor({}), location: `${idp}/login?state=t` },
      { at: 10, url: `${idp}/login?state=t`, ...page, location: foreign },
      { at: 20, url: foreign, ...page, location: `${callback}?code=c&state=s` },
    ]);
    expect(flow.response?.parameters).toContainEqual(["code", "c"]);
  });

  test("has the URL that received it, without its query", async () => {
    const { flow } = await readFlow(codeLogin({}));
    expect(flow.response?.target).toBe(callback);
  });
});

describe("the facts of a flow", () => {
  const spa = { name: "auth0-spa-js", version: "2.1.3" };
  const libraries: readonly (readonly [title: string, facts: EntryFacts, library: object])[] = [
    [
      "its parameter",
      {
        ...authorizeFor({}),
        url: `${idp}/authorize?auth0Client=${encodeURIComponent(telemetry(spa))}`,
      },
      spa,
    ],
    ["its header", { ...tokenFor({}), headers: { "Auth0-Client": telemetry(spa) } }, spa],
    [
      "MSAL's parameters",
      {
        ...authorizeFor({}),
        url: `${idp}/authorize?x-client-SKU=msal.js.browser&x-client-VER=3.1.0`,
      },
      { name: "msal.js.browser", version: "3.1.0" },
    ],
  ];

  test.each(libraries)("name the library by %s", async (_title, facts, library) => {
    expect((await readFlow([facts])).flow.library).toEqual(library);
  });

  test.each(["", "%%%", telemetry(["auth0.js"]), telemetry({ name: 1, version: {} })])(
    "name no library for the telemetry %s",
    async (value) => {
      const facts = { ...tokenFor({}), headers: { "Auth0-Client": value } };
      expect((await readFlow([facts])).flow).not.toHaveProperty("library");
    },
  );

  test("have the page's origin by Referer or Origin, and none without them", async () => {
    const referred = { ...authorizeFor({}), headers: { Referer: "https://shop.example/cart" } };
    const flows = [
      await readFlow([referred]),
      await readFlow(codeLogin({})),
      await readFlow(codeLogin({}).slice(0, 4)),
    ];
    expect(flows.map(({ flow }) => flow.pageOrigin)).toEqual([
      "https://shop.example",
      app,
      undefined,
    ]);
  });

  test("have no page's origin from what the provider leads to", async () => {
    const [request, ...others] = codeLogin({}).slice(0, 4);
    const headers = { Origin: idp, Referer: `${idp}/` };
    const { flow } = await readFlow([
      ...(request === undefined ? [] : [request]),
      ...others.map((facts) => ({ ...facts, headers })),
    ]);
    expect(flow.messages).toHaveLength(4);
    expect(flow).not.toHaveProperty("pageOrigin");
  });

  test("have the client of the flow that issued a logout's token", async () => {
    const hint = jwtOf({ sub: "ada", jti: "c" });
    const logout = { at: 900, url: `${idp}/bye?id_token_hint=${hint}`, ...page };
    const { flows } = await traceOf([...codeLogin({}), logout]);
    expect(flows[1]?.flow).toMatchObject({ kind: "logout", clientId: "spa" });
  });

  test("name the flow that issued the refresh token", async () => {
    const form = { grant_type: "refresh_token", refresh_token: "refresh-c" };
    const refresh = { at: 900, url: `${idp}/oauth/token`, ...script, form, answer: {} };
    const { flows } = await traceOf([...codeLogin({}), refresh]);
    expect(flows[1]?.flow.previousId).toBe(flows[0]?.flow.id);
  });

  test("end with the login, not with later calls of an API", async () => {
    const headers = { Authorization: "Bearer access-c" };
    const call = { at: 60_000, url: "https://api.example/", ...script, headers };
    const { flow } = await readFlow([...codeLogin({}), call]);
    expect(flow).toMatchObject({ startedAt: captureStart, endedAt: captureStart + 410 });
    expect(flow.messages).toHaveLength(6);
  });

  test("keep how far a failed login came", async () => {
    const error = { ...tokenFor({ at: 400 }), status: 403, answer: { error: "invalid_grant" } };
    const { flow } = await readFlow([...codeLogin({}).slice(0, 4), error]);
    expect(flow).toMatchObject({ phase: "failed", stage: "token" });
  });

  const phases: readonly (readonly [title: string, list: EntryFacts[], phase: string])[] = [
    [
      "a refused authorization",
      [{ ...authorizeFor({}), status: 400, answer: "<h1>No</h1>" }],
      "failed",
    ],
    [
      "an authorization that the network lost",
      [{ ...authorizeFor({}), status: 0, error: "net::ERR_FAILED" }],
      "failed",
    ],
    ["an authorization in flight", [{ ...authorizeFor({}), status: 0 }], "authorization"],
    [
      "a wrong password",
      codeLogin({})
        .slice(0, 2)
        .concat({
          at: 200,
          url: `${idp}/u/login?state=t-s`,
          ...page,
          form: { password: "x" },
          status: 400,
          answer: "<form>",
        }),
      "provider",
    ],
    [
      "a lost page of the provider",
      codeLogin({})
        .slice(0, 1)
        .concat({ at: 100, url: `${idp}/u/login?state=t-s`, ...page, status: 400 }),
      "failed",
    ],
    ["a code that nothing redeems", codeLogin({}).slice(0, 4), "response"],
    [
      "a callback that its server refuses",
      codeLogin({})
        .slice(0, 3)
        .concat({ at: 300, url: `${callback}?code=c&state=s`, ...page, status: 404 }),
      "failed",
    ],
    [
      "a token response that CORS hides",
      [
        ...codeLogin({}).slice(0, 4),
        { ...tokenFor({ at: 400 }), responseHeaders: { "Content-Type": "application/json" } },
      ],
      "failed",
    ],
    [
      "a page instead of the token response",
      [...codeLogin({}).slice(0, 4), { ...tokenFor({ at: 400 }), answer: "<h1>App</h1>" }],
      "failed",
    ],
    [
      "a token response without its body",
      [...codeLogin({}).slice(0, 4), { ...tokenFor({ at: 400 }), answer: null }],
      "complete",
    ],
    [
      "a token request in flight",
      [...codeLogin({}).slice(0, 4), { ...tokenFor({ at: 400 }), status: 0 }],
      "token",
    ],
  ];

  test.each(phases)("have the phase of %s", async (_title, list, phase) => {
    expect((await readFlow(list)).flow.phase).toBe(phase);
  });
});

describe("a prepared flow", () => {
  test("lists each token once, with its delivery and the provider's clock", async () => {
    const idToken = jwtOf({ nonce: "other" });
    const date = new Date(captureStart - 90_000).toUTCString();
    const url = `${idp}/authorize?client_id=spa&response_type=id_token&state=s&nonce=n`;
    const back = `${callback}#id_token=${idToken}&state=s`;
    const { prepared } = await readFlow([
      { url, ...page, location: back, responseHeaders: { Date: date } },
      { at: 30, url: back, ...page },
    ]);
    expect(prepared.tokens).toMatchObject([
      { name: "id_token", deliveredAt: captureStart + 10, serverTime: captureStart - 90_000 },
    ]);
    expect(prepared.clock).toMatchObject({ serverTime: captureStart - 90_000 });
    expect(prepared.state).toEqual({ sent: "s", received: "s" });
    expect(prepared.nonce).toEqual({ sent: "n", received: "other" });
  });

  test("has the parameters of a pushed request and of a request object", async () => {
    const object = jwtOf({ nonce: "of the object" });
    const { prepared } = await readFlow([
      {
        url: `${idp}/par`,
        ...script,
        form: { client_id: "spa", response_type: "code", request: object },
        answer: { request_uri: "urn:x" },
      },
      { at: 20, url: `${idp}/authorize?client_id=spa&request_uri=urn:x`, ...page },
    ]);
    expect(prepared.requestParameters).toContainEqual(["response_type", "code"]);
    expect(prepared.nonce.sent).toBe("of the object");
  });

  test("has the configuration and the keys of its host", async () => {
    const { prepared } = await readFlow([
      ...codeLogin({}),
      {
        url: `${idp}/.well-known/openid-configuration`,
        answer: { issuer: idp, authorization_endpoint: `${idp}/authorize` },
      },
      { url: `${idp}/.well-known/jwks.json`, answer: { keys: [{ kty: "RSA", kid: "k" }] } },
    ]);
    expect(prepared.discovery).toMatchObject({ document: { issuer: idp } });
    expect(prepared.keySets).toMatchObject([{ keys: [{ kid: "k" }] }]);
  });

  test("has the flows of the same client before and after it", async () => {
    const logins = ["1", "2", "3"].map((state, index) => ({
      ...authorizeFor({ at: index * 100, state }),
      status: 400,
    }));
    const other = { ...authorizeFor({ at: 50, client: "other", state: "4" }), status: 400 };
    const { flows } = await traceOf([...logins, other]);
    const last = flows.at(-1)?.prepared;
    const first = flows[0]?.prepared;
    expect(last?.previous.map(({ id }) => id)).toEqual(["2", "1"]);
    expect([first?.next?.id, last?.next]).toEqual(["2", undefined]);
  });

  test("has the preflight of a message, and the challenge of a verifier", async () => {
    const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const form = { grant_type: "authorization_code", code: "c", code_verifier: verifier };
    const headers = { "Access-Control-Request-Method": "POST", Origin: app };
    const url = `${idp}/oauth/token`;
    const { prepared, flow } = await readFlow([
      { url, method: "OPTIONS", headers, status: 204 },
      { at: 20, url, ...script, form, answer: {} },
    ]);
    const [token] = flow.tokenRequests;
    expect(token && prepared.preflights.get(token)?.kind).toBe("preflight");
    expect(prepared.challenges.get(verifier)).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  });
});
