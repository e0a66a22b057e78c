import { describe, expect, test } from "vitest";
import { realm, TenantPage } from "./tenant-page.ts";

const mary = { email: "mary@example.com", password: "second-factor-3" };

describe("login of a user with a second factor", () => {
  test("leaves the page for the tenant, which requests the factor, and returns tokens", async () => {
    const page = new TenantPage();
    const webAuth = page.create();
    await webAuth.login({ ...mary, realm });
    const first = await page.open.send(page.visited[0] ?? "");
    const step = first.headers.get("location") ?? "";
    expect(step).toMatch(/^\/u\/mfa/);
    const code = page.open.tenant.mailbox.list(mary.email).at(-1)?.code ?? "";
    const body = new URLSearchParams({ code });
    const done = await page.open.send(step, { method: "POST", body });
    const { hash } = new URL(done.headers.get("location") ?? "");
    const result = await webAuth.parseHash({ hash });
    expect(result).toMatchObject({ idTokenPayload: { email: mary.email } });
  });
});
