import { describe, expect, test } from "vitest";
import { Management, type AuthPorts } from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";
import { FakeWindow } from "./fake-ports.ts";
import { ada, realm as connection } from "./tenant-page.ts";

// Rules of all public methods: callback or promise, no `this`, no secret, unchanged options.

const credentials = { ...ada, realm: connection };
const recipient = { connection: "email", email: ada.username } as const;

interface Method {
  readonly name: string;
  /** Returns the method without its object. */
  readonly method: (...args: never[]) => unknown;
  readonly given: readonly unknown[];
}

/** The public methods with a result, and their arguments. */
function listMethods(ports: Partial<AuthPorts>): Method[] {
  const webAuth = createWebAuth(ports, { responseType: "token" });
  const { authorize, login, passwordlessStart, passwordlessLogin, parseHash } = webAuth;
  const { checkSession, logout, signup, changePassword } = webAuth;
  const { userInfo, oauthToken, getSSOData } = webAuth.client;
  const { fetch } = ports;
  const given = { domain: "tenant.example", token: "token-1", ports: fetch ? { fetch } : {} };
  const { getUser, patchUserMetadata, linkUser } = new Management(given);
  const account = { email: "ada@example.com", password: "correct-horse-1", connection };
  return [
    { name: "authorize", method: authorize, given: [{}] },
    { name: "popup.authorize", method: webAuth.popup.authorize, given: [{}] },
    { name: "login", method: login, given: [credentials] },
    {
      name: "passwordlessStart",
      method: passwordlessStart,
      given: [{ ...recipient, send: "code" }],
    },
    {
      name: "passwordlessLogin",
      method: passwordlessLogin,
      given: [{ ...recipient, verificationCode: "846153" }],
    },
    { name: "parseHash", method: parseHash, given: [{ hash: "#access_token=a&state=s" }] },
    { name: "checkSession", method: checkSession, given: [{}] },
    { name: "logout", method: logout, given: [{}] },
    { name: "signup", method: signup, given: [account] },
    { name: "changePassword", method: changePassword, given: [account] },
    { name: "client.userInfo", method: userInfo, given: ["access-1"] },
    { name: "client.oauthToken", method: oauthToken, given: [{ code: "code-1" }] },
    { name: "client.getSSOData", method: getSSOData, given: [true] },
    { name: "getUser", method: getUser, given: ["auth0|1"] },
    { name: "patchUserMetadata", method: patchUserMetadata, given: ["auth0|1", {}] },
    { name: "linkUser", method: linkUser, given: ["auth0|1", "a.b.c"] },
  ];
}

/** Creates ports that all fail at once in the documented way, so that any method fails. */
function failingPorts(): Partial<AuthPorts> {
  const fail = () => {
    throw new TypeError("This port fails.");
  };
  const page = new FakeWindow();
  return {
    navigation: { goTo: fail },
    frames: { open: fail },
    popups: { open: fail },
    messages: page,
    storage: new Map<string, string>(),
    fetch: fail,
  };
}

const names = listMethods(failingPorts()).map(({ name }) => name);
const find = (name: string) => {
  const found = listMethods(failingPorts()).find((each) => each.name === name);
  if (found === undefined) throw new Error(`Unknown method: ${name}.`);
  return found;
};

describe.each(names)("%s", (name) => {
  test("needs no this, and returns a promise without a callback", async () => {
    const { method, given } = find(name);
    const outcome = callUntyped(method, ...given);
    expect(outcome).toBeInstanceOf(Promise);
    const error = await catchAuthError(Promise.resolve(outcome));
    expect(error).toMatchObject({
      error: expect.any(String),
      errorDescription: expect.any(String),
    });
    expect(error.code).toBe(error.error);
  });

  test(
    "calls a callback once, with an error and null, asynchronously",
    { tags: ["library.callbacks.err-result"] },
    async () => {
      const { method, given } = find(name);
      const calls: unknown[][] = [];
      let isLater = false;
      const outcome = callUntyped(method, ...given, (...args: unknown[]) => {
        calls.push([isLater, ...args]);
      });
      isLater = true;
      expect(outcome).toBeUndefined();
      await new Promise((resolve) => setImmediate(resolve));
      expect(calls).toMatchObject([[true, { name: "AuthError" }, null]]);
    },
  );

  test("rejects a callback that is not a function", () => {
    const { method, given } = find(name);
    expect(() => callUntyped(method, ...given, "no function")).toThrow(
      /^cb parameter is not valid/,
    );
  });

  test("accepts frozen options", async () => {
    const { method, given } = find(name);
    const frozen = structuredClone(given).map((each) => Object.freeze(each));
    await catchAuthError(Promise.resolve(callUntyped(method, ...frozen)));
    expect(frozen).toEqual(given);
  });
});

describe.each(names.filter((name) => typeof find(name).given[0] === "object"))("%s", (name) => {
  test("rejects a client secret with the reason", { tags: ["authn.library.no-secret"] }, () => {
    const { method, given } = find(name);
    const options = { ...Object(given[0]), client_secret: "s3cr3t" };
    expect(() => callUntyped(method, options)).toThrow(/a browser cannot keep a secret/);
    expect(() => callUntyped(method, options)).not.toThrow(/s3cr3t/);
  });
});

describe("requests to the tenant", () => {
  test("have only the necessary headers, to avoid unnecessary preflights", async () => {
    const sent = new Map<string, string[]>();
    for (const { name } of listMethods(failingPorts())) {
      const ports: Partial<AuthPorts> = {
        ...failingPorts(),
        fetch: (_, { headers, body }) => {
          const isForm = body instanceof URLSearchParams;
          sent.set(name, [...Object.keys(headers), ...(isForm ? ["a form"] : [])]);
          throw new TypeError("This port fails.");
        },
      };
      const { method, given } = listMethods(ports).find((each) => each.name === name) ?? find(name);
      await catchAuthError(Promise.resolve(callUntyped(method, ...given)));
    }
    const json = ["Content-Type"];
    const bearer = ["Authorization"];
    // The Fetch Standard requires a preflight for an authorization header and JSON, not for a form.
    expect(Object.fromEntries(sent)).toEqual({
      login: json,
      passwordlessStart: json,
      passwordlessLogin: json,
      signup: json,
      changePassword: json,
      "client.userInfo": bearer,
      "client.oauthToken": ["a form"],
      getUser: bearer,
      patchUserMetadata: [...bearer, ...json],
      linkUser: [...bearer, ...json],
    });
  });
});
