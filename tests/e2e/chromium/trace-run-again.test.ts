import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { findViolations } from "../pages/axe.ts";
import { DemoPage } from "../pages/demo-page.ts";
import { logIn } from "../pages/login-window.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { findOverflows } from "../pages/overflow.ts";
import { RunPage } from "../pages/run-page.ts";
import { TracePage } from "../pages/trace-page.ts";
import {
  bringForward,
  openSurfaceStage,
  resizePanel,
  showTheme,
  type SurfaceStage,
} from "./surface-stage.ts";

/** The folder for pictures. */
const folder = join(root, ".output", "states", "trace");

let stage: SurfaceStage;
let trace: TracePage;
let run: RunPage;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  stage = await openSurfaceStage();
  await bringForward(stage, "options");
  await new OptionsPage(stage.options).saveTenant({
    domain: stage.tenant.origin,
    clientId: demo.clientId,
    name: demo.tenantName,
  });
  await bringForward(stage, "panel");
  trace = new TracePage(stage.panel);
  run = new RunPage(stage.panel);
  await trace.open();
});
afterAll(() => stage?.close());

/** Checks the panel with axe in both themes and at two widths, and takes pictures of it. */
async function expectAccessibleLayout(name: string): Promise<void> {
  const element = await stage.panel.frameElement();
  for (const width of [400, 1_280]) {
    await resizePanel(stage.panel, width, 600);
    expect(await findOverflows(stage.panel), `${name}, ${width} wide`).toEqual([]);
    for (const theme of ["light", "dark"] as const) {
      await showTheme(stage.panel, theme);
      expect(await findViolations(stage.panel), `${name}, ${theme}`).toEqual([]);
      await element.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
    }
  }
}

test("a captured login of the demo app runs again in its page, and succeeds", async () => {
  const tab = stage.chromium.firstPage;
  const app = new DemoPage(tab);
  await app.press("Log in with PKCE");
  await tab.waitForURL(`${stage.tenant.origin}/**`);
  await logIn(tab, demo.user);
  expect(await app.readResult("Login")).toContain("Login succeeded.");
  await trace.waitForNewest(/✓/);
  await trace.openNewest();
  await trace.readMessage("Authorization request", "Payload");
  await expectAccessibleLayout("run-again-message");

  const pane = stage.panel.getByRole("region", { name: "Selected message" });
  await pane.getByRole("button", { name: "Run again: Login with redirect" }).click();
  const notice = run.form().locator(".captured-notice");
  await notice.waitFor();
  expect(await notice.innerText()).toContain("The run creates its own");
  expect(await run.form().getByLabel("Callback URL", { exact: true }).inputValue()).toBe(
    `${stage.tenant.demoOrigins[0]}/callback`,
  );
  expect(await run.form().locator("#start-run:focus").count()).toBe(1);
  await expectAccessibleLayout("run-again-form");

  await run.start();
  expect(await run.outcome()).toContain("Logged in.");
});

test("a captured login is compared with a run of another scope, and the headline names it", async () => {
  await run.enter({ Scope: "openid" });
  await run.start();
  await stage.panel.locator('.run-result[aria-busy="true"]').waitFor();
  expect(await run.outcome()).toContain("Logged in.");

  await trace.open();
  const list = stage.panel.getByRole("listbox", { name: "Logins, newest first" });
  await list.press("End");
  await list.press("Enter");
  const pane = stage.panel.locator(".flow-pane");
  await pane.getByRole("button", { name: "Compare with…" }).press("Enter");
  const select = pane.locator(".flow-comparison select");
  const offered = select.locator("optgroup[label=Runs] option");
  expect(await offered.allInnerTexts()).toEqual([
    expect.stringMatching(/ Login with redirect, succeeded$/),
    expect.stringMatching(/ Login with redirect, succeeded$/),
  ]);
  const [newest, oldest] = await offered.evaluateAll((options) =>
    options.map((option) => option.getAttribute("value")),
  );
  const headline = pane.locator(".flow-comparison [role=status]");
  // DevTools captured a part of the run too, but the run shows all of it.
  expect(await select.inputValue()).toBe(newest);
  await expect
    .poll(() => headline.innerText())
    .toMatch(
      /^scope \(Authorization request, request\) is openid profile email .*in the first login, and openid in the second\.$/,
    );
  await expectAccessibleLayout("compare-run");
  await select.selectOption(oldest ?? "");
  // The first run sent the same request: the tenant counts the logins in a claim.
  await expect
    .poll(() => headline.innerText())
    .toMatch(/\/login_count \(ID token, claims\) is 1 in/);
  // The extension made the token request of the run, which the page's requests do not show.
  expect(await trace.waitForNewest(/redeemed by the Run tab/)).toContain("ok");
});
