import { describe, expect, test } from "vitest";
import { authorizePath, openTenant, type OpenTenant } from "../../open-tenant.ts";

const secureOrigin = "https://localhost:4400";

async function logInAt(open: OpenTenant, origin: string): Promise<string[]> {
  const start = await open.send(`${origin}${authorizePath()}`);
  const page = new URL(start.headers.get("location") ?? "", origin);
  const end = await open.send(page.href, {
    method: "POST",
    body: new URLSearchParams({ username: "ada@example.com", password: "correct-horse-1" }),
  });
  return [...start.headers.getSetCookie(), ...end.headers.getSetCookie()];
}

describe("the tenant's cookies", () => {
  test("are sent from every site only over https", async () => {
    const cookies = await logInAt(openTenant(), secureOrigin);
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^tenant_(?:login|session)=\w+;.*HttpOnly; Secure; SameSite=None$/);
    }
  });

  test("are sent only from their own site over plain http, where Secure is not possible", async () => {
    const cookies = await logInAt(openTenant(), "http://localhost:4400");
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/);
      expect(cookie).not.toContain("Secure");
    }
  });

  test("are deleted over https with the same attributes, also by a logout in another site's frame", async () => {
    const open = openTenant();
    await logInAt(open, secureOrigin);
    const logout = await open.send(`${secureOrigin}/v2/logout?client_id=demo-spa`);
    const [session] = logout.headers.getSetCookie();
    expect(session).toMatch(/^tenant_session=; Max-Age=0;.*HttpOnly; Secure; SameSite=None$/);
  });
});
