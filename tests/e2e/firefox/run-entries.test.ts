import { waitFor } from "../../launch/wait-for.ts";
import { proveRunEntries } from "../both/run-entries-tests.ts";
import { inspectFirefoxTab } from "../pages/firefox-inspected-tab.ts";
import { logInWithFirefox, openFirefoxLoginWindow } from "../pages/firefox-login-window.ts";
import { FirefoxRunPage } from "../pages/firefox-run-page.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { openFirefoxSession, setUpInspector } from "./firefox-session.ts";

/**
 * Firefox parses the empty body of a redirect whose window closes, as at the end of each login in
 * the extension without a login page.
 */
const isOfClosedRedirect = /^XML Parsing Error: no root element found/;

proveRunEntries(async () => {
  // Automation disables the popup blocker.
  const session = await openFirefoxSession({ prefs: { "dom.disable_open_during_load": true } });
  const { firefox, tenant, guard } = session;
  const home = `${tenant.demoOrigins[0]}/`;
  await setUpInspector(session);
  const tab = await firefox.browser.newPage();
  await tab.goto(home);
  const run = new FirefoxRunPage(await openInspectorToolbox(firefox, home));
  const inspected = inspectFirefoxTab(tab);
  return {
    tenant,
    run,
    openPage: () => inspected.goto(home),
    async startLogin(place, user) {
      if (place === "login window") {
        const window = await openFirefoxLoginWindow(firefox, tenant.origin, () => run.start());
        await logInWithFirefox(window, user);
      } else if (place === "popup") {
        const popup = await inspected.openPopup(async () => {
          await run.start();
          await run.pressInPage(tab);
        });
        await popup.logIn(user);
      } else {
        await run.start();
        await waitFor(() => tab.url().startsWith(`${tenant.origin}/u/login`), {
          what: "the tenant's login page",
        });
        await inspected.untilLoaded(() => inspected.logIn(user));
      }
    },
    untilLoaded: (action) => inspected.untilLoaded(action),
    expectNoErrors: () => guard.expectNone({ except: [isOfClosedRedirect] }),
    close: () => session.close(),
  };
});
