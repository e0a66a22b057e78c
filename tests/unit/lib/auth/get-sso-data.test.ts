import { describe, expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { origin } from "../../tenant/open-tenant.ts";
import { FakeClock, FakeWindow } from "./fake-ports.ts";
import { TenantPage } from "./tenant-page.ts";

describe("getSSOData", () => {
  test("returns the user of the session at the tenant", async () => {
    const page = new TenantPage();
    const webAuth = page.create();
    expect(await webAuth.client.getSSOData()).toEqual({ sso: false });
    await webAuth.authorize();
    await page.logIn();
    expect(await webAuth.client.getSSOData()).toMatchObject({
      sso: true,
      lastUsedUsername: "ada@example.com",
      lastUsedClientID: "demo-spa",
      sessionClients: ["demo-spa"],
    });
    expect(page.hasNoListeners).toBe(true);
  });

  test("calls back, also with the first argument of older libraries", async () => {
    const { client } = new TenantPage().create();
    const call = await new Promise((resolve) =>
      client.getSSOData(false, (...args) => resolve(args)),
    );
    expect(call).toEqual([null, { sso: false }]);
  });

  test(
    "returns the tenant's error if the user has not consented to the scopes",
    { tags: ["library.errors.sso-data-consent"] },
    async () => {
      const page = new TenantPage();
      const frames = {
        open(url: string) {
          const source = {};
          const response = {
            error: "consent_required",
            error_description: "Consent required",
            state: new URL(url).searchParams.get("state"),
          };
          const data = { type: "authorization_response", response };
          queueMicrotask(() => page.post({ origin, source, data }));
          return { window: source, remove: () => undefined };
        },
      };
      const { client } = page.create({ ports: page.ports({ frames }) });
      const error = await catchAuthError(client.getSSOData());
      expect(error).toMatchObject({
        error: "consent_required",
        errorDescription: "Consent required",
      });
    },
  );

  test("requests tokens for any responseType of the constructor, and waits five seconds", async () => {
    const page = new TenantPage();
    const [clock, frames] = [new FakeClock(), new FakeWindow()];
    const { client } = page.create({ pkce: true, ports: page.ports({ clock, frames }) });
    const outcome = client.getSSOData();
    expect(frames.frames[0]?.url.searchParams.get("response_type")).toBe("token id_token");
    clock.advance(4999);
    expect(frames.isClean).toBe(false);
    clock.advance(1);
    expect(await catchAuthError(outcome)).toMatchObject({ error: "timeout" });
  });

  test("rejects with every other failure", async () => {
    const { client } = new TenantPage().create({ redirectUri: "https://other.example/" });
    expect(await catchAuthError(client.getSSOData())).toMatchObject({ error: "origin_mismatch" });
  });
});
