import { expect, test } from "vitest";
import { startTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { proveRunsInPage } from "../both/run-in-page-tests.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";
import { inspectTab } from "../pages/inspected-tab.ts";
import { PageRunner } from "../pages/page-runner.ts";
import type { StartedRun } from "../pages/page-runs.ts";
import { countListeners } from "../pages/page-traces.ts";

let runner: PageRunner;

proveRunsInPage(async () => {
  const tenant = await startTenant({
    port: 0,
    demoPort: 0,
    authLibraryFile: builtAuthLibrary,
  });
  const chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    blocksPopups: true,
  });
  const guard = await watchConsoles(chromium);
  const page = chromium.firstPage;
  await page.addInitScript(countListeners);
  const [pageOrigin, otherSite] = tenant.demoOrigins;
  await page.goto(`${pageOrigin}/`);
  const { frame } = await openInspectorPanel(chromium, page);
  const call = (functionText: string, argument: unknown) =>
    frame.evaluate(`(${functionText})(${JSON.stringify(argument)})`);
  runner = await PageRunner.open(inspectTab(page), { call }, { origin: tenant.origin, pageOrigin });
  return {
    runner,
    otherSite,
    // DevTools asks each origin for a file; the demo app has no page for the POST of a form.
    expectNoErrors: () =>
      guard.expectNone({ except: [/com\.chrome\.devtools\.json/, /status of 404/] }),
    async close() {
      await chromium.close();
      await tenant.stop();
    },
  };
});

test("a blank page is no place for a run", async () => {
  await runner.tab.goto("about:blank");
  expect(await runner.runs.readPlace()).toEqual({
    problem: expect.stringContaining("is no web page"),
  });
});

test("a popup opens at once after a click of the user in the page", async () => {
  await runner.tab.click(1, 1);
  const started = Promise.withResolvers<StartedRun>();
  const popup = await runner.tab.openPopup(async () => {
    started.resolve(await runner.start("popup-authorize"));
  });
  await popup.close();
  const { outcome } = await (await started.promise).result();
  expect(outcome).toMatchObject({ kind: "refused", error: { error: "popup_closed" } });
});
