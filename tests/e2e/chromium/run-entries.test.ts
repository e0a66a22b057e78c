import { openDemoPanel, openInspectorSession } from "../../launch/inspector-session.ts";
import { proveRunEntries } from "../both/run-entries-tests.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import { inspectTab } from "../pages/inspected-tab.ts";
import { logIn, openLoginWindow } from "../pages/login-window.ts";
import { RunPage } from "../pages/run-page.ts";

proveRunEntries(async () => {
  const session = await openInspectorSession({ headless: true, port: 0, blocksPopups: true });
  const { chromium, tenant } = session;
  const guard = await watchConsoles(chromium);
  const { firstPage: tab, context } = chromium;
  const { frame } = await openDemoPanel(session);
  const run = new RunPage(frame);
  const inspected = inspectTab(tab);
  return {
    tenant,
    run,
    openPage: () => inspected.goto(`${tenant.demoOrigins[0]}/`),
    async startLogin(place, user) {
      if (place === "login window") {
        const window = await openLoginWindow(context, tenant.origin, () => run.start());
        await logIn(window, user);
      } else if (place === "popup") {
        const popup = await inspected.openPopup(async () => {
          await run.start();
          await run.pressInPage(tab);
        });
        await popup.logIn(user);
      } else {
        await run.start();
        await tab.waitForURL((url) => url.origin === tenant.origin);
        await inspected.untilLoaded(() => inspected.logIn(user));
      }
    },
    untilLoaded: (action) => inspected.untilLoaded(action),
    // DevTools asks each origin for a file.
    expectNoErrors: () => guard.expectNone({ except: [/com\.chrome\.devtools\.json/] }),
    close: () => session.close(),
  };
});
