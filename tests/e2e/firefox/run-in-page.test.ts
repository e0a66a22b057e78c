import { proveRunsInPage } from "../both/run-in-page-tests.ts";
import { inspectFirefoxTab } from "../pages/firefox-inspected-tab.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { PageRunner } from "../pages/page-runner.ts";
import { countListeners } from "../pages/page-traces.ts";
import { openFirefoxSession } from "./firefox-session.ts";

proveRunsInPage(async () => {
  // Automation disables the popup blocker.
  const session = await openFirefoxSession({ prefs: { "dom.disable_open_during_load": true } });
  const { firefox, tenant, guard } = session;
  const page = await firefox.browser.newPage();
  await page.evaluateOnNewDocument(countListeners);
  const [pageOrigin, otherSite] = tenant.demoOrigins;
  await page.goto(`${pageOrigin}/`);
  const panel = await openInspectorToolbox(firefox, `${pageOrigin}/`);
  const call = (functionText: string, argument: unknown) => panel.evaluate(functionText, argument);
  return {
    runner: await PageRunner.open(
      inspectFirefoxTab(page),
      { call },
      { origin: tenant.origin, pageOrigin },
    ),
    otherSite,
    // The demo app has no page for the POST of a form.
    expectNoErrors: () => guard.expectNone({ except: [/status of 404/] }),
    close: () => session.close(),
  };
});
