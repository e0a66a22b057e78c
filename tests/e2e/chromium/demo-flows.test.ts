import { chromium as playwrightChromium, type Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { findChromium } from "../../launch/find-browser.mjs";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import { logIn } from "../pages/login-window.ts";

// What an application does with the library besides a login by redirect, with real windows, frames, cookies and mails.

let tenant: RunningTenant;
let control: TenantControl;
let chromium: OpenedChromium;
let guard: ConsoleGuard;
/** The log's end when the test began. */
let before: number;

beforeAll(async () => {
  tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  control = new TenantControl(tenant.origin);
  chromium = await openChromium({ extensionDir: builtExtension.chromium, headless: true });
  guard = await watchConsoles(chromium);
});
beforeEach(async () => {
  await chromium.context.clearCookies();
  before = await control.logEnd();
});
afterAll(async () => {
  await chromium?.close();
  await tenant?.stop();
});

/** The demo in a tab of its own, which goes with the test. */
async function openDemo(): Promise<Page> {
  const page = await chromium.context.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${tenant.demoOrigins[0]}/`);
  return page;
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** The words of the result, once it is about what was asked for and over. */
async function readResult(page: Page, what: string): Promise<string> {
  const result = page
    .locator("#result[data-state=done], #result[data-state=failed]")
    .filter({ hasText: what });
  await result.waitFor();
  return await result.innerText();
}

async function fillPassword(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email address", { exact: true }).fill(user.email);
  await page.getByLabel("Passphrase").fill(user.password);
}

/** Presses the button that opens a popup; resolves with the window, at the tenant. */
async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await press(page, "Open a popup");
  const popup = await opened;
  await popup.waitForURL((url) => url.origin === tenant.origin);
  return popup;
}

/** The form for a code is filled with a recipient. */
async function fillRecipient(page: Page, recipient: string): Promise<void> {
  await page.getByLabel("Email address or phone number").fill(recipient);
}

async function readFacts(): Promise<unknown[]> {
  return (await control.log(before)).filter(({ kind }) => kind === "fact");
}

function fact(name: string, details: object = {}): unknown {
  return expect.objectContaining({ fact: name, details: expect.objectContaining(details) });
}

const newUser = { email: "rosalind@example.com", password: "Double-helix-51" };

test("a popup login ends in tokens on the page that opened the window, which is gone", async () => {
  const page = await openDemo();
  const popup = await openPopup(page);
  const closed = popup.waitForEvent("close");
  await logIn(popup, demo.user);
  const words = await readResult(page, "Popup login");
  expect(words).toContain("Popup login succeeded.");
  expect(words).toContain("Ada Lovelace");
  await closed;
  expect(page.url()).toBe(`${tenant.demoOrigins[0]}/`);
  expect(await readFacts()).toContainEqual(
    fact("id_token issued", { client_id: demo.clientId, alg: "RS256" }),
  );
});

test("a popup that the user closes ends in popup_closed, and no token is issued", async () => {
  const page = await openDemo();
  const popup = await openPopup(page);
  await popup.close();
  const words = await readResult(page, "Popup login");
  expect(words).toContain("Popup login failed.");
  expect(words).toContain("popup_closed");
  expect(words).toContain("User closed the popup window");
  expect(await readFacts()).not.toContainEqual(fact("id_token issued"));
});

test("a popup that the browser blocks ends in popup_blocked, with what to do; a click may open it", async () => {
  // Automation switches the blocker off; here it is on, and asked by a script that no click began.
  const strict = await playwrightChromium.launch({
    executablePath: findChromium(process.platform, process.env) ?? "chromium",
    ignoreDefaultArgs: ["--disable-popup-blocking"],
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu"],
  });
  onTestFinished(() => strict.close());
  const page = await strict.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`${tenant.demoOrigins[0]}/`);
  const session = await page.context().newCDPSession(page);
  // Whatever Playwright evaluates counts as a user's gesture, so this waits for the button by itself.
  const expression = `new Promise((resolve) => {
    const button = document.querySelector("#popup");
    const press = () => button.disabled ? requestAnimationFrame(press) : resolve(button.click());
    press();
  })`;
  await session.send("Runtime.evaluate", { expression, userGesture: false, awaitPromise: true });
  const words = await readResult(page, "Popup login");
  expect(words).toContain("Popup login failed.");
  expect(words).toContain("popup_blocked");
  expect(words).toContain("open it in a click");
  await (await openPopup(page)).close();
  expect(await readResult(page, "Popup login")).toContain("popup_closed");
  expect(errors).toEqual([]);
});

test("an embedded login brings tokens, and the session it starts renews them silently until logout", async () => {
  const page = await openDemo();
  await fillPassword(page, demo.user);
  await press(page, "Send password");
  expect(await readResult(page, "Login")).toContain("Ada Lovelace");
  expect(page.url()).toBe(`${tenant.demoOrigins[0]}/`);
  const loggedIn = await readFacts();
  expect(loggedIn).toContainEqual(fact("user logged in"));
  await press(page, "Renew silently");
  const renewed = await readResult(page, "Silent renewal");
  expect(renewed).toContain("Silent renewal succeeded.");
  expect(renewed).toContain("Ada Lovelace");
  const count = (facts: unknown[]) => facts.filter((each) => isIdToken(each)).length;
  expect(count(await readFacts())).toBe(count(loggedIn) + 1);
  await waitFor(async () => (await page.locator("iframe").count()) === 0, {
    what: "the frame of the renewal to be removed",
  });
  const returned = page.waitForEvent("load");
  await press(page, "Log out");
  await returned;
  expect(page.url()).toBe(`${tenant.demoOrigins[0]}/`);
  await press(page, "Renew silently");
  expect(await readResult(page, "Silent renewal")).toContain("login_required");
});

function isIdToken(entry: unknown): boolean {
  return entry instanceof Object && "fact" in entry && entry.fact === "id_token issued";
}

test("an embedded login whose cookie was lost is proven by the demo's own page, in a frame of the tenant's", async () => {
  const page = await openDemo();
  await page.route(`${tenant.origin}/authorize?**`, async (route) => {
    await chromium.context.clearCookies({ name: "tenant_co" });
    const cookies = await chromium.context.cookies(tenant.origin);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await route.continue({ headers: { ...route.request().headers(), cookie } });
  });
  const framed = page.waitForRequest(`${tenant.demoOrigins[0]}/cross-origin`);
  const verified = page.waitForRequest(`${tenant.origin}/co/verify`);
  await fillPassword(page, demo.user);
  await press(page, "Send password");
  expect((await framed).frame().parentFrame()).not.toBeNull();
  expect((await verified).method()).toBe("POST");
  expect(await readResult(page, "Login")).toContain("Ada Lovelace");
});

test("an embedded login with a wrong password shows access_denied and words, and stays on the page", async () => {
  const page = await openDemo();
  const wrong = { ...demo.user, password: "not-the-password" };
  await fillPassword(page, wrong);
  await press(page, "Send password");
  const words = await readResult(page, "Embedded login");
  expect(words).toContain("Embedded login failed.");
  expect(words).toContain("access_denied");
  expect(words).toContain("Wrong email or password.");
  expect(await page.content()).not.toContain(wrong.password);
  expect(page.url()).toBe(`${tenant.demoOrigins[0]}/`);
  expect(await readFacts()).toContainEqual(fact("login refused", { reason: "wrong-password" }));
});

test.each([
  { how: "e-mail", recipient: "lise@example.com", channel: "email" },
  { how: "text message", recipient: "+15551234567", channel: "sms" },
])("a code sent by $how logs in, and a wrong one does not", async ({ recipient, channel }) => {
  const page = await openDemo();
  await fillRecipient(page, recipient);
  await press(page, "Send a code");
  expect(await readResult(page, "Sending a code")).toContain("Sending a code succeeded.");
  const [message] = await control.mail(recipient);
  expect(message).toMatchObject({ kind: "passwordless_code", channel });
  const code = message?.code ?? "";
  await page
    .getByLabel("Code", { exact: true })
    .fill(code.replace(/^./u, (digit) => (digit === "1" ? "2" : "1")));
  await press(page, "Use the code");
  expect(await readResult(page, "Passwordless login")).toContain("access_denied");
  await page.getByLabel("Code", { exact: true }).fill(code);
  await press(page, "Use the code");
  expect(await readResult(page, "Login")).toContain("Login succeeded.");
  expect(await readFacts()).toContainEqual(fact("user logged in"));
});

test("a link in an e-mail logs in, in the tab where it is opened", async () => {
  const page = await openDemo();
  const email = "emmy@example.com";
  await fillRecipient(page, email);
  await press(page, "Send a link");
  expect(await readResult(page, "Sending a link")).toContain("Sending a link succeeded.");
  const [message] = await control.mail(email);
  expect(message).toMatchObject({ kind: "passwordless_link", channel: "email" });
  const tab = await chromium.context.newPage();
  onTestFinished(() => tab.close());
  await tab.goto(message?.link ?? "");
  expect(await readResult(tab, "Login")).toContain("Login succeeded.");
  expect(tab.url()).toBe(`${tenant.demoOrigins[0]}/`);
  expect(await readFacts()).toContainEqual(fact("user logged in"));
});

test("a signup with a weak password says in words what a good one needs, and makes no user", async () => {
  const page = await openDemo();
  await fillPassword(page, { ...newUser, password: "abc" });
  await press(page, "Create account");
  const words = await readResult(page, "Signup");
  expect(words).toContain("Signup failed.");
  expect(words).toContain("invalid_password");
  expect(words).toMatch(/password is too weak/iu);
  expect(words).toContain("* At least 8 characters in length\n* Contain at least 3 of");
  expect(words).not.toContain("[object");
  expect(words).not.toContain('{"');
  expect(await readFacts()).not.toContainEqual(fact("user created"));
});

test("a signup makes a user, and the link that a reset mails gives the account another password", async () => {
  const page = await openDemo();
  await fillPassword(page, newUser);
  await press(page, "Create account");
  const words = await readResult(page, "Signup");
  expect(words).toContain("Signup succeeded.");
  expect(words).toContain(newUser.email);
  expect(await readFacts()).toContainEqual(fact("user created"));

  await press(page, "Reset password");
  expect(await readResult(page, "Password reset")).toContain("Password reset succeeded.");
  const mails = await control.mail(newUser.email);
  const reset = mails.find(({ kind }) => kind === "password_reset");
  const tab = await chromium.context.newPage();
  onTestFinished(() => tab.close());
  await tab.goto(reset?.link ?? "");
  const password = "Photograph-52";
  await tab.getByLabel("New password").fill(password);
  await tab.getByRole("button", { name: "Change password" }).click();
  await tab.getByRole("heading", { name: "Your password is changed" }).waitFor();

  await press(page, "Send password");
  expect(await readResult(page, "Embedded login")).toContain("access_denied");
  await fillPassword(page, { ...newUser, password });
  await press(page, "Send password");
  expect(await readResult(page, "Login")).toContain(newUser.email);
});

test("the consoles hold nothing but the browser's own notes on what the tenant refused", async () => {
  const refused = /^Failed to load resource: the server responded with a status of 40[013] \(/u;
  const texts = (await guard.entries()).map(({ text }) => text);
  expect(texts.filter((text) => !refused.test(text))).toEqual([]);
  await guard.end();
});
