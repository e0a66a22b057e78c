import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import {
  oidcClientId,
  startOidcProvider,
  type OidcProvider,
} from "../../oidc-provider/start-oidc-provider.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";
import { startLibraryApp, type LibraryApp, type LibraryName } from "../pages/library-app.ts";
import { logIn } from "../pages/login-window.ts";
import { TracePage } from "../pages/trace-page.ts";

type Place = "tenant" | "provider";

let app: LibraryApp;
let tenant: RunningTenant;
let provider: OidcProvider;
let control: TenantControl;
let chromium: OpenedChromium;
let panel: Frame;
let trace: TracePage;

beforeAll(async () => {
  app = await startLibraryApp();
  tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  provider = await startOidcProvider(app.callbacks);
  control = new TenantControl(tenant.origin);
  await allow(demo.clientId);
  chromium = await openChromium({ extensionDir: builtExtension.chromium, headless: true });
  panel = (await openInspectorPanel(chromium, chromium.firstPage)).frame;
  trace = new TracePage(panel);
  await trace.open();
});
afterAll(async () => {
  await chromium?.close();
  await provider?.close();
  await tenant?.stop();
  await app?.close();
});

/** Allows the pages of the application for a client of the tenant. */
async function allow(clientId: string): Promise<void> {
  await control.changeClient(clientId, { callbacks: app.callbacks, web_origins: [app.origin] });
}

const readOutput = (tab: Page, words: RegExp) =>
  tab.locator("output").filter({ hasText: words }).innerText();

/** Enters what the provider asks for: the tenant a password, the other one a name and consent. */
async function answer(tab: Page, place: Place): Promise<void> {
  if (place === "tenant") return await logIn(tab, demo.user);
  await tab.getByRole("button", { name: "Log in" }).click();
  await tab.getByRole("button", { name: "Allow" }).click();
}

/** Logs in on a page that runs the library, in the inspected tab, from an empty capture. */
async function logInWith(library: LibraryName, place: Place, clientId: string): Promise<string> {
  const tab = chromium.firstPage;
  await chromium.context.clearCookies();
  const { origin } = place === "tenant" ? tenant : provider;
  const home = app.aim(library, { provider: origin, clientId });
  await tab.goto(home);
  await tab.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await panel.getByRole("button", { name: "Clear" }).first().click();
  await tab.goto(home);
  await tab.getByRole("button", { name: "Log in" }).click();
  await tab.waitForURL(`${origin}/**`);
  await answer(tab, place);
  return await readOutput(tab, /Logged in/);
}

/** Returns what the list says of each flow, newest first. */
async function readRows() {
  const rows = await panel.locator(".flow-row").all();
  const texts = await Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator("> span").allInnerTexts();
      const [verdict = "", , kind = "", client = "", host = ""] = cells;
      return { verdict: verdict.split(/\s+/).at(-1), kind, client, host };
    }),
  );
  return texts;
}

const shapes: readonly {
  library: LibraryName;
  place: Place;
  messages: readonly string[];
}[] = [
  { library: "auth0-js", place: "tenant", messages: ["Callback"] },
  {
    library: "auth0-spa-js",
    place: "tenant",
    messages: ["Callback", "Token request (authorization_code)"],
  },
  {
    library: "oidc-client-ts",
    place: "tenant",
    messages: ["Callback", "Token request (authorization_code)", "User info"],
  },
  { library: "auth0-js", place: "provider", messages: ["Callback"] },
  {
    library: "auth0-spa-js",
    place: "provider",
    messages: ["Callback", "Token request (authorization_code)"],
  },
  {
    library: "oidc-client-ts",
    place: "provider",
    messages: ["Callback", "Token request (authorization_code)", "User info"],
  },
];

describe.each(shapes)("$library at the $place", ({ library, place, messages }) => {
  const clientId = place === "tenant" ? demo.clientId : oidcClientId;
  const verdict = "ok";
  const host = () => new URL(place === "tenant" ? tenant.origin : provider.origin).host;

  test("logs in: one login, whole and clean", async () => {
    expect(await logInWith(library, place, clientId)).toMatch(/^Logged in as /);
    await expect
      .poll(readRows)
      .toEqual([{ verdict, kind: "login", client: clientId, host: host() }]);
    await trace.openNewest();
    const listed = await trace.readPart("Messages");
    for (const name of messages) expect(listed).toContain(name);
    expect(await trace.readPart("Verdict")).toContain("It ended well.");
  });

  test("renews in a frame: one renewal beside the login, clean", async () => {
    const tab = chromium.firstPage;
    await tab.getByRole("button", { name: "Renew" }).click();
    expect(await readOutput(tab, /Renewed/)).toMatch(/^Renewed as /);
    await expect.poll(readRows).toEqual([
      { verdict, kind: "renewal", client: clientId, host: host() },
      { verdict, kind: "login", client: clientId, host: host() },
    ]);
  });
});

test("a login of a library that its page refuses is not clean", async () => {
  await allow(demo.hs256ClientId);
  expect(await logInWith("auth0-spa-js", "tenant", demo.hs256ClientId)).toContain("failed");
  await expect.poll(readRows).toMatchObject([{ verdict: "fail", kind: "login" }]);
});
