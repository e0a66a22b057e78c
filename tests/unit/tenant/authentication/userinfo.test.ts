import { describe, expect, test } from "vitest";
import { demoOrigin, logIn, openTenant, readFragment, readJson } from "../open-tenant.ts";

describe("/userinfo", () => {
  test(
    "returns the user's claims, with email_verified as a string",
    { tags: ["library.routes.userinfo"] },
    async () => {
      const open = openTenant();
      const { access_token: token = "" } = readFragment(await logIn(open));
      const response = await open.send("/userinfo", {
        headers: { authorization: `Bearer ${token}`, origin: demoOrigin },
      });
      expect(response.headers.get("access-control-allow-origin")).toBe(demoOrigin);
      expect(await readJson(response)).toEqual({
        sub: "auth0|65f1c0ada000000000000001",
        nickname: "ada",
        name: "Ada Lovelace",
        picture: "https://pictures.tenant.example/ada.png",
        updated_at: "2026-01-05T08:00:00.000Z",
        email: "ada@example.com",
        email_verified: "true",
      });
    },
  );

  test("does not let an origin read the response if the token's client does not list the origin", async () => {
    const open = openTenant();
    const { access_token: token = "" } = readFragment(await logIn(open));
    const response = await open.send("/userinfo", {
      headers: { authorization: `Bearer ${token}`, origin: "https://evil.example" },
    });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("rejects a missing token, an expired token, and a token for another audience", async () => {
    const open = openTenant();
    const { access_token: token = "" } = readFragment(await logIn(open));
    const management = await open.getToken();
    open.clock.time += 7200_000;
    for (const header of ["", `Bearer ${token}`, `Bearer ${management}`]) {
      const response = await open.send("/userinfo", { headers: { authorization: header } });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain("invalid_token");
    }
  });

  test("rejects a token without the scope openid", async () => {
    const open = openTenant();
    const { access_token: token = "" } = readFragment(await logIn(open, { scope: "email" }));
    const headers = { authorization: `Bearer ${token}` };
    expect((await open.send("/userinfo", { headers })).status).toBe(401);
  });
});
