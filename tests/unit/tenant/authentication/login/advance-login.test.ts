import { describe, expect, test } from "vitest";
import {
  authorizePath,
  callback,
  fillIn,
  logIn,
  openTenant,
  postJson,
  readFragment,
  readJson,
} from "../../open-tenant.ts";

const ada = "auth0|65f1c0ada000000000000001";
const mary = "auth0|65f1c0fac700000000000003";

describe("a login while its user is blocked", () => {
  test("ends at the next step, also if the previous steps are complete", async () => {
    const open = openTenant();
    const user = { username: "mary@example.com", password: "second-factor-3" };
    const page = await logIn(open, {}, user);
    expect(page.headers.get("location")).toMatch(/^\/u\/mfa/);
    await open.control("PATCH", `users/${encodeURIComponent(mary)}`, { blocked: true });
    const code = open.tenant.mailbox.list("mary@example.com").at(-1)?.code ?? "";
    expect(readFragment(await fillIn(open, page, { code }))).toMatchObject({
      error: "access_denied",
      error_description: "user is blocked",
    });
  });

  test("returns no tokens for an earlier code", async () => {
    const open = openTenant();
    const answer = await logIn(open, {
      client_id: "demo-spa",
      response_type: "code",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    });
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
    await open.control("PATCH", `users/${encodeURIComponent(ada)}`, { blocked: true });
    const response = await postJson(open, "/oauth/token", {
      grant_type: "authorization_code",
      client_id: "demo-spa",
      code,
      redirect_uri: callback,
      code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    });
    expect(response.status).toBe(403);
    expect(await readJson(response)).toMatchObject({ error: "invalid_grant" });
  });

  test("reports that the user no longer exists", async () => {
    const open = openTenant();
    const user = { username: "mary@example.com", password: "second-factor-3" };
    const page = await logIn(open, {}, user);
    const token = await open.getToken();
    await open.call(token, "DELETE", `/api/v2/users/${encodeURIComponent(mary)}`);
    const code = open.tenant.mailbox.list("mary@example.com").at(-1)?.code ?? "";
    expect(readFragment(await fillIn(open, page, { code }))).toMatchObject({
      error: "access_denied",
    });
  });
});

describe("a request with max_age", () => {
  test("of 0 always requests the password", async () => {
    const open = openTenant();
    await logIn(open);
    const again = await open.send(authorizePath({ max_age: "0" }));
    expect(again.headers.get("location")).toMatch(/^\/u\/login/);
    const renewed = await open.send(authorizePath({ max_age: "1" }));
    expect(readFragment(renewed)).toHaveProperty("id_token");
  });
});
