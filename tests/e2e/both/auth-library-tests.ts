import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import type { RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { answerAuthorization, changeFragment, ExtensionAuth } from "../pages/extension-auth.ts";

/** A browser with the built extension, as the tests of the library in its pages need it. */
interface AuthLibraryHost {
  readonly tenant: RunningTenant;
  readonly guard: ConsoleGuard;
  /** Opens a page of the extension in its own tab. */
  openPage(path: string): Promise<{
    evaluate(expression: string): Promise<unknown>;
    close(): Promise<void>;
  }>;
  close(): Promise<void>;
}

/**
 * Tests the library in the pages of an extension, the same in every browser.
 *
 * @param redirectUrl the URL where the browser ends a login of this extension
 */
export function testAuthLibrary(redirectUrl: string, open: () => Promise<AuthLibraryHost>): void {
  let host: AuthLibraryHost;
  let auth: ExtensionAuth;

  beforeAll(async () => {
    host = await open();
    auth = new ExtensionAuth(await host.openPage("options.html"), host.tenant);
  });
  afterEach(async () => {
    await host.guard.expectNone();
  });
  afterAll(async () => {
    await host?.close();
  });

  test("the library loads under the policy of the extension's pages, and builds a URL without creating a state", async () => {
    expect(await auth.load()).toMatch(/^10\.\d+\.\d+$/u);
    const url = await auth.buildAuthorizeUrl({ state: "own-state", nonce: "own-nonce" });
    expect(url.origin + url.pathname).toBe(`${host.tenant.origin}/authorize`);
    expect(url.searchParams.get("client_id")).toBe(demo.clientId);
    expect(url.searchParams.get("redirect_uri")).toBe(redirectUrl);
    expect(url.searchParams.get("state")).toBe("own-state");
    expect(await auth.waitingStates()).toEqual([]);
  });

  test("a login is stored by the extension, another page validates its response, and the user info arrives", async () => {
    const url = await auth.authorize();
    const state = new URL(url).searchParams.get("state") ?? "";
    expect(await auth.waitingStates()).toEqual([state]);
    const hash = await answerAuthorization(host.tenant, url);

    const page = await host.openPage("options.html");
    const other = new ExtensionAuth(page, host.tenant);
    await other.load();
    const { error, result } = await other.parseHash(hash);
    expect(error).toBeNull();
    expect(result).toMatchObject({
      state,
      tokenType: "Bearer",
      idTokenPayload: {
        iss: `${host.tenant.origin}/`,
        aud: demo.clientId,
        email: demo.user.email,
      },
    });
    expect(await auth.waitingStates()).toEqual([]);
    const { accessToken } = z.object({ accessToken: z.string() }).parse(result);
    expect(await other.userInfo(accessToken)).toMatchObject({
      error: null,
      result: { email: demo.user.email },
    });
    await page.close();
  });

  test("a response is rejected if its state is missing, unknown or used, and only then", async () => {
    const url = await auth.authorize();
    const hash = await answerAuthorization(host.tenant, url);
    const missing = await auth.parseHash(changeFragment(hash, "state", null));
    expect(missing.error).toMatchObject({ error: "invalid_token", reason: "state_missing" });
    const unknown = await auth.parseHash(changeFragment(hash, "state", "another-state"));
    expect(unknown.error).toMatchObject({ error: "invalid_token", reason: "state_unknown" });
    expect((await auth.parseHash(hash)).error).toBeNull();
    const spent = await auth.parseHash(hash);
    expect(spent.error).toMatchObject({ error: "invalid_token", reason: "state_unknown" });

    // With a valid state, the response is rejected for its own fault.
    const second = await answerAuthorization(host.tenant, await auth.authorize());
    const firstToken = new URLSearchParams(hash.slice(1)).get("id_token");
    const { error } = await auth.parseHash(changeFragment(second, "id_token", firstToken));
    expect(error).toMatchObject({ error: "invalid_token", reason: "nonce" });
  });

  test("a login with a password and a hidden frame return tokens, if the tenant allows the page's origin", async () => {
    const origin = await auth.origin();
    // Firefox gives each installation another origin, so the seed cannot contain it.
    const allowed = { callbacks: [`${origin}/`], web_origins: [origin] };
    await new TenantControl(host.tenant.origin).changeClient(demo.clientId, allowed);
    const { error, result } = await auth.renewWithPassword();
    expect(error).toBeNull();
    expect(result).toMatchObject({ idTokenPayload: { email: demo.user.email } });
  });
}
