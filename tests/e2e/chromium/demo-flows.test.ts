import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { DemoPage } from "../pages/demo-page.ts";
import { fact, openDemoSession, type DemoSession } from "./demo-session.ts";

// An application with its own forms, with real cookies, frames and emails.

let session: DemoSession;

beforeAll(async () => {
  session = await openDemoSession();
});
beforeEach(async () => {
  await session.beginTest();
});
afterAll(async () => {
  await session?.close();
});

const newUser = { email: "rosalind@example.com", password: "Double-helix-51" };

test(
  "an embedded login returns tokens, and its session renews them silently until logout",
  { tags: ["service.library.browser"] },
  async () => {
    const page = await session.open();
    await page.fillPassword(demo.user);
    await page.press("Log in with password");
    expect(await page.readResult("Login")).toContain("Ada Lovelace");
    expect(page.tab.url()).toBe(`${session.tenant.demoOrigins[0]}/`);
    const loggedIn = await session.readFacts();
    expect(loggedIn).toContainEqual(fact("user logged in"));
    await page.press("Renew silently");
    const renewed = await page.readResult("Silent renewal");
    expect(renewed).toContain("Silent renewal succeeded.");
    expect(renewed).toContain("Ada Lovelace");
    const count = (facts: unknown[]) => facts.filter((each) => isIdToken(each)).length;
    expect(count(await session.readFacts())).toBe(count(loggedIn) + 1);
    await waitFor(async () => (await page.tab.locator("iframe").count()) === 0, {
      what: "the frame of the renewal to be removed",
    });
    await page.pressAndReturn("Log out");
    expect(page.tab.url()).toBe(`${session.tenant.demoOrigins[0]}/`);
    await page.press("Renew silently");
    expect(await page.readResult("Silent renewal")).toContain("login_required");
  },
);

function isIdToken(entry: unknown): boolean {
  return entry instanceof Object && "fact" in entry && entry.fact === "id_token issued";
}

test("an embedded login without its cookie is proved by the demo's page in a frame of the tenant", async () => {
  const page = await session.open();
  await page.tab.route(`${session.tenant.origin}/authorize?**`, async (route) => {
    await session.chromium.context.clearCookies({ name: "tenant_co" });
    const cookies = await session.chromium.context.cookies(session.tenant.origin);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await route.continue({ headers: { ...route.request().headers(), cookie } });
  });
  const framed = page.tab.waitForRequest(`${session.tenant.demoOrigins[0]}/cross-origin`);
  const verified = page.tab.waitForRequest(`${session.tenant.origin}/co/verify`);
  await page.fillPassword(demo.user);
  await page.press("Log in with password");
  expect((await framed).frame().parentFrame()).not.toBeNull();
  expect((await verified).method()).toBe("POST");
  expect(await page.readResult("Login")).toContain("Ada Lovelace");
});

test("an embedded login with a wrong password shows access_denied and a message, and stays on the page", async () => {
  const page = await session.open();
  const wrong = { ...demo.user, password: "not-the-password" };
  await page.fillPassword(wrong);
  await page.press("Log in with password");
  const words = await page.readResult("Embedded login");
  expect(words).toContain("Embedded login failed.");
  expect(words).toContain("access_denied");
  expect(words).toContain("Wrong email or password.");
  expect(await page.tab.content()).not.toContain(wrong.password);
  expect(page.tab.url()).toBe(`${session.tenant.demoOrigins[0]}/`);
  expect(await session.readFacts()).toContainEqual(
    fact("login rejected", { reason: "wrong-password" }),
  );
});

test.each([
  { how: "e-mail", recipient: "lise@example.com", channel: "email" },
  { how: "text message", recipient: "+15551234567", channel: "sms" },
])("a code sent by $how logs in, and a wrong one does not", async ({ recipient, channel }) => {
  const page = await session.open();
  await page.fillRecipient(recipient);
  await page.press("Send a code");
  expect(await page.readResult("Sending a code")).toContain("Sending a code succeeded.");
  const [message] = await session.control.mail(recipient);
  expect(message).toMatchObject({ kind: "passwordless_code", channel });
  const code = message?.code ?? "";
  await page.fillCode(code.replace(/^./u, (digit) => (digit === "1" ? "2" : "1")));
  await page.press("Log in with code");
  expect(await page.readResult("Passwordless login")).toContain("access_denied");
  await page.fillCode(code);
  await page.press("Log in with code");
  expect(await page.readResult("Login")).toContain("Login succeeded.");
  expect(await session.readFacts()).toContainEqual(fact("user logged in"));
});

test("a link in an email logs in, in the tab where it is opened", async () => {
  const page = await session.open();
  const email = "emmy@example.com";
  await page.fillRecipient(email);
  await page.press("Send a link");
  expect(await page.readResult("Sending a link")).toContain("Sending a link succeeded.");
  const [message] = await session.control.mail(email);
  expect(message).toMatchObject({ kind: "passwordless_link", channel: "email" });
  const tab = await session.chromium.context.newPage();
  onTestFinished(() => tab.close());
  await tab.goto(message?.link ?? "");
  expect(await new DemoPage(tab).readResult("Login")).toContain("Login succeeded.");
  expect(tab.url()).toBe(`${session.tenant.demoOrigins[0]}/`);
  expect(await session.readFacts()).toContainEqual(fact("user logged in"));
});

test("a signup with a weak password shows the password rules, and creates no user", async () => {
  const page = await session.open();
  await page.fillPassword({ ...newUser, password: "abc" });
  await page.press("Create account");
  const words = await page.readResult("Signup");
  expect(words).toContain("Signup failed.");
  expect(words).toContain("invalid_password");
  expect(words).toMatch(/password is too weak/iu);
  expect(words).toContain("* At least 8 characters in length\n* Contain at least 3 of");
  expect(words).not.toContain("[object");
  expect(words).not.toContain('{"');
  expect(await session.readFacts()).not.toContainEqual(fact("user created"));
});

test("a signup creates a user, and the link of a password reset sets another password", async () => {
  const page = await session.open();
  await page.fillPassword(newUser);
  await page.press("Create account");
  const words = await page.readResult("Signup");
  expect(words).toContain("Signup succeeded.");
  expect(words).toContain(newUser.email);
  expect(await session.readFacts()).toContainEqual(fact("user created"));

  await page.press("Reset password");
  expect(await page.readResult("Password reset")).toContain("Password reset succeeded.");
  const mails = await session.control.mail(newUser.email);
  const reset = mails.find(({ kind }) => kind === "password_reset");
  const tab = await session.chromium.context.newPage();
  onTestFinished(() => tab.close());
  await tab.goto(reset?.link ?? "");
  const password = "Photograph-52";
  await tab.getByLabel("New password").fill(password);
  await tab.getByRole("button", { name: "Change password" }).click();
  await tab.getByRole("heading", { name: "Your password has been changed" }).waitFor();

  await page.press("Log in with password");
  expect(await page.readResult("Embedded login")).toContain("access_denied");
  await page.fillPassword({ ...newUser, password });
  await page.press("Log in with password");
  expect(await page.readResult("Login")).toContain(newUser.email);
});

test("the consoles contain only the browser's entries about rejected requests", async () => {
  const refused = /^Failed to load resource: the server responded with a status of 40[013] \(/u;
  const texts = (await session.guard.entries()).map(({ text }) => text);
  expect(texts.filter((text) => !refused.test(text))).toEqual([]);
  await session.guard.end();
});
