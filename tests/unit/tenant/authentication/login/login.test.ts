import { describe, expect, test } from "vitest";
import { authorizePath, demoOrigin, logIn, openTenant, readFragment } from "../../open-tenant.ts";

describe("the login page", () => {
  test("is a form without scripts that can post only to the tenant and redirect only to the callback", async () => {
    const open = openTenant();
    const start = await open.send(authorizePath({ login_hint: 'a"b@example.com' }));
    const response = await open.send(start.headers.get("location") ?? "");
    const page = await response.text();
    expect(page).toContain('<form method="post">');
    expect(page).toContain("a&quot;b@example.com");
    expect(page).not.toContain("<script");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain(`form-action 'self' ${demoOrigin}`);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test("reports a wrong password and shows the form again", async () => {
    const open = openTenant();
    const start = await open.send(authorizePath());
    const address = start.headers.get("location") ?? "";
    const form = { username: "ada@example.com", password: "guess" };
    const refused = await open.send(address, { method: "POST", body: new URLSearchParams(form) });
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain("Wrong email or password.");
    expect(page).toContain('value="ada@example.com"');
    const body = new URLSearchParams({ ...form, password: "correct-horse-1" });
    const accepted = await open.send(address, { method: "POST", body });
    expect(readFragment(accepted)).toHaveProperty("id_token");
  });

  test("responds in the same way for an unknown user", async () => {
    const open = openTenant();
    const start = await open.send(authorizePath());
    const body = new URLSearchParams({ username: "nobody@example.com", password: "x" });
    const response = await open.send(start.headers.get("location") ?? "", { method: "POST", body });
    expect(await response.text()).toContain("Wrong email or password.");
  });

  test("rejects a form from a browser that did not start the login", async () => {
    const open = openTenant();
    const start = await open.send(authorizePath());
    open.forgetCookies();
    const response = await open.send(start.headers.get("location") ?? "", {
      method: "POST",
      body: new URLSearchParams({ username: "ada@example.com", password: "correct-horse-1" }),
    });
    expect(response.status).toBe(400);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("separates logins in several tabs, and ends each login after its use", async () => {
    const open = openTenant();
    const first = await open.send(authorizePath({ state: "one" }));
    await open.send(authorizePath({ state: "two" }));
    const post = async (): Promise<Response> =>
      await open.send(first.headers.get("location") ?? "", {
        method: "POST",
        body: new URLSearchParams({ username: "ada@example.com", password: "correct-horse-1" }),
      });
    expect(readFragment(await post())).toMatchObject({ state: "one" });
    expect((await post()).status).toBe(400);
  });

  test("starts the session in a cookie that scripts cannot read, with a new ID at every login", async () => {
    const open = openTenant();
    const [first] = (await logIn(open)).headers.getSetCookie();
    const again = (await logIn(open, { prompt: "login" })).headers.getSetCookie().at(-1);
    expect(first).toMatch(/^tenant_session=\w{43};.*HttpOnly; SameSite=Lax$/);
    expect(again).not.toBe(first);
  });

  test("expires with its login transaction", async () => {
    const open = openTenant();
    const start = await open.send(authorizePath());
    open.clock.time += 31 * 60_000;
    expect((await open.send(start.headers.get("location") ?? "")).status).toBe(400);
  });
});
