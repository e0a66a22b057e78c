import { describe, expect, test } from "vitest";
import { createTenant } from "../../../../tenant/app.ts";
import { demoOrigin, openTenant, origin, sharedKeys } from "../open-tenant.ts";

const tokenRequest = {
  method: "POST",
  body: new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "demo-management",
    client_secret: "demo-management-secret",
    audience: "/api/v2/",
  }),
};

describe("a request for a foreign host name", () => {
  test.each(["evil.example:4400", "localhost.evil.example", "127.0.0.1.evil.example:4400", ""])(
    "returns no management token under the host %j",
    async (host) => {
      const response = await openTenant().send("/oauth/token", {
        ...tokenRequest,
        headers: { host },
      });
      expect(response.status).toBe(421);
      expect(await response.text()).not.toContain("access_token");
    },
  );

  test("is rejected on every route, including pages and the custom domain", async () => {
    const open = openTenant();
    const paths = open.tenant.routes.map((route) => route.split(" ")[1] ?? "");
    expect(paths.length).toBeGreaterThan(40);
    for (const path of [...paths, "/no-such-route", "http://127.0.0.1:4400/authorize"]) {
      const response = await open.send(path, { headers: { host: "evil.example" } });
      expect([path, response.status]).toEqual([path, 421]);
    }
  });

  test("is rejected if only the URL names the host", async () => {
    const response = await openTenant().send("http://evil.example/.well-known/jwks.json");
    expect(response.status).toBe(421);
  });
});

describe("a request for the tenant's own host name", () => {
  test.each(["localhost:4400", "LOCALHOST", "127.0.0.1:4400", "[::1]:4400"])(
    "is accepted under the host %j",
    async (host) => {
      const response = await openTenant().send("/oauth/token", {
        ...tokenRequest,
        headers: { host },
      });
      expect(response.status).toBe(200);
    },
  );

  test("is accepted under the host name of the tenant's options", async () => {
    const tenant = createTenant({
      origin: "https://tenant.example",
      demoOrigins: [demoOrigin],
      keys: sharedKeys,
    });
    const own = await tenant.fetch(new Request("https://tenant.example/.well-known/jwks.json"));
    expect(own.status).toBe(200);
    const foreign = await tenant.fetch(new Request("https://other.example/.well-known/jwks.json"));
    expect(foreign.status).toBe(421);
  });
});

describe("the security headers", () => {
  test("are set on every response, including errors and missing pages", async () => {
    const open = openTenant();
    const paths = open.tenant.routes.map((route) => route.split(" ")[1] ?? "");
    for (const path of [...paths, "/no-such-route", "/oauth/token"]) {
      const { headers, body } = await open.send(path);
      await body?.cancel();
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect([path, headers.get("cross-origin-resource-policy")]).toEqual([path, "same-origin"]);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors");
      expect(headers.has("referrer-policy")).toBe(true);
    }
    const refused = await open.send("/authorize", { headers: { host: "evil.example" } });
    expect(refused.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("let any page embed silent renewal, whose message goes to one origin", async () => {
    const query = new URLSearchParams({
      client_id: "demo-spa",
      redirect_uri: `${demoOrigin}/callback`,
      response_type: "token id_token",
      response_mode: "web_message",
      prompt: "none",
      state: "state-1",
      nonce: "nonce-1",
    });
    const { headers } = await openTenant().send(`${origin}/authorize?${query.toString()}`);
    expect(headers.get("content-security-policy")).not.toContain("frame-ancestors");
    expect(headers.has("x-frame-options")).toBe(false);
  });
});
