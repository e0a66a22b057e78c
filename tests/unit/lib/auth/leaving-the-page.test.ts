import { describe, expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";

// The order of storing and leaving the page, and pages that cannot be left.

const credentials = { username: "ada", password: "correct-horse-1", realm: "r" };
const ticket = { login_ticket: "t", co_id: "i", co_verifier: "v" };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A page that records its calls, with an asynchronous storage. */
function setUp() {
  const steps: string[] = [];
  const stored = new Map<string, string>();
  const webAuth = createWebAuth({
    fetch: () => Response.json(ticket),
    navigation: { goTo: () => steps.push("gone") },
    storage: {
      get: async (key) => stored.get(key),
      async set(key, value) {
        await settle();
        stored.set(key, value);
        steps.push(`kept ${key.replace(/[\w-]{43}$/, "the state")}`);
      },
      delete: async (key) => stored.delete(key),
      keys: async () => [...stored.keys()],
    },
  });
  return { steps, webAuth };
}

const kept = ["co/verifier/i", "the state"].map(
  (name) => `kept auth.transaction.https://tenant.example/${name}`,
);

describe("login", () => {
  test("stores the verifier and the login before it leaves the page", async () => {
    const { steps, webAuth } = setUp();
    await webAuth.login(credentials);
    expect(steps).toEqual(["kept auth.transactions-cleared", ...kept, "gone"]);
  });

  test("stays on the page until onRedirecting calls done", async () => {
    const { steps, webAuth } = setUp();
    const { promise, resolve } = Promise.withResolvers<() => void>();
    const outcome = webAuth.login({ ...credentials, onRedirecting: resolve });
    const goOn = await promise;
    await settle();
    await settle();
    expect(steps).not.toContain("gone");
    goOn();
    await outcome;
    expect(steps.at(-1)).toBe("gone");
  });
});

describe("a page that cannot be left", () => {
  test.each(["authorize", "login", "logout"] as const)("is reported by %s", async (method) => {
    const goTo = () => Promise.reject(new TypeError("The window was closed."));
    const { authorize, login, logout } = createWebAuth({
      fetch: () => Response.json(ticket),
      navigation: { goTo },
    });
    const call = { authorize, logout, login: () => login(credentials) }[method];
    expect(await catchAuthError(call())).toMatchObject({
      error: "runtime_error",
      reason: "port_failed",
      original: { name: "TypeError" },
    });
  });
});
