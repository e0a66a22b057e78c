import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import {
  oidcClientId,
  startOidcProvider,
  type OidcProvider,
} from "../../oidc-provider/start-oidc-provider.ts";
import { awaitNoLoginWindow, findLoginWindow } from "../pages/login-window.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { RunPage } from "../pages/run-page.ts";

let session: InspectorSession;
let provider: OidcProvider;
let run: RunPage;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  const { extensionId, extensionOrigin } = session.chromium;
  provider = await startOidcProvider([
    `https://${extensionId}.chromiumapp.org/`,
    `${extensionOrigin}/`,
  ]);
  const { frame } = await openDemoPanel(session);
  const saved = await session.options.saveTenant({
    domain: provider.origin,
    clientId: oidcClientId,
    name: "other",
  });
  if (!saved.includes("Tenant saved")) throw new Error(`Could not save the tenant: ${saved}`);
  await new PanelPage(frame).chooseTenant("other");
  run = new RunPage(frame);
});
afterAll(async () => {
  await session?.close();
  await provider?.close();
});

const enter = (values: Readonly<Record<string, string>>) => run.enter(values);

/** Runs a login, whose consent a person gives in the login window. */
async function logIn(): Promise<string> {
  const { context } = session.chromium;
  await awaitNoLoginWindow(context, provider.origin);
  await run.start();
  const window = await findLoginWindow(context, provider.origin);
  const logInButton = window.getByRole("button", { name: "Log in" });
  const allow = window.getByRole("button", { name: "Allow" });
  await logInButton.or(allow).waitFor();
  if (await logInButton.isVisible()) await logInButton.click();
  await allow.click();
  return await run.outcome();
}

test("at a provider of another make, a login with code and PKCE passes the checks", async () => {
  await run.choose("Login with redirect");
  await enter({ Scope: "openid profile email offline_access", Prompt: "consent" });
  expect(await logIn()).toContain("Logged in.");
  expect(await run.result()).toContain("13 checks passed, 2 not applicable.");
});

test("at a provider of another make, a hybrid login with a session asks nothing", async () => {
  await run.choose("Login with redirect");
  await enter({
    "Response type": "code token id_token",
    Scope: "openid profile email",
    Prompt: "none",
  });
  await run.start();
  expect(await run.outcome()).toContain("Logged in.");
  expect(await run.result()).toContain("All 14 checks passed.");
});

test("at a provider of another make, silent renewal returns tokens from a frame", async () => {
  await run.choose("Silent renewal");
  await run.start();
  expect(await run.outcome()).toContain("checkSession returned.");
});

test("at a provider of another make, user info returns the user of a token of the panel", async () => {
  await run.choose("User info");
  await run.takeToken("Access token", /^Login with redirect.*openid/);
  await run.start();
  expect(await run.outcome()).toContain("userInfo returned.");
  expect(await run.result()).toContain("ada@example.com");
});

test("at a provider of another make, a refresh token of the panel returns new tokens", async () => {
  await run.choose("Token refresh");
  await run.takeToken("Refresh token", /^Login with redirect/);
  const before = provider.requests.length;
  await run.start();
  expect(await run.outcome()).toContain("oauthToken returned.");
  expect(provider.requests.slice(before)).toContain("POST /oauth/token 200");
  // The provider accepts the new token.
  await run.choose("User info");
  await run.takeToken("Access token", /^Token refresh/);
  await run.start();
  expect(await run.outcome()).toContain("userInfo returned.");
});

const notPartOf = (name: string) =>
  `Not available at this tenant: ${name} is not part of OpenID Connect, and ${new URL(provider.origin).host} does not announce it.`;

test.each([
  ["Logout", "Logout with returnTo", " Its logout endpoint is "],
  ["Login with a password", "Login with a password", ""],
  ["Cross-origin verification", "Cross-origin verification", ""],
  ["Passwordless start", "Passwordless start", ""],
  ["Passwordless login", "Passwordless login", ""],
  ["Signup", "Signup", ""],
  ["Password reset", "Password reset", ""],
  ["User profile", "User profile", ""],
  ["User metadata", "User metadata", ""],
  ["Account linking", "Account linking", ""],
])(
  "at a provider of another make, %s is not available, with the reason",
  async (title, name, more) => {
    // Another operation than the first one: the panel reads what the server announces.
    await run.choose("Silent renewal");
    const operations = run.document.getByLabel("Operation", { exact: true });
    await operations.selectOption({ label: `${title} (not available)` });
    const form = run.form();
    await form.getByText(`${notPartOf(name)}${more}`).waitFor();
    const start = form.locator("#start-run");
    expect(await start.getAttribute("aria-disabled")).toBe("true");
  },
);
