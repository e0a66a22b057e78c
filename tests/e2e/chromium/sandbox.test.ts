import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { makePackage } from "../../launch/make-package.ts";
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
let packed: TemporaryFolder;
/** The unpacked content of the built zip. */
let extensionDir: string;
let stage: Stage;

async function openStage(): Promise<Stage> {
  const chromium = await openChromium({
    extensionDir,
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
    control: new SandboxControl((run, request) => options.evaluate(run, request)),
  };
}

beforeAll(async () => {
  proxy = await startRefusingProxy();
  profile = await makeTemporaryFolder("sandbox");
  packed = await makeTemporaryFolder("sandbox-package");
  extensionDir = await makePackage("chrome", packed.path, "store");
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
  await packed?.remove();
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

/**
 * Stores a part of the sandbox's state if one is given, and returns the stored one. Runs in a page
 * of the extension.
 */
const storePart = async ([name, part]: readonly [string, string | undefined]): Promise<unknown> =>
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open("sandbox");
    opening.addEventListener("error", () => reject(new Error("The store did not open.")));
    opening.addEventListener("success", () => {
      const { result: database } = opening;
      const transaction = database.transaction("parts", "readwrite");
      const parts = transaction.objectStore("parts");
      if (part !== undefined) parts.put(part, name);
      const reading = parts.get(name);
      transaction.addEventListener("complete", () => {
        database.close();
        resolve(reading.result);
      });
    });
  });

const isSandboxPage = (page: Page) => page.url().includes("/sandbox-browser.html");

/** Starts a run, and returns the window in which the sandbox shows its pages. */
async function openWindow(): Promise<Page> {
  const { context } = stage.chromium;
  const find = (): Page | undefined => context.pages().find(isSandboxPage);
  await waitFor(() => find() === undefined, { what: "the window of the run before to close" });
  await stage.run.start();
  const page = await waitFor(find, { what: "the window of the sandbox" });
  await page.getByRole("status", { name: "Address" }).getByText("sandbox.invalid").waitFor();
  return page;
}

/**
 * Opens a request of a page, ends the sandbox's document alone, and resolves when the page was told
 * that its request has ended. Runs in a page of the extension.
 */
const endDocumentDuringRequest = async (): Promise<string> => {
  const port = chrome.runtime.connect({ name: "sandbox-request" });
  const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  port.onMessage.addListener(() => ready.resolve());
  port.onDisconnect.addListener(() => ended.resolve("ended"));
  await ready.promise;
  await chrome.offscreen.closeDocument();
  return await ended.promise;
};

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

test("a request ends for its page when the sandbox's document ends alone", async () => {
  // The request needs a document that runs.
  await stage.control.countMessages();
  expect(await stage.options.evaluate(endDocumentDuringRequest)).toBe("ended");
});

/** Ends the worker and, with its document, the sandbox itself. */
async function stopAll(): Promise<void> {
  await stage.options.evaluate(() => chrome.offscreen.closeDocument());
  await stage.worker.stop();
}

describe.each([
  ["a worker that runs", () => Promise.resolve()],
  ["a worker that is stopped before each step", (): Promise<void> => stage.worker.stop()],
  ["a worker and a sandbox that are ended before each step", stopAll],
] as const)("with %s", (name, interrupt) => {
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
    const before = await stage.control.countMessages();
    const window = await runLogin();
    await window.getByRole("link", { name: "Code by email" }).click();
    await window.getByRole("button", { name: "Send a code" }).waitFor();
    await window.getByLabel("Email address").fill(demo.user.email);
    await interrupt();
    await window.getByRole("button", { name: "Send a code" }).click();
    const code = await waitFor(
      async () =>
        (await stage.control.countMessages()) > before ? await stage.control.readCode() : undefined,
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
    await stage.panel.expectStream("listening");
    await interrupt();
    await stage.control.emitEvents(1);
    await expect.poll(badge).not.toBe("");
    // Only events in a visible tab are viewed.
    await stage.chromium.firstPage.bringToFront();
    await stage.panel.openTab("Events");
    await expect.poll(badge).toBe("");

    await stage.run.document.getByRole("button", { name: "Pause" }).click();
    await stage.panel.expectStream("paused");
    const { document } = stage.run;
    const gap = document.locator(".event-row.mark", {
      has: document.locator(".mark-name", { hasText: /^gap$/ }),
    });
    const [lastGap = ""] = await gap.allInnerTexts();
    await stage.control.retainEvents(3);
    await interrupt();
    await stage.control.emitEvents(10);
    await stage.run.document.getByRole("button", { name: "Resume", exact: true }).click();
    // A stream that has lost its position pauses before it resumes by time.
    await stage.panel.expectStream("listening");
    await gap.first().waitFor();
    await expect.poll(() => gap.first().innerText()).not.toBe(lastGap);
    await stage.control.retainEvents(20_000);
  });

  test("a tenant with too many requests is explained", async () => {
    await stage.control.refuseNextPassword();
    await stage.run.choose("Login with a password");
    await stage.run.enter({ "Email or username": demo.user.email, Password: demo.user.password });
    await interrupt();
    await stage.run.start();
    expect(await stage.run.outcome()).toMatch(/429|too_many_requests/);
    await stage.control.call("DELETE", "/responses");
  });

  test("a profile is created, and a change of a connection profile meets a conflict", async () => {
    const page = await stage.chromium.extensionPage("popup.html");
    await page.setViewportSize({ width: 380, height: 600 });
    const popup = new PopupPage(page);
    await interrupt();
    expect(
      await popup.createExchangeProfile({
        name: `Legacy tokens ${name.length}`,
        subjectTokenType: `urn:acme:legacy-${name.length}`,
        actionId: demo.actionId,
      }),
    ).toContain("Legacy tokens");
    const connections = new ConnectionProfilesPage(page);
    await connections.open(demo.connectionProfile);
    await connections.prefixTemplate.fill(`s-{org_id}-${name.length}`);
    await interrupt();
    // Somebody else changes the same property meanwhile.
    const other = new ConnectionProfilesPage(await stage.chromium.extensionPage("popup.html"));
    expect(
      await other.changePrefixTemplate(demo.connectionProfile, `t-{org_id}-${name.length}`),
    ).toContain("Connection profile updated.");
    await other.page.close();
    await page.bringToFront();
    await interrupt();
    expect(await connections.send()).toContain("Someone else changed this profile.");
    await connections.button("Discard my changes").click();
    await expect
      .poll(() => connections.prefixTemplate.inputValue())
      .toBe(`t-{org_id}-${name.length}`);
    await page.close();
  });
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

test("a stored state that cannot be read is named, and nothing overwrites it", async () => {
  const { chromium, options } = stage;
  await stopAll();
  await options.evaluate(storePart, ["users", "damaged"] as const);
  const popup = await chromium.extensionPage("popup.html");
  await popup.getByText("The sandbox cannot read its stored state").first().waitFor();
  await popup.close();
  const controls = await chromium.extensionPage("sandbox-browser.html");
  await controls.getByText("forget this tenant in the options").waitFor();
  await controls.close();
  expect(await options.evaluate(storePart, ["users", undefined] as const)).toBe("damaged");
});

test("“Forget this tenant” ends the sandbox and deletes what it stored; the next one is new", async () => {
  const { chromium, options } = stage;
  const leftOpen = await chromium.extensionPage("sandbox-browser.html");
  await leftOpen.getByText("Things to try").waitFor();
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
  // The document ends first: it has the database open.
  await expect.poll(readStored).toEqual({
    databases: expect.not.arrayContaining(["sandbox"]),
    documents: 0,
  });
  // A page that was left open does not bring it back.
  await leftOpen.getByRole("button", { name: "Emit five events" }).click();
  await leftOpen.getByText("This sandbox was removed.").waitFor();
  await leftOpen.reload();
  await leftOpen.getByText("choose “Try the sandbox”").waitFor();
  await leftOpen.close();
  const after = await readStored();
  expect(after.documents).toBe(0);
  expect(after.databases).not.toContain("sandbox");
  await options.getByRole("button", { name: "Try the sandbox" }).click();
  await options.getByRole("link", { name: "Sandbox controls" }).waitFor();
  expect(await stage.control.countMessages()).toBe(0);
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
