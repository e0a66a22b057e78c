import { openDemoPanel, openInspectorSession } from "../../launch/inspector-session.ts";
import { proveServiceAnswers } from "../both/service-answers-tests.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import { ConnectionProfilesPage } from "../pages/connection-profiles.ts";
import { toLoginWindow } from "../pages/inspected-tab.ts";
import { openLoginWindow } from "../pages/login-window.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { RunPage } from "../pages/run-page.ts";

proveServiceAnswers(async () => {
  const session = await openInspectorSession({ headless: true, port: 0 });
  const { chromium, tenant, options } = session;
  const guard = await watchConsoles(chromium);
  const { frame } = await openDemoPanel(session);
  let close = async () => {};
  return {
    tenant,
    extensionOrigin: chromium.extensionOrigin,
    run: Object.assign(new RunPage(frame), { document: frame }),
    async openPopup() {
      await close();
      const page = await chromium.extensionPage("popup.html");
      close = () => page.close();
      const profiles = new ConnectionProfilesPage(page);
      await profiles.openList();
      await page.locator(".profile-list .row").first().waitFor();
      return {
        document: page,
        async changePrefixTemplate(template) {
          await page.locator(".profile-list .row").first().click();
          await profiles.prefixTemplate.fill(template);
          return await profiles.send();
        },
        createExchangeProfile: (fields) => new PopupPage(page).createExchangeProfile(fields),
      };
    },
    options: {
      async tenantSection() {
        await options.page.bringToFront();
        await options.openSection("tenant");
        return await options.tenant.innerText();
      },
      async startUserLogin() {
        await options.page.bringToFront();
        const form = await options.credentialForm("user_login");
        await form.getByRole("button", { name: "Log in and save" }).click();
      },
      async credentialAnswer(wanted) {
        await options.credential.getByText(wanted).first().waitFor();
        return await options.credential.innerText();
      },
    },
    openLoginWindow: async (action) =>
      toLoginWindow(await openLoginWindow(chromium.context, tenant.origin, action)),
    // DevTools asks each origin for a file. The login that needs a captcha is answered with 401.
    expectNoErrors: () =>
      guard.expectNone({ except: [/com\.chrome\.devtools\.json/, /status of 401/] }),
    close: () => session.close(),
  };
});
