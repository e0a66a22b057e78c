import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { WebAuth, type AuthorizeOptions, type WebAuthOptions } from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { appOrigin } from "./compared.ts";
import { FakeClock, fakePorts, FakeWindow } from "./fake-ports.ts";
import { readBody } from "./tenant-page.ts";

// The constructor's options are the defaults of each method that makes an authorization request.

const startSchema = z.object({
  client_id: z.string(),
  authParams: z.record(z.string(), z.string()),
});

/** A page, and its first authorization request. */
function setUp(options: Partial<WebAuthOptions>) {
  const { promise: request, resolve } = Promise.withResolvers<Record<string, string>>();
  const keep = (url: string) => resolve(Object.fromEntries(new URL(url).searchParams));
  const page = new FakeWindow();
  const open = (url: string) => {
    keep(url);
    return page.open(url);
  };
  const webAuth = new WebAuth({
    domain: "tenant.example",
    clientID: "client-1",
    ...options,
    ports: fakePorts({
      clock: new FakeClock(),
      storage: new Map<string, string>(),
      location: { origin: () => appOrigin, hash: () => "" },
      navigation: { goTo: keep },
      frames: { open },
      popups: { open },
      messages: page,
      fetch: (url, sent) => {
        if (!url.endsWith("/passwordless/start")) return Response.json({ login_ticket: "t" });
        const { client_id, authParams } = startSchema.parse(readBody({ request: sent }));
        resolve({ client_id, ...authParams });
        return Response.json({});
      },
    }),
  });
  return { webAuth, request };
}

type Method = (webAuth: WebAuth, given: Omit<AuthorizeOptions, "connection">) => unknown;

const recipient = { connection: "email", email: "ada@example.com" } as const;
const methods: Record<string, Method> = {
  authorize: ({ authorize }, given) => authorize(given),
  "popup.authorize": ({ popup }, given) => popup.authorize(given),
  checkSession: ({ checkSession }, given) => checkSession(given),
  login: ({ login }, given) => login({ ...given, email: "a@b.example", password: "p", realm: "r" }),
  passwordlessLogin: ({ passwordlessLogin }, given) =>
    passwordlessLogin({ ...given, ...recipient, verificationCode: "1" }),
  passwordlessStart: ({ passwordlessStart }, authParams) =>
    passwordlessStart({ ...recipient, authParams }),
};

describe("a missing option of the constructor", () => {
  const redirectUri = `${appOrigin}/own`;
  const own = { redirectUri, responseType: "token id_token" };

  test.each(["authorize", "popup.authorize", "checkSession", "login"])(
    "is read from the call of %s, which sends it",
    { tags: ["library.init.per-method"] },
    async (name) => {
      const { webAuth, request } = setUp({});
      void methods[name]?.(webAuth, own);
      expect(await request).toMatchObject({
        redirect_uri: redirectUri,
        response_type: own.responseType,
      });
    },
  );

  test(
    "is read from the call of client.buildAuthorizeUrl and of parseHash",
    { tags: ["library.init.per-method"] },
    async () => {
      const { webAuth } = setUp({});
      const url = webAuth.client.buildAuthorizeUrl({ ...own, nonce: "n" });
      expect(new URL(url).searchParams.get("redirect_uri")).toBe(redirectUri);
      const asked = { hash: "#access_token=a&state=s", state: "s", responseType: "token id_token" };
      expect(await catchAuthError(webAuth.parseHash(asked))).toMatchObject({
        reason: "token_missing",
      });
      expect(await webAuth.parseHash({ ...asked, responseType: "token" })).toMatchObject({
        accessToken: "a",
      });
    },
  );

  test(
    "is required in each call that needs a redirectUri",
    { tags: ["library.init.per-method"] },
    async () => {
      const { webAuth } = setUp({});
      expect(() => webAuth.popup.authorize()).toThrow(/^redirectUri option is required/);
      expect(await catchAuthError(webAuth.checkSession())).toMatchObject({
        reason: "redirect_uri_missing",
      });
    },
  );

  test.each([{}, { redirectUri }, { responseType: "token" }])(
    "is required in the constructor for passwordless calls; %j is not enough",
    { tags: ["library.init.per-method"] },
    (options) => {
      const { webAuth } = setUp(options);
      expect(() => methods["passwordlessStart"]?.(webAuth, own)).toThrow(/option is required/);
      expect(() => methods["passwordlessLogin"]?.(webAuth, own)).toThrow(/option is required/);
    },
  );
});

describe.each(Object.entries(methods))("%s", (_name, call) => {
  const all = {
    redirectUri: `${appOrigin}/cb`,
    scope: "openid read:reports",
    audience: "https://api.example/",
    responseType: "token id_token",
    organization: "org_7",
    maxAge: 300,
  } as const;

  test(
    "sends the options of the constructor",
    {
      tags: [
        "library.init.redirect-uri",
        "library.init.scope",
        "library.init.audience",
        "library.init.response-type",
      ],
    },
    async () => {
      const { webAuth, request } = setUp(all);
      void call(webAuth, {});
      expect(await request).toMatchObject({
        client_id: "client-1",
        redirect_uri: all.redirectUri,
        scope: all.scope,
        audience: all.audience,
        response_type: all.responseType,
        organization: all.organization,
        max_age: "300",
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
    },
  );

  test("is replaced by the option of the call", async () => {
    const { webAuth, request } = setUp(all);
    const own = {
      clientID: "client-2",
      redirectUri: `${appOrigin}/other`,
      scope: "openid",
      audience: "https://other.example/",
      responseType: "token",
      state: "own-state",
    };
    void call(webAuth, own);
    expect(await request).toMatchObject({
      client_id: own.clientID,
      redirect_uri: own.redirectUri,
      scope: own.scope,
      audience: own.audience,
      response_type: own.responseType,
      state: own.state,
    });
  });

  test(
    "requests openid profile email, and no audience, by default",
    { tags: ["library.init.scope", "versioning.default-scope"] },
    async () => {
      const { webAuth, request } = setUp({ redirectUri: all.redirectUri, responseType: "token" });
      void call(webAuth, {});
      expect(await request).toMatchObject({
        scope: "openid profile email",
        response_type: "token",
      });
      expect(await request).not.toHaveProperty("audience");
      expect(await request).not.toHaveProperty("nonce");
    },
  );

  test("requests openid profile email for an empty scope", async () => {
    const { webAuth, request } = setUp(all);
    void call(webAuth, { scope: "" });
    expect(await request).toMatchObject({ scope: "openid profile email" });
  });

  test("requests and redeems a code with pkce of the constructor or of the call", async () => {
    for (const [options, given] of [
      [{ ...all, pkce: true }, {}],
      [all, { pkce: true }],
    ] as const) {
      const { webAuth, request } = setUp(options);
      void call(webAuth, given);
      expect(await request).toMatchObject({
        response_type: "code",
        code_challenge_method: "S256",
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(await request).not.toHaveProperty("code_verifier");
    }
  });
});

// Code without types passes null for an option that it does not set.

const optional = [
  "redirectUri",
  "scope",
  "audience",
  "responseType",
  "responseMode",
  "leeway",
  "maxAge",
  "organization",
  "pkce",
  "_disableDeprecationWarnings",
  "ports",
];
const nothing = Object.fromEntries(optional.map((name) => [name, null]));

describe("null for an option", () => {
  test("counts as missing in the constructor", () => {
    const given = { domain: "tenant.example", clientID: "client-1" };
    const webAuth: unknown = Reflect.construct(WebAuth, [{ ...given, ...nothing }]);
    const url = webAuth instanceof WebAuth && webAuth.client.buildAuthorizeUrl();
    expect(url).toBe(new WebAuth(given).client.buildAuthorizeUrl());
  });

  test.each([
    ["checkSession", { ...nothing, timeout: null }],
    ["popup.authorize", { ...nothing, popupOptions: null }],
  ])("counts as missing in %s", async (name, options) => {
    const page = new FakeWindow();
    const { checkSession, popup } = new WebAuth({
      domain: "tenant.example",
      clientID: "client-1",
      redirectUri: `${appOrigin}/cb`,
      responseType: "token",
      ports: fakePorts({
        frames: page,
        popups: page,
        messages: page,
        clock: new FakeClock(),
        location: { origin: () => appOrigin, hash: () => "" },
      }),
    });
    const method = name === "checkSession" ? checkSession : popup.authorize;
    const outcome = callUntyped(method, options);
    const [opened] = page.frames;
    const response = { access_token: "a", state: opened?.url.searchParams.get("state") };
    page.post({
      origin: name === "checkSession" ? "https://tenant.example" : appOrigin,
      source: opened?.window,
      data: { type: "authorization_response", response },
    });
    expect(await outcome).toMatchObject({ accessToken: "a" });
  });
});
