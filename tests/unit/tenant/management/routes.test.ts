import { describe, expect, test } from "vitest";
import { openTenant, readJson } from "../open-tenant.ts";

describe("the Management API", () => {
  test(
    "responds under /api/v2, with its own 404 for unknown paths",
    { tags: ["versioning.base-path"] },
    async () => {
      const open = openTenant();
      const token = await open.getToken();
      expect((await open.call(token, "GET", "/api/v2/connection-profiles")).status).toBe(200);
      for (const path of ["/api/v1/connection-profiles", "/connection-profiles"]) {
        expect((await open.call(token, "GET", path)).status).toBe(404);
      }
      for (const path of ["/api/v2/clients", "/api/v2/connection-profiles/a/b"]) {
        expect(await readJson(await open.call(token, "GET", path))).toEqual({
          statusCode: 404,
          error: "Not Found",
          message: "Not Found",
        });
      }
    },
  );

  test(
    "responds at the tenant's own domain, never at a custom domain",
    { tags: ["library.management.own-domain"] },
    async () => {
      const open = openTenant();
      const token = await open.getToken();
      for (const path of ["/api/v2/connection-profiles", "/api/v2/events"]) {
        const response = await open.call(token, "GET", `http://127.0.0.1:4400${path}`);
        expect(await readJson(response)).toMatchObject({ statusCode: 404, error: "Not Found" });
      }
    },
  );

  test("sends the rate limit headers with every response, including errors", async () => {
    const open = openTenant();
    const remaining: (string | null)[] = [];
    for (const path of ["/api/v2/users/x", "/api/v2/nothing", "/api/v2/events"]) {
      const response = await open.send(path);
      expect(response.headers.get("x-ratelimit-reset")).toBe("1772366460");
      remaining.push(response.headers.get("x-ratelimit-remaining"));
    }
    expect(remaining).toEqual(["999", "998", "997"]);
  });

  test(
    "creates profiles without an early-access switch",
    { tags: ["versioning.create-available"] },
    async () => {
      const open = openTenant();
      const token = await open.getToken("create:token_exchange_profiles");
      const response = await open.call(token, "POST", "/api/v2/token-exchange-profiles", {
        name: "Legacy tokens",
        subject_token_type: "urn:acme:legacy",
        action_id: "act_demo_legacy",
        type: "custom_authentication",
      });
      expect(response.status).toBe(201);
    },
  );
});
