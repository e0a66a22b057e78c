import { describe, expect, test } from "vitest";
import { authorizePath, demoOrigin, logIn, openTenant, readFragment } from "../../open-tenant.ts";

describe("/v2/logout", () => {
  test(
    "ends the session and redirects to a URL in the client's list",
    { tags: ["library.settings.logout-urls"] },
    async () => {
      const open = openTenant();
      await logIn(open);
      const returnTo = encodeURIComponent(`${demoOrigin}/`);
      const response = await open.send(`/v2/logout?client_id=demo-spa&returnTo=${returnTo}`);
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toBe(`${demoOrigin}/`);
      const silent = await open.send(authorizePath({ prompt: "none" }));
      expect(readFragment(silent)).toMatchObject({ error: "login_required" });
    },
  );

  test(
    "rejects a URL that is not in the client's list, with a page that names it",
    { tags: ["library.logout.application-list"] },
    async () => {
      const open = openTenant();
      const response = await open.send(
        "/v2/logout?client_id=demo-spa&returnTo=https://evil.example",
      );
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("https://evil.example");
    },
  );

  test(
    "checks the account's list if the client_id is missing",
    { tags: ["library.logout.account-list"] },
    async () => {
      const open = openTenant();
      const listed = await open.send(`/v2/logout?returnTo=${demoOrigin}`);
      expect(listed.headers.get("location")).toBe(demoOrigin);
      const extension = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";
      expect((await open.send(`/v2/logout?returnTo=${extension}`)).status).toBe(400);
      const byClient = await open.send(`/v2/logout?client_id=demo-spa&returnTo=${extension}`);
      expect(byClient.status).toBe(302);
    },
  );

  test("redirects to the client's first URL without returnTo, and shows a page without both", async () => {
    const open = openTenant();
    const response = await open.send("/v2/logout?client_id=demo-spa&federated");
    expect(response.headers.get("location")).toBe(`${demoOrigin}/`);
    expect((await open.send("/v2/logout")).status).toBe(200);
  });

  test("rejects an unknown client and keeps the session", async () => {
    const open = openTenant();
    await logIn(open);
    expect((await open.send("/v2/logout?client_id=nobody")).status).toBe(400);
    const silent = await open.send(authorizePath({ prompt: "none" }));
    expect(readFragment(silent)).toHaveProperty("id_token");
  });
});
