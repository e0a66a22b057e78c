import { describe, expect, test, vi } from "vitest";
import { Authentication, version, WebAuth } from "../../../../lib/auth/index.ts";
import { catchAuthError, constructUntyped } from "./caught-error.ts";
import { fakePorts } from "./fake-ports.ts";

const good = { domain: "tenant.example", clientID: "client-1" };

function parametersOf(options: Record<string, unknown>): Record<string, string> {
  const { client } = new WebAuth({ ...good, ...options });
  return Object.fromEntries(new URL(client.buildAuthorizeUrl({ nonce: "n" })).searchParams);
}

function originOf(domain: string): string {
  return new URL(new WebAuth({ ...good, domain }).client.buildAuthorizeUrl()).origin;
}

describe("the constructor of WebAuth", () => {
  test(
    "requires a domain and a client id, and no secret",
    { tags: ["authn.library.no-secret"] },
    () => {
      expect(new WebAuth(good).client).toBeInstanceOf(Authentication);
    },
  );

  test.each([undefined, null, "tenant.example", []])(
    "rejects %j in place of options",
    (options) => {
      expect(() => constructUntyped(WebAuth, options)).toThrow(/options parameter is not valid/);
    },
  );

  const rows = [
    ["domain", "library.init.domain"],
    ["clientID", "library.init.client-id"],
  ] as const;
  for (const [name, row] of rows) {
    test(`requires ${name}`, { tags: [row] }, () => {
      for (const value of [undefined, null, ""]) {
        const options = { ...good, [name]: value };
        expect(() => constructUntyped(WebAuth, options)).toThrow(
          new RegExp(`^${name} option is required`),
        );
      }
      expect(() => constructUntyped(WebAuth, { ...good, [name]: 7 })).toThrow(
        new RegExp(`^${name} option is not valid`),
      );
    });
  }

  test.each([
    ["redirectUri", 7],
    ["scope", ["openid"]],
    ["audience", {}],
    ["responseType", true],
    ["responseType", "tokens"],
    ["responseType", "code,token"],
    ["responseType", "token "],
    ["responseMode", "web_message"],
    ["responseMode", 1],
    ["leeway", "60"],
    ["leeway", 1.5],
    ["leeway", -1],
    ["leeway", 301],
    ["leeway", Number.NaN],
    ["maxAge", "300"],
    ["organization", 7],
    ["pkce", "yes"],
    ["_disableDeprecationWarnings", "yes"],
    ["ports", "all"],
  ])("names the option %s if it is %j", (name, value) => {
    expect(() => constructUntyped(WebAuth, { ...good, [name]: value })).toThrow(
      new RegExp(`^${name} option is not valid`),
    );
  });

  test.each(["clientSecret", "client_secret", "CLIENT_SECRET"])(
    "rejects %s with the reason, without repeating it",
    (name) => {
      const options = { ...good, [name]: "demo-management-secret" };
      const message = /^(?!.*demo-management-secret).*cannot keep a secret/;
      expect(() => constructUntyped(WebAuth, options)).toThrow(message);
      expect(() => constructUntyped(Authentication, options)).toThrow(message);
    },
  );

  test(
    "requests openid profile email by default",
    { tags: ["library.init.scope", "versioning.default-scope"] },
    () => {
      expect(parametersOf({})["scope"]).toBe("openid profile email");
      expect(parametersOf({ scope: "openid" })["scope"]).toBe("openid");
    },
  );

  test(
    "requests a token, or a code if there is a redirectUri",
    { tags: ["library.init.response-type"] },
    () => {
      expect(parametersOf({})["response_type"]).toBe("token");
      expect(parametersOf({ redirectUri: "https://app.example/" })["response_type"]).toBe("code");
      expect(
        parametersOf({ redirectUri: "https://app.example/", responseType: "id_token" })[
          "response_type"
        ],
      ).toBe("id_token");
    },
  );

  test(
    "sends a redirectUri and an audience only if they are given",
    { tags: ["library.init.redirect-uri", "library.init.audience"] },
    () => {
      expect(parametersOf({})).not.toHaveProperty("redirect_uri");
      expect(parametersOf({ redirectUri: "" })).not.toHaveProperty("redirect_uri");
      expect(parametersOf({})).not.toHaveProperty("audience");
      expect(
        parametersOf({ redirectUri: "https://app.example/cb", audience: "https://api.example/" }),
      ).toMatchObject({ redirect_uri: "https://app.example/cb", audience: "https://api.example/" });
    },
  );

  test(
    "sends a response mode only if one is given",
    { tags: ["library.init.response-mode"] },
    () => {
      expect(parametersOf({})).not.toHaveProperty("response_mode");
      for (const responseMode of ["query", "fragment", "form_post"]) {
        expect(parametersOf({ responseMode })["response_mode"]).toBe(responseMode);
      }
    },
  );

  test.each([
    ["tenant.example", "https://tenant.example"],
    ["https://tenant.example", "https://tenant.example"],
    ["https://tenant.example/", "https://tenant.example"],
    ["HTTPS://Tenant.Example", "https://tenant.example"],
    ["httpx.example", "https://httpx.example"],
    ["http.example", "https://http.example"],
    ["tenant.example:8443", "https://tenant.example:8443"],
    ["http://localhost:4400", "http://localhost:4400"],
    ["http://127.0.0.1:4400", "http://127.0.0.1:4400"],
    ["http://[::1]:4400", "http://[::1]:4400"],
  ])("reads the domain %s as %s", (domain, origin) => {
    expect(originOf(domain)).toBe(origin);
  });

  test.each([
    "http://tenant.example",
    "http://localhost.example",
    "http://127.0.0.1.example",
    "ftp://tenant.example",
    "tenant.example/path",
    "tenant.example?x",
    "tenant.example#x",
    "tenant.example\\@other.example",
    "user@other.example",
    "ten ant.example",
    "tenant.example\n",
    "https://",
  ])("rejects the domain %j", (domain) => {
    expect(() => new WebAuth({ ...good, domain })).toThrow(/^domain option is not valid/);
  });

  test("does not change the caller's options, and ignores later changes", () => {
    const options = { ...good, scope: "openid" };
    const copy = structuredClone(options);
    Object.freeze(options);
    const { client } = new WebAuth(options);
    expect(options).toEqual(copy);
    const loose = { ...good };
    const webAuth = new WebAuth(loose);
    loose.clientID = "changed";
    expect(new URL(webAuth.client.buildAuthorizeUrl()).searchParams.get("client_id")).toBe(
      "client-1",
    );
    expect(client).toBeDefined();
  });

  test.each([undefined, null, false, true])(
    "accepts _disableDeprecationWarnings as %j, does not send it and logs no warning",
    { tags: ["library.init.disable-deprecation-warnings"] },
    (_disableDeprecationWarnings) => {
      const methods = ["debug", "info", "log", "warn", "error"] as const;
      const consoles = methods.map((method) => vi.spyOn(console, method));
      const made = constructUntyped(WebAuth, { ...good, _disableDeprecationWarnings });
      expect(made).toBeInstanceOf(WebAuth);
      // Older libraries warn about an unknown parameter.
      const parameters = parametersOf({
        ...(typeof _disableDeprecationWarnings === "boolean" && { _disableDeprecationWarnings }),
        audience: "https://api.example/",
      });
      expect(Object.keys(parameters).join(" ")).not.toMatch(/deprecat/i);
      for (const spied of consoles) {
        expect(spied).not.toHaveBeenCalled();
        spied.mockRestore();
      }
    },
  );

  test.each(["true", "", 0, 1, {}])(
    "rejects %j as _disableDeprecationWarnings",
    { tags: ["library.init.disable-deprecation-warnings"] },
    (_disableDeprecationWarnings) => {
      expect(() => constructUntyped(WebAuth, { ...good, _disableDeprecationWarnings })).toThrow(
        /^_disableDeprecationWarnings option is not valid/,
      );
    },
  );

  test("uses no port", () => {
    expect(() => new WebAuth({ ...good, ports: fakePorts() })).not.toThrow();
  });

  test("works without a page, and names the port that a method needs", async () => {
    const webAuth = new WebAuth(good);
    const needs = [
      [webAuth.logout(), "navigation"],
      [webAuth.authorize(), "storage"],
      [webAuth.parseHash(), "location"],
      [webAuth.parseHash({ hash: "#access_token=a&state=s" }), "storage"],
      [webAuth.checkSession(), "messages"],
      [webAuth.popup.authorize({ redirectUri: "https://app.example/" }), "location"],
    ] as const;
    for (const [outcome, port] of needs) {
      const error = await catchAuthError(outcome);
      expect(error).toMatchObject({ error: "runtime_error", reason: "port_missing" });
      expect(error.message).toContain(`port ${port} is missing`);
    }
    expect(webAuth.crossOriginVerification).toThrow(/port messages is missing/);
  });

  test("returns its version, 10", { tags: ["versioning.library-v10"] }, () => {
    expect(version).toMatch(/^10\.\d+\.\d+$/);
  });
});
