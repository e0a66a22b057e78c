import { describe, expect, test } from "vitest";
import { createTenant } from "../../../../tenant/app.ts";
import { faultNames } from "../../../../tenant/core/faults.ts";
import {
  demoOrigin,
  logIn,
  openTenant,
  origin,
  readFragment,
  readJson,
  sharedKeys,
} from "../open-tenant.ts";
import { matching } from "../matchers.ts";

describe("the control interface", () => {
  test.each([
    ["an origin of another site", { origin: "https://evil.example" }],
    ["the origin of another port", { origin: "http://localhost:4401" }],
    ["an opaque origin", { origin: "null" }],
    ["a request from a page of another site", { "sec-fetch-site": "cross-site" }],
  ])("rejects %s", async (_title, headers) => {
    const response = await openTenant().send("/_control/log", { headers });
    expect(response.status).toBe(403);
  });

  test.each(["chrome-extension://monofljdnmneaoeelggekmdfelhaajhc", "moz-extension://0a1b-2c3d"])(
    "gives the description to the extension %s, and nothing else",
    async (extensionOrigin) => {
      const headers = { origin: extensionOrigin, "sec-fetch-site": "cross-site" };
      const tenant = openTenant();
      const answer = async (path: string, method = "GET") =>
        (await tenant.send(path, { headers, method })).status;
      expect(await answer("/_control/description")).toBe(200);
      expect(await answer("/_control/log")).toBe(403);
      expect(await answer("/_control/description", "POST")).toBe(403);
    },
  );

  test.each([
    "https://chrome-extension.example",
    "http://chrome-extension://a",
    "chrome-extension://a/b",
  ])("refuses the description to the origin %s", async (foreign) => {
    const headers = { origin: foreign };
    const response = await openTenant().send("/_control/description", { headers });
    expect(response.status).toBe(403);
  });

  test.each(["none", "same-origin"])(
    "accepts a request with the Sec-Fetch-Site %s",
    async (site) => {
      const headers = { "sec-fetch-site": site };
      expect((await openTenant().send("/_control/log", { headers })).status).toBe(200);
    },
  );

  test("rejects every host name that is not loopback, including the tenant's own", async () => {
    const tenant = createTenant({
      origin: "https://tenant.example",
      demoOrigins: [demoOrigin],
      keys: sharedKeys,
    });
    const response = await tenant.fetch(new Request("https://tenant.example/_control/log"));
    expect(response.status).toBe(403);
  });

  test("responds at the hosts that were named for it, and at no other", async () => {
    const tenant = createTenant({
      origin: "https://tenant.example",
      demoOrigins: [demoOrigin],
      keys: sharedKeys,
      controlHosts: ["tenant.example"],
    });
    const ask = async (base: string): Promise<number> =>
      (await tenant.fetch(new Request(`${base}/_control/log`))).status;
    expect(await ask("https://tenant.example")).toBe(200);
    expect(await ask("http://localhost")).toBe(403);
  });

  test("describes the tenant, with the secrets of its installation", async () => {
    const tenant = createTenant({
      origin,
      demoOrigins: [demoOrigin],
      keys: sharedKeys,
      secretOf: (clientId) => `own-secret-of-${clientId}`,
    });
    const ask = async (secret: string): Promise<number> => {
      const body = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: "demo-management",
        client_secret: secret,
        audience: "/api/v2/",
      });
      return (await tenant.fetch(new Request(`${origin}/oauth/token`, { method: "POST", body })))
        .status;
    };
    const response = await tenant.fetch(new Request(`${origin}/_control/description`));
    expect(await readJson(response)).toEqual(JSON.parse(JSON.stringify(tenant.describe())));
    expect(tenant.describe().clients).toContainEqual(
      expect.objectContaining({
        client_id: "demo-management",
        client_secret: "own-secret-of-demo-management",
      }),
    );
    expect(await ask("own-secret-of-demo-management")).toBe(200);
    expect(await ask("demo-management-secret")).toBe(401);
  });

  test("accepts its own origin under each loopback name", async () => {
    for (const own of [origin, "http://127.0.0.1:4400", "http://[::1]:4400"]) {
      const response = await openTenant().send(`${own}/_control/log`, { headers: { origin: own } });
      expect(response.status).toBe(200);
    }
  });

  test("creates a user that can log in, once per email address", async () => {
    const open = openTenant();
    const user = { email: "new@example.com", password: "a-new-password-3" };
    expect(await open.control("POST", "users", user)).toMatchObject({
      user_id: matching(/^auth0\|\w{24}$/),
      event_id: matching(/^evt_/),
    });
    expect(await open.control("POST", "users", user)).toHaveProperty("error");
    const form = { username: "New@Example.com", password: user.password };
    expect(readFragment(await logIn(open, {}, form))).toHaveProperty("id_token");
  });

  test("logs requests and facts in sequence, and lists the entries after a sequence number", async () => {
    const open = openTenant();
    await logIn(open, { client_id: "demo-hs256" });
    expect(await open.control("GET", "log")).toMatchObject({
      entries: [
        { sequence: 1, kind: "request", path: "/authorize", status: 302, client_id: "demo-hs256" },
        { sequence: 2, kind: "fact", fact: "user logged in" },
        { sequence: 3, kind: "fact", fact: "access_token issued" },
        { sequence: 4, kind: "fact", fact: "id_token issued", details: { alg: "HS256" } },
        {
          sequence: 5,
          kind: "request",
          path: "/u/login",
          query: [["state", "(hidden)"]],
          subject: "auth0|65f1c0ada000000000000001",
          body_fields: ["username", "password"],
        },
      ],
    });
    expect(await open.control("GET", "log?after=4")).toMatchObject({ entries: [{ sequence: 5 }] });
  });

  test("logs a query in its order, with repeated and empty parameters, decoded", async () => {
    const open = openTenant();
    await open.send("/authorize?resource=b&resource=a+1&audience=&secret=x&ui_locales=de%20en");
    expect(await open.control("GET", "log")).toMatchObject({
      entries: [
        {
          query: [
            ["resource", "b"],
            ["resource", "a 1"],
            ["audience", ""],
            ["secret", "(hidden)"],
            ["ui_locales", "de en"],
          ],
        },
      ],
    });
  });

  test("plants and removes faults by name", async () => {
    const open = openTenant();
    for (const name of faultNames) {
      expect(await open.control("PUT", "faults", { [name]: true })).toMatchObject({ [name]: true });
      expect(await open.control("PUT", "faults", { [name]: false })).toMatchObject({
        [name]: false,
      });
    }
  });

  test("issues an RS256 token to demo-hs256 under the fault hs256-accepted", async () => {
    const open = openTenant();
    await open.control("PUT", "faults", { "hs256-accepted": true });
    const { id_token: idToken = "" } = readFragment(await logIn(open, { client_id: "demo-hs256" }));
    expect(atob(idToken.split(".")[0] ?? "")).toContain("RS256");
  });

  test.each([
    ["PUT", "faults", { "no-such-fault": true }],
    ["PUT", "faults", { "wrong-key": "yes" }],
    ["POST", "users", { email: "not an address", password: "x" }],
    ["POST", "events", { count: 0 }],
    ["POST", "events", { count: 10_001 }],
    ["POST", "events", { type: "user.sang" }],
  ])("rejects %s %s with %j and names the expected fields", async (method, path, body) => {
    expect(await openTenant().control(method, path, body)).toEqual({
      error: matching(/^Send JSON/),
    });
  });

  test("rejects a body that is not JSON, which a web page could send without a preflight", async () => {
    const response = await openTenant().send("/_control/events", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: "{}",
    });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toHaveProperty("error");
  });
});
