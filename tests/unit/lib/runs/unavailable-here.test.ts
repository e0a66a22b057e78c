import { describe, expect, test } from "vitest";
import type { Call, PlainRequest } from "../../../../lib/runs/call.ts";
import type { Discovery } from "../../../../lib/runs/discovery.ts";
import type { Operation } from "../../../../lib/runs/operation.ts";
import { findUnannounced, unavailableHere } from "../../../../lib/runs/unavailable-here.ts";

const origin = "https://server.example:8443";

const silent: Discovery = {
  issuer: `${origin}/`,
  keySetUrl: `${origin}/jwks`,
  endpoints: {
    authorization: `${origin}/authorize`,
    token: `${origin}/oauth/token`,
    userInfo: `${origin}/userinfo`,
  },
  isOwnService: false,
};
const strict: Discovery = {
  ...silent,
  responseTypes: ["code", "id_token token"],
  responseModes: ["query", "fragment"],
  grantTypes: ["authorization_code"],
};

const signup: Operation = {
  id: "signup",
  group: "Account",
  title: "Signup",
  action: "Sign up",
  summary: "Creates a user.",
  fields: [],
  allowsExtraParameters: false,
  risks: [],
  isServiceSpecific: true,
  call: () => call("signup"),
};
const login: Operation = { ...signup, id: "authorize", title: "Login", isServiceSpecific: false };

function call(method: Call["method"], option: object = {}, options: object = {}): Call {
  return { object: "WebAuth", options: { ...options }, method, args: [{ ...option }] };
}

function post(form: Record<string, string>): PlainRequest {
  return { method: "POST", url: `${origin}/oauth/token`, form };
}

describe("unavailableHere", () => {
  test("claims nothing without a discovery document", () => {
    expect(unavailableHere(signup, undefined)).toBeUndefined();
  });

  test("names an operation that another server does not announce", () => {
    expect(unavailableHere(signup, silent)).toBe(
      "Signup is not part of OpenID Connect, and server.example:8443 does not announce it.",
    );
    expect(unavailableHere(login, silent)).toBeUndefined();
  });

  test.each([
    [{}, ""],
    [{ logout: `${origin}/end` }, ` Its logout endpoint is ${origin}/end.`],
  ])("names the part of an operation that another server does not have, with %o", (own, more) => {
    const logout: Operation = {
      ...signup,
      title: "Logout",
      ownPart: { name: "Logout with returnTo", elsewhere: "logout" },
    };
    const endpoints = { ...silent.endpoints, ...own };
    expect(unavailableHere(logout, { ...silent, endpoints })).toBe(
      `Logout with returnTo is not part of OpenID Connect, and server.example:8443 does not announce it.${more}`,
    );
  });

  test("offers every operation at the service", () => {
    expect(unavailableHere(signup, { ...silent, isOwnService: true })).toBeUndefined();
  });
});

describe("findUnannounced", () => {
  /** Returns the sentence about a call that an operation plans. */
  const find = (discovery: Discovery | undefined, planned: Call | PlainRequest) =>
    findUnannounced({ ...login, call: () => planned }, discovery, {}, setting);

  test.each<[string, Call | PlainRequest, string | undefined]>([
    ["a listed type", call("authorize", { responseType: "code" }), undefined],
    [
      "a listed type in another order",
      call("authorize", { responseType: "token id_token" }),
      undefined,
    ],
    ["another type", call("authorize", { responseType: "token" }), "response type token"],
    [
      "a type of the constructor",
      call("authorize", {}, { responseType: "id_token" }),
      "response type id_token",
    ],
    [
      "the type of the method first",
      call("authorize", { responseType: "code" }, { responseType: "token" }),
      undefined,
    ],
    ["a listed mode", call("authorize", { responseMode: "query" }), undefined],
    ["another mode", call("authorize", { responseMode: "form_post" }), "response mode form_post"],
    ["a renewal in a frame", call("checkSession"), "response mode web_message"],
    ["the session in a frame", call("client.getSSOData"), "response mode web_message"],
    ["a listed grant", call("client.oauthToken", { grantType: "authorization_code" }), undefined],
    ["another grant", call("client.oauthToken", { grantType: "password" }), "grant password"],
    ["a response that is pasted", call("parseHash", {}, { responseType: "token" }), undefined],
    [
      "a grant of a request",
      post({ grant_type: "client_credentials" }),
      "grant client_credentials",
    ],
    ["a request without a grant", post({}), undefined],
    ["an argument that is no object", { ...call("client.userInfo"), args: ["token"] }, undefined],
  ])("checks the plan against the lists of the server: %s", (_name, planned, missing) => {
    expect(find(strict, planned)).toBe(
      missing && `server.example:8443 does not announce the ${missing}.`,
    );
    // Nothing is claimed about a list that the document does not have.
    expect(find(silent, planned)).toBeUndefined();
  });

  test.each<[Call["method"], Partial<Discovery["endpoints"]>, string]>([
    [
      "authorize",
      { authorization: `${origin}/auth` },
      `The library requests /authorize, and the authorization endpoint of server.example:8443 is ${origin}/auth.`,
    ],
    [
      "client.oauthToken",
      { token: "https://tokens.example/oauth/token" },
      "The library requests /oauth/token, and the token endpoint of server.example:8443 is https://tokens.example/oauth/token.",
    ],
    ["client.userInfo", {}, "server.example:8443 does not announce a userinfo endpoint."],
  ])("names the endpoint that %s does not reach", (method, changes, reason) => {
    const { userInfo: _, ...others } = silent.endpoints;
    const moved = { ...silent, endpoints: { ...others, ...changes } };
    expect(find(moved, call(method))).toBe(reason);
  });

  test("claims nothing about a form that is not complete, or without a discovery document", () => {
    const incomplete = () => {
      throw new TypeError("The form is not complete.");
    };
    expect(findUnannounced({ ...login, call: incomplete }, strict, {}, setting)).toBeUndefined();
    expect(find(undefined, call("authorize", { responseType: "token" }))).toBeUndefined();
  });

  test("leaves an operation that the server does not have to its own reason", () => {
    const planned = call("signup", { responseType: "token" });
    expect(
      findUnannounced({ ...signup, call: () => planned }, strict, {}, setting),
    ).toBeUndefined();
  });

  test("offers silent renewal at the service, whose documents do not list web_message", () => {
    const own = { ...strict, isOwnService: true };
    expect(find(own, call("checkSession"))).toBeUndefined();
    expect(find(own, call("authorize", { responseType: "none" }))).toBe(
      "server.example:8443 does not announce the response type none.",
    );
  });
});

const setting = {
  way: "extension",
  origin,
  managementOrigin: origin,
  clientId: "inspector",
  redirectUri: "https://app.example/callback",
  messageUri: "https://app.example/callback",
  pageOrigin: "https://app.example",
} as const;
