import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { startRefusingProxy, type RefusingProxy } from "../../launch/refusing-proxy.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";
import { ConnectionProfilesPage } from "../pages/connection-profiles.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { RunPage } from "../pages/run-page.ts";
import { SandboxControl } from "../pages/sandbox-control.ts";
import { watchWorker, type WorkerWatch } from "../pages/worker.ts";

/** A browser without any network, and the surfaces of the extension in it. */
interface Stage {
  chromium: OpenedChromium;
  guard: ConsoleGuard;
  worker: WorkerWatch;
  run: RunPage;
  panel: PanelPage;
  options: Page;
  control: SandboxControl;
}

let proxy: RefusingProxy;
let profile: TemporaryFolder;
let stage: Stage;

async function openStage(): Promise<Stage> {
  const chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    profileDir: profile.path,
    windowSize: { width: 1300, height: 1000 },
    args: [`--proxy-server=127.0.0.1:${proxy.port}`, "--proxy-bypass-list=<-loopback>"],
  });
  const guard = await watchConsoles(chromium);
  const { frame } = await openInspectorPanel(chromium, chromium.firstPage);
  const options = await chromium.extensionPage("options.html");
  return {
    chromium,
    guard,
    worker: await watchWorker(chromium),
    run: new RunPage(frame),
    panel: new PanelPage(frame),
    options,
    control: new SandboxControl(options),
  };
}

beforeAll(async () => {
  proxy = await startRefusingProxy();
  profile = await makeTemporaryFolder("sandbox");
  stage = await openStage();
});
afterEach(async ({ task }) => {
  if (task.name.startsWith("a request of the browser")) return;
  await stage.guard.expectNone();
  const requests = listRequests();
  if (requests.length > 0) throw new Error(`The browser asked for ${requests.join(", ")}`);
});
afterAll(async () => {
  await stage?.chromium.close();
  await profile?.remove();
  await proxy?.close();
});

/** The hosts that Chromium itself asks, for its updates and for the user's account. */
const browserHosts = /^\w+ (?:https?:\/\/)?(?:update\.googleapis\.com|accounts\.google\.com)[:/]/;

/** The requests that the proxy refused, without those of the browser itself, and without searches. */
const listRequests = () =>
  proxy.requests.filter((line) => line !== search && !browserHosts.test(line));

/** The request of a view without a tenant, which looks for a local one on this machine. */
const search = "GET http://localhost:4400/_control/description HTTP/1.1";
const countSearches = () => proxy.requests.filter((line) => line === search).length;
let searchesWithoutTenant = 0;

const isSandboxPage = (page: Page) => page.url().includes("/sandbox-browser.html");

/** Starts a run, and returns the window in which the sandbox shows its pages. */
async function openWindow(): Promise<Page> {
  const { context } = stage.chromium;
  const find = (): Page | undefined => context.pages().find(isSandboxPage);
  await waitFor(() => find() === undefined, { what: "the window of the run before to close" });
  await stage.run.start();
  return await waitFor(find, { what: "the window of the sandbox" });
}

/** Logs in with a typed password, as at any login page. */
async function logIn(page: Page, email: string = demo.user.email): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(demo.user.password);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function runLogin(values: Readonly<Record<string, string>> = {}): Promise<Page> {
  await stage.run.choose("Login with redirect");
  await stage.run.enter({ "Client ID": demo.clientId, Prompt: "login", ...values });
  return await openWindow();
}

test("one click on “Try the sandbox” opens it in each view of the panel, with its stream", async () => {
  await stage.panel.openTab("Run");
  await stage.run.document.getByRole("button", { name: "Try the sandbox" }).click();
  await stage.run.form().waitFor();
  await stage.panel.openTab("Events");
  await stage.panel.expectStream("listening");
  await expect
    .poll(() => stage.options.locator(".tenants").innerText())
    .toContain("sandbox.invalid");
  searchesWithoutTenant = countSearches();
  expect(searchesWithoutTenant).toBeGreaterThan(0);
});

test("two more clicks lead to a decoded ID token", async () => {
  await stage.panel.openTab("Run");
  const window = await openWindow();
  await window.getByRole("button", { name: `Log in as ${demo.user.email}` }).click();
  expect(await stage.run.outcome()).toContain("Logged in.");
  expect(await stage.run.result()).toContain('name: "Ada Lovelace"');
});

const mailboxSchema = z.object({
  messages: z.array(z.object({ code: z.optional(z.string()) })),
});

describe.each([
  ["a worker that runs", () => Promise.resolve()],
  ["a worker that is stopped before each step", (): Promise<void> => stage.worker.stop()],
] as const)("with %s", (_name, interrupt) => {
  test("a login with code and PKCE takes a typed password, refuses a wrong one, and is checked", async () => {
    const window = await runLogin({ "Response type": "code pkce" });
    await interrupt();
    await window.getByLabel("Email address").fill(demo.user.email);
    await window.getByLabel("Password").fill("wrong");
    await window.getByRole("button", { name: "Continue" }).click();
    await window.getByText("Wrong email or password.").waitFor();
    await interrupt();
    await logIn(window);
    expect(await stage.run.outcome()).toContain("Logged in.");
    const checks = await stage.panel.checks();
    expect(checks.length).toBeGreaterThan(5);
    expect(checks.join("\n")).not.toContain("Failed");
    expect(await stage.panel.inspect("ID token")).toContain("https://sandbox.invalid/");
  });

  test("an ID token with HS256 is refused", async () => {
    const window = await runLogin({
      "Client ID": demo.hs256ClientId,
      "Response type": "token id_token",
    });
    await interrupt();
    await logIn(window);
    expect(await stage.run.outcome()).toContain("HS256");
  });

  test("a silent renewal works with a session, and after the logout it is refused", async () => {
    await stage.run.choose("Silent renewal");
    await stage.run.enter({ "Client ID": demo.clientId });
    await interrupt();
    await stage.run.start();
    expect(await stage.run.outcome()).toContain("checkSession returned.");
    await stage.run.choose("Logout");
    await interrupt();
    await stage.run.start();
    expect(await stage.run.outcome()).toContain("Logged out.");
    await stage.run.choose("Silent renewal");
    await interrupt();
    await stage.run.start();
    expect(await stage.run.outcome()).toContain("login_required");
  });

  test("a login without a password takes the code from the mailbox of the controls", async () => {
    const window = await runLogin();
    await window.getByRole("link", { name: "Code by email" }).click();
    await window.getByRole("button", { name: "Send a code" }).waitFor();
    await window.getByLabel("Email address").fill(demo.user.email);
    await interrupt();
    await window.getByRole("button", { name: "Send a code" }).click();
    const code = await waitFor(
      async () =>
        mailboxSchema.parse(await stage.control.call("GET", "/mailbox")).messages.at(-1)?.code,
      { what: "an email with a code" },
    );
    await window.getByLabel("Code from the message").fill(code);
    await interrupt();
    await window.getByRole("button", { name: "Continue" }).click();
    expect(await stage.run.outcome()).toContain("Logged in.");
  });

  test("an event shows on the badge, and a gap in the list", async () => {
    const badge = (): Promise<string> =>
      stage.options.evaluate(() => chrome.action.getBadgeText({}));
    await stage.panel.openTab("Run");
    // After several losses in a row, the stream waits before it connects.
    await stage.panel.expectStream("listening", { timeout: 60_000 });
    await interrupt();
    await stage.control.call("POST", "/events", { type: "user.created", count: 1 });
    await expect.poll(badge, { timeout: 45_000 }).not.toBe("");
    // Only events in a visible tab are viewed.
    await stage.chromium.firstPage.bringToFront();
    await stage.panel.openTab("Events");
    await expect.poll(badge).toBe("");

    await stage.run.document.getByRole("button", { name: "Pause" }).click();
    await stage.panel.expectStream("paused");
    await stage.control.call("PATCH", "/limits", { retainedEvents: 3 });
    await interrupt();
    await stage.control.call("POST", "/events", { type: "user.created", count: 10 });
    await stage.run.document.getByRole("button", { name: "Resume", exact: true }).click();
    await stage.panel.expectStream("listening");
    await stage.run.document.locator(".event-row.mark", { hasText: "gap" }).first().waitFor();
    await stage.control.call("PATCH", "/limits", { retainedEvents: 20_000 });
  });

  test("a tenant with too many requests is explained", async () => {
    await stage.control.call("POST", "/responses", {
      path: "/co/authenticate",
      status: 429,
      headers: { "retry-after": "1" },
      body: JSON.stringify({ error: "too_many_requests", error_description: "Slow down." }),
    });
    await stage.run.choose("Login with a password");
    await stage.run.enter({ "Email or username": demo.user.email, Password: demo.user.password });
    await interrupt();
    await stage.run.start();
    expect(await stage.run.outcome()).toMatch(/429|too_many_requests/);
    await stage.control.call("DELETE", "/responses");
  });
});

test("a profile is created, and a change of a connection profile meets a conflict", async () => {
  const page = await stage.chromium.extensionPage("popup.html");
  await page.setViewportSize({ width: 380, height: 600 });
  const popup = new PopupPage(page);
  expect(
    await popup.createExchangeProfile({
      name: "Legacy tokens",
      subjectTokenType: "urn:acme:legacy",
      actionId: demo.actionId,
    }),
  ).toContain("Legacy tokens");
  const connections = new ConnectionProfilesPage(page);
  await connections.open(demo.connectionProfile);
  await connections.prefixTemplate.fill("s-{org_id}");
  // Somebody else changes the same property meanwhile.
  const other = new ConnectionProfilesPage(await stage.chromium.extensionPage("popup.html"));
  expect(await other.changePrefixTemplate(demo.connectionProfile, "t-{org_id}")).toContain(
    "Connection profile updated.",
  );
  await other.page.close();
  await page.bringToFront();
  expect(await connections.send()).toContain("Someone else changed this profile.");
  await page.close();
});

test("after a restart of the browser, tenant, profiles and stream are there", async () => {
  await stage.chromium.close();
  stage = await openStage();
  await stage.panel.openTab("Events");
  await stage.panel.expectStream("listening");
  const window = await runLogin({ "Response type": "code pkce" });
  await logIn(window);
  expect(await stage.run.outcome()).toContain("Logged in.");
  // With a tenant, nothing looks for a local one.
  expect(countSearches()).toBe(searchesWithoutTenant);
});

test("“Forget this tenant” ends the sandbox and deletes what it stored; the next one is new", async () => {
  const { options } = stage;
  const readStored = async () => ({
    databases: (await options.evaluate(() => indexedDB.databases())).map(({ name }) => name),
    documents: await options.evaluate(async () => {
      const contextTypes = [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT];
      return (await chrome.runtime.getContexts({ contextTypes })).length;
    }),
  });
  expect(await readStored()).toMatchObject({
    databases: expect.arrayContaining(["sandbox"]),
    documents: 1,
  });
  await options.bringToFront();
  await options.getByRole("button", { name: "Forget this tenant…" }).click();
  await options.getByText("The sandbox ends, and all that it stored is deleted.").waitFor();
  await options.getByRole("button", { name: "Forget tenant" }).click();
  await options.getByRole("button", { name: "Try the sandbox" }).waitFor();
  await expect.poll(async () => (await readStored()).documents).toBe(0);
  expect((await readStored()).databases).not.toContain("sandbox");
  await options.getByRole("button", { name: "Try the sandbox" }).click();
  await options.getByRole("link", { name: "Sandbox controls" }).waitFor();
  const { messages } = mailboxSchema.parse(await stage.control.call("GET", "/mailbox"));
  expect(messages).toEqual([]);
});

test("a request of the browser to anything but the extension is seen by this test", async () => {
  await stage.options.evaluate(async () => {
    for (const url of ["https://acme.example/", "http://localhost:4400/"])
      await fetch(url).catch(() => undefined);
  });
  expect(listRequests()).toEqual([
    "CONNECT acme.example:443 HTTP/1.1",
    "GET http://localhost:4400/ HTTP/1.1",
  ]);
});
