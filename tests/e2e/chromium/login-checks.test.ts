import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { logIn, openLoginWindow } from "../pages/login-window.ts";
import { PanelPage } from "../pages/panel-page.ts";

let session: InspectorSession;
let panel: PanelPage;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  panel = new PanelPage((await openDemoPanel(session)).frame);
});
afterAll(() => session?.close());

/** Runs a login as a user at one of the tenant's domains; returns the text of the outcome. */
async function runLogin(
  fields: Parameters<PanelPage["startLogin"]>[0] = {},
  origin = session.tenant.origin,
): Promise<string> {
  const window = await openLoginWindow(session.chromium.context, origin, () =>
    panel.startLogin({
      responseType: "token id_token",
      scope: "openid profile email",
      prompt: "login",
      ...fields,
    }),
  );
  await logIn(window, demo.user);
  return await panel.runOutcome();
}

const wordsOf = async (title: string) =>
  (await panel.checks()).find((words) => words.includes(`: ${title} |`));

describe("the checks of a login run", () => {
  test("all pass, with the compared values", async () => {
    expect(await runLogin()).toContain("All 13 checks passed.");
    const { origin } = session.tenant;
    expect(await wordsOf("Issuer")).toContain(`expected | ${origin}/ | found | ${origin}/`);
    expect(await wordsOf("State")).toMatch(/sent \| \S{6}….{4} \| returned \| \S{6}….{4}$/);
  });

  test("have none of an ID token that the response does not contain", async () => {
    expect(await runLogin({ responseType: "token" })).toContain("All 3 checks passed.");
    expect(await wordsOf("Signature")).toBeUndefined();
  });

  test("name the scope that was not granted", async () => {
    expect(await runLogin({ scope: "openid read:nonsense" })).toContain("checks failed: Scopes.");
    expect(await wordsOf("Scopes")).toContain("Failed: Scopes | Not granted: read:nonsense.");
  });

  test("show both clocks if the tenant's clock is ahead", async () => {
    const control = new TenantControl(session.tenant.origin);
    await control.setClock(600);
    expect(await runLogin()).toContain("Login failed: invalid_token");
    const times = await wordsOf("Times");
    expect(times).toMatch(/The tenant's clock is \d+ minutes.* ahead of this device's\./);
    expect(times).toMatch(/this device's clock \| .+, at the response \| .*iat \| /);
    await control.setClock(0);
  });
});

describe("a token of a run", () => {
  afterEach(() => panel.openTab("Run"));

  test("is masked in the Tokens tab until it is revealed", async () => {
    await runLogin();
    await panel.inspect("ID token");
    const field = panel.document.getByRole("textbox");
    expect(await field.inputValue()).toBe("••••••••");
    expect(await panel.document.locator("main").textContent()).not.toContain("eyJ");
    await panel.document.getByRole("button", { name: "Reveal token" }).click();
    expect(await field.inputValue()).toMatch(/^eyJ/);
    await panel.openTab("Run");
    await panel.inspect("access token");
    expect(await field.inputValue()).toBe("••••••••");
  });
});

describe("a tenant with a custom domain", () => {
  let customOrigin = "";
  /** An ID token that the tenant's own domain issued. */
  let ownToken = "";

  beforeAll(async () => {
    await runLogin();
    await panel.inspect("ID token");
    await panel.document.getByRole("button", { name: "Reveal token" }).click();
    ownToken = await panel.document.getByRole("textbox").inputValue();
    const { options, tenant } = session;
    customOrigin = tenant.origin.replace("localhost", "127.0.0.1");
    await options.openSection("tenant");
    await options.tenant.getByLabel("Custom domain (optional)").fill(customOrigin);
    await options.tenant.getByRole("button", { name: "Save tenant" }).click();
    await options.tenant.getByText("Tenant saved.").waitFor();
  });

  test("has its logins there, and all their checks pass", async () => {
    expect(await runLogin({}, customOrigin)).toContain("All 13 checks passed.");
    expect(await wordsOf("Issuer")).toContain(`expected | ${customOrigin}/`);
    const report = await panel.inspect("ID token");
    expect(report).toContain("Valid");
    expect(report).toContain(`Signed by ${customOrigin}/`);
  });

  test("reports a token of its own domain as such, not as one of another tenant", async () => {
    await panel.openTab("Tokens");
    await panel.document.getByRole("button", { name: "Forget token" }).click();
    await panel.document.getByRole("textbox").fill(ownToken);
    const report = await panel.tokenReport();
    expect(report).toContain("Issued by the tenant's other domain");
    expect(report).toContain(`Signed by ${customOrigin}/`);
    expect(report).not.toContain("another tenant");
    expect(await panel.document.locator(".token-report .notice.good").count()).toBe(0);
  });

  test("logs its current user in at its own domain, the only audience of the Management API", async () => {
    const { options, tenant, chromium } = session;
    // With the session of an earlier run, no login page would open.
    await chromium.context.clearCookies();
    await options.page.bringToFront();
    const form = await options.credentialForm("user_login");
    const window = await openLoginWindow(chromium.context, tenant.origin, () =>
      form.getByRole("button", { name: "Log in and save" }).click(),
    );
    await logIn(window, demo.user);
    expect(await options.credentialAnswer()).toContain("Credential saved.");
    await expect.poll(() => options.storedCredential()).toContain("User login in use.");
    const facts = await new TenantControl(tenant.origin).log();
    const issued = facts.filter(({ fact }) => fact === "access_token issued").at(-1);
    expect(issued?.details).toMatchObject({ audience: [`${tenant.origin}/api/v2/`] });
  });
});
