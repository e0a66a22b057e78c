import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { listenOnLoopback, type Listener } from "../../../tenant/server/listen.ts";
import { createSelfSignedCertificate } from "../../../tenant/server/self-signed-certificate.ts";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { logIn } from "../pages/login-window.ts";

const realm = "Username-Password-Authentication";
const outcomeSchema = z.union([
  z.object({ error: z.string() }),
  z.object({ accessToken: z.string(), idToken: z.string() }),
]);

let tenant: RunningTenant;
/** The pages of an application, in place of the client's demo pages at 127.0.0.1. */
let pages: Listener;

// With https, the tenant's cookies have SameSite=None, so only the browser's setting blocks them.
beforeAll(async () => {
  const authLibraryFile = builtAuthLibrary;
  tenant = await startTenant({ port: 0, demoPort: 0, isHttps: true, authLibraryFile });
  // The demo's pages may connect only to the tenant's own domain.
  const body = `<!doctype html><link rel="icon" href="data:,"><script>${await readFile(authLibraryFile, "utf8")}</script>`;
  const headers = { "content-type": "text/html" };
  const certificate = createSelfSignedCertificate();
  pages = await listenOnLoopback(0, () => new Response(body, { headers }), certificate);
});
afterAll(async () => {
  await tenant?.stop();
  await pages?.close();
});

/** Chromium with its setting for third-party cookies, and an application's page at 127.0.0.1. */
class Application {
  readonly #profile: TemporaryFolder;
  readonly #chromium: OpenedChromium;
  readonly #page: Page;
  readonly #origin: string;

  private constructor(profile: TemporaryFolder, chromium: OpenedChromium, origin: string) {
    this.#profile = profile;
    this.#chromium = chromium;
    this.#page = chromium.firstPage;
    this.#origin = origin;
  }

  static async open(setting: "allowed" | "blocked"): Promise<Application> {
    const profile = await makeTemporaryFolder("chromium");
    await mkdir(join(profile.path, "Default"));
    const preferences = { profile: { cookie_controls_mode: setting === "blocked" ? 1 : 0 } };
    await writeFile(join(profile.path, "Default/Preferences"), JSON.stringify(preferences));
    const [, origin] = tenant.demoOrigins;
    const place = `MAP ${new URL(origin).host} 127.0.0.1:${pages.port}`;
    const chromium = await openChromium({
      extensionDir: builtExtension.chromium,
      headless: true,
      profileDir: profile.path,
      args: ["--ignore-certificate-errors", `--host-resolver-rules=${place}`],
    });
    return new Application(profile, chromium, origin);
  }

  async close(): Promise<void> {
    await this.#chromium.close();
    await this.#profile.remove();
  }

  #write(domain: string, call: string): string {
    const redirectUri = `${this.#origin}/callback`;
    const options = {
      domain,
      clientID: demo.clientId,
      redirectUri,
      responseType: "token id_token",
    };
    return `new TenantAuth.WebAuth(${JSON.stringify(options)}).${call}`;
  }

  async #call(domain: string, call: string): Promise<z.infer<typeof outcomeSchema>> {
    const outcome = await this.#page.evaluate(
      `(${this.#write(domain, call)}).catch(({ error }) => ({ error }))`,
    );
    return outcomeSchema.parse(outcome);
  }

  /** Starts a call that leaves the page. */
  async #leave(domain: string, call: string): Promise<void> {
    await this.#chromium.context.clearCookies();
    await this.#page.goto(`${this.#origin}/`);
    await this.#page.evaluate(`void ${this.#write(domain, call)}`);
  }

  /** Logs in at the tenant's own page, and renews the session from the application's page. */
  async renew(domain: string) {
    await this.#leave(domain, "authorize()");
    await this.#page.waitForURL((url) => url.origin === domain);
    await logIn(this.#page, demo.user);
    await this.#page.waitForURL((url) => url.origin === this.#origin);
    return await this.#call(domain, "checkSession()");
  }

  /** Logs in with a password entered in the application's page. */
  async embed(domain: string) {
    const { email, password } = demo.user;
    await this.#leave(domain, `login(${JSON.stringify({ email, password, realm })})`);
    await this.#page.waitForURL((url) => url.pathname === "/callback");
    return await this.#call(domain, "parseHash()");
  }
}

const tokens = { accessToken: expect.any(String), idToken: expect.any(String) };
let application: Application;

describe("with third-party cookies", () => {
  beforeAll(async () => {
    application = await Application.open("allowed");
  });
  afterAll(() => application?.close());

  test("renews a session and logs in by an embedded form at the tenant's own domain", async () => {
    expect(await application.renew(tenant.origin)).toEqual(tokens);
    expect(await application.embed(tenant.origin)).toEqual(tokens);
  });
});

describe("with third-party cookies blocked by the browser's setting", () => {
  beforeAll(async () => {
    application = await Application.open("blocked");
  });
  afterAll(() => application?.close());

  test(
    "neither renews nor logs in at the tenant's own domain",
    { tags: ["service.library.third-party-cookies"] },
    async () => {
      expect(await application.renew(tenant.origin)).toEqual({ error: "login_required" });
      // The fallback fails too: the page that could prove the login has another origin.
      expect(await application.embed(tenant.origin)).toEqual({ error: "access_denied" });
    },
  );

  test(
    "renews and logs in at a custom domain on the page's own site",
    { tags: ["service.library.third-party-cookies"] },
    async () => {
      const customDomain = tenant.origin.replace("localhost", "127.0.0.1");
      expect(await application.renew(customDomain)).toEqual(tokens);
      expect(await application.embed(customDomain)).toEqual(tokens);
    },
  );
});
