import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { demo } from "../../launch/demo.ts";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";
import { logIn } from "../pages/login-window.ts";
import { arrive, callAuth0, leave, logInByRedirect } from "./auth0-session.ts";
import { useAuth0Session } from "./use-auth0-session.ts";

const place = useAuth0Session();

const loginCount = "https://tenant.example/login_count";
const loginSchema = z.object({
  accessToken: z.string(),
  idTokenPayload: z.object({ [loginCount]: z.int() }),
});
const ada = { sub: "auth0|65f1c0ada000000000000001", email: demo.user.email };
const adasPassword = { ...demo.user, realm: "Username-Password-Authentication" };

test("a login by redirect returns tokens that the package and user info accept", async () => {
  const page = await place.openPage();
  await logInByRedirect(page, { settings: { maxAge: 3600 } });
  const { error, result } = await callAuth0(page, "parseHash", {});
  expect(error).toBeNull();
  expect(result).toMatchObject({
    expiresIn: 7200,
    tokenType: "Bearer",
    scope: "openid profile email",
    idTokenPayload: { ...ada, iss: `${place.session.tenant.origin}/`, aud: demo.clientId },
  });
  const { accessToken } = loginSchema.parse(result);
  const info = await callAuth0(page, "client.userInfo", accessToken);
  expect(info).toMatchObject({ error: null, result: ada });
});

test("a login in a popup returns its tokens to the page that opened it", async () => {
  const page = await place.openPage();
  const opened = place.context.waitForEvent("page");
  const redirectUri = `${place.session.tenant.demoOrigins[0]}/popup`;
  const answer = callAuth0(page, "popup.authorize", { redirectUri });
  await logIn(await opened, demo.user);
  expect(await answer).toMatchObject({ error: null, result: { idTokenPayload: ada } });
});

test("every cookie of the tenant over https is Secure, HttpOnly and sent from other sites", async () => {
  const page = await place.openPage();
  await logInByRedirect(page);
  const cookies = (await place.context.cookies()).filter(({ name }) => name.startsWith("tenant_"));
  expect(cookies.map(({ name }) => name)).toContain("tenant_session");
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ sameSite: "None", secure: true, httpOnly: true });
  }
});

/** Logs in, renews silently, and compares the two responses. */
async function expectRenewal(page: Page): Promise<void> {
  await logInByRedirect(page);
  const first = loginSchema.parse((await callAuth0(page, "parseHash", {})).result);
  const before = await place.session.countRuns();
  const { error, result } = await callAuth0(page, "checkSession", {});
  expect(error).toBeNull();
  expect(result).toMatchObject({ idTokenPayload: ada, expiresIn: 7200 });
  const second = loginSchema.parse(result);
  expect(await place.session.countRuns()).toBe(before + 1);
  expect(second.idTokenPayload[loginCount]).toBe(first.idTokenPayload[loginCount] + 1);
  expect(second.accessToken).not.toBe(first.accessToken);
}

async function expectLoginRequired(page: Page): Promise<void> {
  const { error } = await callAuth0(page, "checkSession", {});
  expect(error).toMatchObject({ error: "login_required" });
}

test("silent renewal returns new tokens, and the seeded rule runs again", async () => {
  await expectRenewal(await place.openPage());
});

test("silent renewal works from another site if the browser allows third-party cookies", async () => {
  const profile = await makeTemporaryFolder("auth0-js");
  await mkdir(join(profile.path, "Default"));
  const preferences = { profile: { cookie_controls_mode: 0 } };
  await writeFile(join(profile.path, "Default", "Preferences"), JSON.stringify(preferences));
  const options = { ...place.session.launch, ignoreHTTPSErrors: true };
  const own = await chromium.launchPersistentContext(profile.path, options);
  onTestFinished(async () => {
    await own.close();
    await profile.remove();
  });
  await expectRenewal(await place.openPage(place.session.tenant.demoOrigins[1], own));
});

test(
  "silent renewal from another site ends in login_required if third-party cookies are blocked",
  { tags: ["authn.library.web-origins"] },
  async () => {
    // Incognito windows always block third-party cookies, and the context of the tests is
    // incognito.
    const page = await place.openPage(place.session.tenant.demoOrigins[1]);
    await logInByRedirect(page);
    await expectLoginRequired(page);
  },
);

test("silent renewal without a session ends in login_required, before the rule runs", async () => {
  const page = await place.openPage();
  const before = await place.session.countRuns();
  await expectLoginRequired(page);
  expect(await place.session.countRuns()).toBe(before);
});

test("a logout returns to the application, and the next silent renewal ends in login_required", async () => {
  const page = await place.openPage();
  await logInByRedirect(page);
  const returnTo = `${place.session.tenant.demoOrigins[0]}/`;
  await leave(page, "logout", { returnTo });
  await page.waitForURL(returnTo);
  const names = (await place.context.cookies()).map(({ name }) => name);
  expect(names).not.toContain("tenant_session");
  await expectLoginRequired(page);
});

test("an embedded login with realm returns tokens and starts a session for silent renewal", async () => {
  const page = await place.openPage();
  await leave(page, "login", adasPassword);
  await arrive(page);
  expect(await callAuth0(page, "parseHash", {})).toMatchObject({
    error: null,
    result: { idTokenPayload: ada },
  });
  expect(await callAuth0(page, "checkSession", {})).toMatchObject({ error: null });
});

test("an embedded login without its cookie is verified by the application's page", async () => {
  const page = await place.openPage();
  await page.route(`${place.session.tenant.origin}/authorize?**`, async (route) => {
    await place.context.clearCookies({ name: "tenant_co" });
    await route.continue();
  });
  const verified = page.waitForRequest(`${place.session.tenant.origin}/co/verify`);
  await leave(page, "login", adasPassword);
  await arrive(page);
  expect((await verified).method()).toBe("POST");
  expect(await callAuth0(page, "parseHash", {})).toMatchObject({
    error: null,
    result: { idTokenPayload: ada },
  });
});

test("an embedded login with a wrong password is rejected with an error that the package can read", async () => {
  const wrong = { ...adasPassword, password: "not-the-password" };
  expect((await callAuth0(await place.openPage(), "login", wrong)).error).toMatchObject({
    code: "access_denied",
    description: "Wrong email or password.",
  });
});

test(
  "an embedded login from an origin that the client does not allow returns no readable response",
  { tags: ["authn.library.web-origins"] },
  async () => {
    const page = await place.openPage(place.session.strangeOrigin);
    const { error } = await callAuth0(page, "login", adasPassword);
    expect(error).toMatchObject({ code: "request_error" });
  },
);

test("a passwordless login logs in a new user with the code, and not with a wrong code", async () => {
  const page = await place.openPage();
  const email = "caroline@example.com";
  const wanted = { connection: "email", send: "code", email };
  expect(await callAuth0(page, "passwordlessStart", wanted)).toMatchObject({
    error: null,
    result: { email, emailVerified: false },
  });
  const { code = "" } = await place.session.readMail(email);
  const wrong = code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
  const login = { connection: "email", email, verificationCode: wrong };
  const refused = await callAuth0(page, "passwordlessLogin", login);
  expect(refused.error).toMatchObject({ code: "access_denied" });
  await leave(page, "passwordlessLogin", { ...login, verificationCode: code });
  await arrive(page);
  expect(await callAuth0(page, "parseHash", {})).toMatchObject({
    error: null,
    result: { idTokenPayload: { email } },
  });
});

test("a passwordless login by link returns tokens for its own request", async () => {
  const page = await place.openPage();
  const email = "lise@example.com";
  await callAuth0(page, "passwordlessStart", { connection: "email", send: "link", email });
  await page.goto((await place.session.readMail(email)).link ?? "");
  await arrive(page);
  expect(await callAuth0(page, "parseHash", {})).toMatchObject({
    error: null,
    result: { idTokenPayload: { email } },
  });
});

test("an ID token signed with HS256 is rejected with invalid_token", async () => {
  const page = await place.openPage();
  const settings = { clientID: demo.hs256ClientId };
  await logInByRedirect(page, { settings });
  const { error, result } = await callAuth0(page, "parseHash", {}, settings);
  expect(result).toBeNull();
  expect(error).toMatchObject({
    error: "invalid_token",
    errorDescription:
      'Signature algorithm of "HS256" is not supported. Expected the ID token to be signed with "RS256".',
  });
});
