import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { logIn, openLoginWindow } from "../pages/login-window.ts";
import { RunPage } from "../pages/run-page.ts";

let session: InspectorSession;
let run: RunPage;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  const { frame } = await openDemoPanel(session);
  run = new RunPage(frame);
  await logInAsAda();
});
afterAll(() => session?.close());

/** Gives Ada a session at the tenant. */
async function logInAsAda(): Promise<void> {
  const { tenant, chromium } = session;
  await run.choose("Login with redirect");
  await run.enter({ Prompt: "login" });
  const window = await openLoginWindow(chromium.context, tenant.origin, () => run.start());
  await logIn(window, demo.user);
  expect(await run.outcome()).toContain("Logged in.");
}

/** Creates a token exchange profile through the Management API. */
async function createExchangeProfile(subjectTokenType: string): Promise<void> {
  const { origin } = session.tenant;
  const answer = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: demo.managementClientId,
      client_secret: demo.managementClientSecret,
      audience: `${origin}/api/v2/`,
    }),
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json());
  const created = await fetch(`${origin}/api/v2/token-exchange-profiles`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      name: "Legacy",
      subject_token_type: subjectTokenType,
      action_id: demo.actionId,
      type: "custom_authentication",
    }),
  });
  expect(created.status).toBe(201);
}

test.each([
  "code token",
  "code id_token",
  "code token id_token",
  "token id_token",
  "id_token",
  "token",
])("Login with redirect has the response type %s", async (type) => {
  await run.choose("Login with redirect");
  await run.enter({ "Response type": type, Prompt: "" });
  await run.start();
  expect(await run.outcome()).toContain("Logged in.");
});

test("Single sign-on data names the user of the session", async () => {
  await run.choose("Single sign-on data");
  await run.start();
  expect(await run.outcome()).toContain("getSSOData returned.");
  expect(await run.result()).toContain(demo.user.email);
});

test("Signup creates a user", async () => {
  await run.choose("Signup");
  await run.enter({ Email: "new.user@example.com", Password: "a-passphrase-for-tests-1" });
  await run.start();
  expect(await run.outcome()).toContain("signup returned.");
});

test("Password reset sends an email", async () => {
  await run.choose("Password reset");
  await run.enter({ Email: demo.user.email });
  await run.start();
  expect(await run.outcome()).toContain("changePassword returned.");
});

test("Authorization URL returns the URL", async () => {
  await run.choose("Authorization URL");
  await run.enter({ State: "my-state", Nonce: "my-nonce", "Response type": "token id_token" });
  await run.start();
  expect(await run.outcome()).toContain("buildAuthorizeUrl returned.");
  expect(await run.result()).toContain("/authorize?");
});

test("Client credentials returns a token", async () => {
  await run.choose("Client credentials");
  await run.enter({
    "Client ID": demo.managementClientId,
    "Client secret": demo.managementClientSecret,
    Audience: `${session.tenant.origin}/api/v2/`,
  });
  await run.start();
  expect(await run.outcome()).toContain("returned.");
});

test("Response in an address reads a pasted response", async () => {
  await run.choose("Response in an address");
  await run.enter({
    "Callback URL with the response": `${demo.extensionRedirect}#error=access_denied&state=s`,
  });
  await run.start();
  expect(await run.outcome()).toContain("parseHash failed: access_denied");
});

test("Code exchange redeems the code of a run once", async () => {
  await run.choose("Login with redirect");
  await run.enter({ "Response type": "code", Prompt: "" });
  await run.start();
  expect(await run.outcome()).toContain("Logged in.");
  await run.choose("Code exchange");
  await run.takeToken("Code", "Login with redirect");
  await run.start();
  expect(await run.outcome()).toContain("oauthToken failed:");
});

test("Token refresh takes the refresh token of a login", async () => {
  await run.choose("Login with redirect");
  await run.enter({
    "Response type": "code pkce",
    Scope: "openid profile email offline_access",
    Prompt: "",
  });
  await run.start();
  expect(await run.outcome()).toContain("Logged in.");
  await run.choose("Token refresh");
  await run.takeToken("Refresh token", "Login with redirect");
  await run.start();
  expect(await run.outcome()).toContain("oauthToken returned.");
});

test("Token exchange exchanges a subject token for a profile of the popup", async () => {
  const subjectTokenType = "urn:acme:legacy-token";
  await createExchangeProfile(subjectTokenType);
  await run.choose("Token exchange");
  await run.enter({
    "Subject token": `legacy:${demo.user.email}`,
    "Subject token type": subjectTokenType,
    Audience: "https://reports.demo.example/",
  });
  await run.start();
  expect(await run.outcome()).toContain("oauthToken returned.");
});

test("the current user is read and changed with tokens of the panel", async () => {
  await run.choose("Login with redirect");
  await run.enter({
    "Response type": "token id_token",
    Prompt: "",
    Audience: `${session.tenant.origin}/api/v2/`,
    Scope: "openid read:current_user update:current_user_metadata create:current_user_metadata",
  });
  await run.start();
  expect(await run.outcome()).toContain("Logged in.");

  await run.choose("User profile");
  await run.takeToken("Access token", "read:current_user");
  await run.enter({ "User ID": demo.user.id });
  await run.start();
  expect(await run.outcome()).toContain("getUser returned.");

  await run.choose("User metadata");
  await run.takeToken("Access token", "read:current_user");
  await run.enter({ "User ID": demo.user.id, "User metadata": '{"theme":"dark"}' });
  await run.start();
  expect(await run.outcome()).toContain("patchUserMetadata returned.");
  expect(await run.result()).toContain('theme: "dark"');
});

test("Cross-origin verification has no parent to answer in the top frame", async () => {
  await run.choose("Cross-origin verification", "page");
  await run.start();
  expect(await run.outcome()).toContain("crossOriginVerification returned.");
});

test("User info shows in the panel which policy of the inspected page stops it", async () => {
  const { firstPage: tab } = session.chromium;
  const home = tab.url();
  const headers = { "content-type": "text/html", "content-security-policy": "default-src 'none'" };
  const body = "<!doctype html><title>Strict</title>";
  await tab.route("**/strict", (route) => route.fulfill({ headers, body }));
  await tab.goto(new URL("/strict", home).href);
  await run.choose("User info", "page");
  await run.enter({ "Access token": "not-a-token" });
  await run.start();
  const words = await run.outcome();
  expect(words).toContain("userInfo failed: request_error");
  expect(words).toContain(
    `Cause: This page's Content-Security-Policy does not let a script of the page connect to ${session.tenant.origin}: connect-src.`,
  );
  expect(words).toContain("Fix: Allow it in the policy, or run it in the extension.");
  await tab.goto(home);
});
