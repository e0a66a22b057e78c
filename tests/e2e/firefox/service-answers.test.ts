import { proveServiceAnswers } from "../both/service-answers-tests.ts";
import { toLoginWindow } from "../pages/firefox-inspected-tab.ts";
import { openFirefoxLoginWindow } from "../pages/firefox-login-window.ts";
import { FirefoxPopup } from "../pages/firefox-popup.ts";
import { FirefoxRunPage } from "../pages/firefox-run-page.ts";
import { press, surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { openFirefoxSession, setUpInspector } from "./firefox-session.ts";

/** As at the end of each login in the extension without a login page. */
const isOfClosedRedirect = /^XML Parsing Error: no root element found/;

proveServiceAnswers(async () => {
  const session = await openFirefoxSession();
  const { firefox, tenant, guard } = session;
  const options = await setUpInspector(session);
  const home = `${tenant.demoOrigins[0]}/`;
  const tab = await firefox.browser.newPage();
  await tab.goto(home);
  const panel = await openInspectorToolbox(firefox, home);
  let close = async () => {};
  return {
    tenant,
    extensionOrigin: new URL(".", options.page.url()).href.slice(0, -1),
    run: Object.assign(new FirefoxRunPage(panel), {
      document: { evaluate: (expression: string) => panel.evaluate(`() => ${expression}`) },
    }),
    async openPopup() {
      await close();
      const page = await firefox.extensionPage("popup.html");
      close = () => page.close();
      const surface = surfaceOfTab(page);
      await press(surface, { kind: "tab", name: "Connections" });
      await waitForWords(surface, ".profile-list", /profiles?$/);
      const popup = new FirefoxPopup(surface);
      return {
        document: page,
        changePrefixTemplate: (template) => popup.changePrefixTemplate(template),
        createExchangeProfile: (fields) => popup.createExchangeProfile(fields),
      };
    },
    options: {
      async tenantSection() {
        await options.openSection("tenant");
        return await waitForWords(options.surface, ".about", "Origin to allow");
      },
      startUserLogin: () => options.startUserLogin(),
      credentialAnswer: (wanted) => options.credentialAnswer(wanted),
    },
    openLoginWindow: async (action) =>
      toLoginWindow(await openFirefoxLoginWindow(firefox, tenant.origin, action)),
    expectNoErrors: () => guard.expectNone({ except: [isOfClosedRedirect] }),
    close: () => session.close(),
  };
});
