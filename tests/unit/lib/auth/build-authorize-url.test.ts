import { describe, expect, test } from "vitest";
import { Authentication, WebAuth } from "../../../../lib/auth/index.ts";
import { callUntyped } from "./caught-error.ts";
import { fakePorts } from "./fake-ports.ts";

const options = {
  domain: "tenant.example",
  clientID: "client-1",
  redirectUri: "https://app.example/cb",
  responseType: "token id_token",
  ports: fakePorts(),
};
const { buildAuthorizeUrl } = new WebAuth(options).client;

function parametersOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

describe("client.buildAuthorizeUrl", () => {
  test(
    "returns the URL of a new transaction at the tenant",
    { tags: ["library.build-authorize-url.url", "library.routes.authorize"] },
    () => {
      const url = new URL(buildAuthorizeUrl({ nonce: "n", state: "s" }));
      expect(url.origin + url.pathname).toBe("https://tenant.example/authorize");
      expect(parametersOf(url.href)).toEqual({
        client_id: "client-1",
        response_type: "token id_token",
        redirect_uri: "https://app.example/cb",
        scope: "openid profile email",
        nonce: "n",
        state: "s",
      });
    },
  );

  const rows = [
    ["clientID", "client_id", "other", "library.build-authorize-url.client-id"],
    ["responseType", "response_type", "code", "library.build-authorize-url.response-type"],
    [
      "redirectUri",
      "redirect_uri",
      "https://b.example/",
      "library.build-authorize-url.redirect-uri",
    ],
    ["state", "state", "my state", "library.build-authorize-url.state"],
    ["nonce", "nonce", "my nonce", "library.build-authorize-url.nonce"],
  ] as const;
  for (const [option, name, value, row] of rows) {
    test(`contains the call's ${option} as ${name}: ${value}`, { tags: [row] }, () => {
      expect(parametersOf(buildAuthorizeUrl({ nonce: "n", [option]: value }))[name]).toBe(value);
    });
  }

  test("creates neither a state nor a nonce", () => {
    const names = Object.keys(parametersOf(buildAuthorizeUrl({ responseType: "token" })));
    expect(names).not.toContain("state");
    expect(names).not.toContain("nonce");
  });

  test("rejects a request for an ID token without a nonce, unless it requests a code too", () => {
    expect(() => buildAuthorizeUrl()).toThrow(/^nonce option is required/);
    expect(
      parametersOf(buildAuthorizeUrl({ responseType: "code id_token" }))["response_type"],
    ).toBe("code id_token");
  });

  test("requests a code if only the call has a redirectUri", () => {
    const client = new Authentication({ domain: "tenant.example", clientID: "client-1" });
    const parameters = parametersOf(
      client.buildAuthorizeUrl({ redirectUri: "https://b.example/" }),
    );
    expect(parameters["response_type"]).toBe("code");
  });

  test("sends every other parameter in snake case", () => {
    const url = buildAuthorizeUrl({
      nonce: "n",
      loginHint: "ada@example.com",
      ui_locales: "de en",
      screen_hint: "signup",
      organization: "org_1",
      maxAge: 300,
      connection_scope: ["a", "b"],
      "ext-colour": "blue",
      level2: "x",
    });
    expect(parametersOf(url)).toMatchObject({
      login_hint: "ada@example.com",
      ui_locales: "de en",
      screen_hint: "signup",
      organization: "org_1",
      max_age: "300",
      connection_scope: "a,b",
      "ext-colour": "blue",
      level_2: "x",
    });
    expect(url).toContain("ui_locales=de%20en");
  });

  test("sends neither options of the library nor empty values", () => {
    const url = buildAuthorizeUrl({
      nonce: "n",
      appState: { deep: true },
      username: "ada",
      popupOptions: { width: 1 },
      timeout: 5,
      domain: "x",
      tenant: "y",
      audience: "",
      connection: undefined,
      login_hint: null,
    });
    expect(Object.keys(parametersOf(url)).toSorted()).toEqual([
      "client_id",
      "nonce",
      "redirect_uri",
      "response_type",
      "scope",
    ]);
  });

  test("encodes each value in its own parameter", () => {
    const state = "a&scope=admin#x?y=%20+ ü";
    const parameters = parametersOf(buildAuthorizeUrl({ nonce: "n", state }));
    expect(parameters["state"]).toBe(state);
    expect(parameters["scope"]).toBe("openid profile email");
  });

  test.each([
    [{ state: { a: 1 } }, /^state option is not valid/],
    [{ responseType: "token x" }, /^responseType option is not valid/],
    [{ maxAge: -1 }, /^maxAge option is not valid/],
    [{ maxAge: 1.5 }, /^maxAge option is not valid/],
    [{ scope: ["openid", "email"] }, /^scope option is not valid/],
    [{ audience: ["https://api.example/"] }, /^audience option is not valid/],
    [{ uiLocales: ["de", "en"] }, /^uiLocales option is not valid/],
    [{ connectionScope: ["a", {}] }, /^connectionScope option is not valid/],
    [{ client_secret: "s" }, /^client_secret option is not valid/],
    ["text", /^options parameter is not valid/],
  ])("rejects %j, and names the invalid option", (given, message) => {
    expect(() => callUntyped(buildAuthorizeUrl, given)).toThrow(message);
  });

  test("joins the scopes of a connection with commas, under both names of the option", () => {
    for (const name of ["connection_scope", "connectionScope"]) {
      const url = buildAuthorizeUrl({ nonce: "n", [name]: ["a", "b"] });
      expect(parametersOf(url)["connection_scope"]).toBe("a,b");
    }
  });

  test("does not change the caller's options", () => {
    const given = Object.freeze({ nonce: "n", appState: Object.freeze({ a: 1 }) });
    expect(() => buildAuthorizeUrl(given)).not.toThrow();
  });

  test.each([
    ["loginHint", "ada\ud800"],
    ["state", "\udc00"],
    ["connection_scope", ["a", "\ud83d"]],
  ])("rejects %s with an unpaired surrogate, which a URL cannot contain", (name, value) => {
    const { buildAuthorizeUrl } = new WebAuth({ ...options, ports: fakePorts() }).client;
    const call = () => buildAuthorizeUrl({ [name]: value });
    expect(call).toThrow(TypeError);
    expect(call).toThrow(`${name} option is not valid`);
  });
});
