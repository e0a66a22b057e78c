import { describe, expect, test } from "vitest";
import { WebAuth, type WebAuthOptions } from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { FakeClock, fakePorts, listLogins } from "./fake-ports.ts";

const appCallback = "https://app.example/cb";

function setUp(options: Partial<WebAuthOptions> = {}) {
  const visited: string[] = [];
  const storage = new Map<string, string>();
  const clock = new FakeClock();
  const webAuth = new WebAuth({
    domain: "tenant.example",
    clientID: "client-1",
    redirectUri: appCallback,
    responseType: "token id_token",
    ...options,
    ports: fakePorts({ navigation: { goTo: (url) => visited.push(url) }, storage, clock }),
  });
  const readVisited = () => Object.fromEntries(new URL(visited.at(-1) ?? "").searchParams);
  return { webAuth, visited, storage, clock, readVisited };
}

describe("authorize", () => {
  test(
    "goes to the tenant's authorization endpoint, once",
    { tags: ["library.authorize.endpoint"] },
    async () => {
      const { webAuth, visited } = setUp();
      await webAuth.authorize();
      expect(visited).toHaveLength(1);
      expect(visited[0]).toMatch(/^https:\/\/tenant\.example\/authorize\?/);
    },
  );

  test(
    "creates a new state and a new nonce of 256 random bits each time",
    { tags: ["library.authorize.state"] },
    async () => {
      const { webAuth, readVisited } = setUp();
      const seen = new Set<string | undefined>();
      for (let round = 0; round < 20; round += 1) {
        await webAuth.authorize();
        const { state, nonce } = readVisited();
        expect(state).toMatch(/^[\w-]{43}$/);
        expect(nonce).toMatch(/^[\w-]{43}$/);
        seen.add(state).add(nonce);
      }
      expect(seen.size).toBe(40);
    },
  );

  test("creates no nonce without an ID token", async () => {
    const { webAuth, readVisited } = setUp({ responseType: "token" });
    await webAuth.authorize();
    expect(readVisited()).not.toHaveProperty("nonce");
  });

  const rows = [
    ["audience", "audience", "https://api.example/", "library.authorize.audience"],
    ["connection", "connection", "github", "library.authorize.connection"],
    ["scope", "scope", "openid offline_access", "library.authorize.scope"],
    ["responseType", "response_type", "code", "library.authorize.response-type"],
    ["clientID", "client_id", "client-2", "library.authorize.client-id"],
    ["redirectUri", "redirect_uri", "https://b.example/", "library.authorize.redirect-uri"],
    ["state", "state", "my-state", "library.authorize.state"],
    ["prompt", "prompt", "login", "library.authorize.prompt"],
    ["nonce", "nonce", "my-nonce", "library.authorize.nonce"],
  ] as const;
  for (const [option, name, value, row] of rows) {
    test(`sends the call's ${option} as ${name}: ${value}`, { tags: [row] }, async () => {
      const { webAuth, readVisited } = setUp();
      await webAuth.authorize({ [option]: value });
      expect(readVisited()[name]).toBe(value);
    });
  }

  test("stores the appState and does not send it", async () => {
    const { webAuth, visited, storage } = setUp();
    await webAuth.authorize({ appState: { from: "/cart" } });
    expect(visited[0]).not.toContain("cart");
    expect([...storage.values()].join("")).toContain("/cart");
  });

  test("stores the login before it leaves the page, also in an asynchronous storage", async () => {
    const steps: string[] = [];
    const { webAuth } = setUp();
    const slow = new WebAuth({
      domain: "tenant.example",
      clientID: "client-1",
      ports: fakePorts({
        navigation: { goTo: () => steps.push("gone") },
        clock: new FakeClock(),
        storage: {
          get: async () => null,
          set: async (key) => {
            await Promise.resolve();
            steps.push(key === "auth.transactions-cleared" ? "cleared" : "kept");
          },
          delete: async () => true,
          keys: async () => [],
        },
      }),
    });
    await slow.authorize();
    expect(steps).toEqual(["cleared", "kept", "gone"]);
    expect(webAuth).toBeDefined();
  });

  test("removes abandoned logins", async () => {
    const { webAuth, storage, clock } = setUp();
    storage.set("of somebody else", "untouched");
    await webAuth.authorize();
    expect(listLogins(storage)).toHaveLength(1);
    clock.advance(2 * 60 * 60 * 1000);
    await webAuth.authorize();
    expect(listLogins(storage)).toHaveLength(1);
    expect(storage.get("of somebody else")).toBe("untouched");
  });

  test("reports a failed storage, and stays on the page", async () => {
    const visited: string[] = [];
    const webAuth = new WebAuth({
      domain: "tenant.example",
      clientID: "client-1",
      ports: fakePorts({
        navigation: { goTo: (url) => visited.push(url) },
        clock: new FakeClock(),
      }),
    });
    const error = await catchAuthError(webAuth.authorize());
    expect(error).toMatchObject({ error: "runtime_error", reason: "port_failed" });
    expect(visited).toEqual([]);
  });

  test.each([
    [{ clientSecret: "s" }, /^clientSecret option is not valid/],
    [{ connection: {} }, /^connection option is not valid/],
    ["text", /^options parameter is not valid/],
  ])("rejects %j at once, and stays on the page", (given, message) => {
    const { webAuth, visited } = setUp();
    expect(() => callUntyped(webAuth.authorize, given)).toThrow(message);
    expect(visited).toEqual([]);
  });

  test("works without this, and does not change the caller's options", async () => {
    const { webAuth, visited } = setUp();
    const { authorize } = webAuth;
    const given = Object.freeze({ appState: Object.freeze({ a: 1 }) });
    await authorize(given);
    expect(visited).toHaveLength(1);
  });
});
