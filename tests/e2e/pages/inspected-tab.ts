import type { Page } from "playwright";
import { logIn } from "./login-window.ts";
import type { InspectedTab, LoginWindow } from "./page-runner.ts";

/** A window that can show the tenant's login page. */
export const toLoginWindow = (page: Page): LoginWindow => ({
  logIn: (user) => logIn(page, user),
  isClosed: () => page.isClosed(),
  close: () => page.close(),
});

/** A tab of Chromium that DevTools inspects. */
export function inspectTab(page: Page): InspectedTab {
  return {
    ...toLoginWindow(page),
    url: () => page.url(),
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    async untilLoaded(action) {
      await Promise.all([page.waitForEvent("load"), action()]);
    },
    click: (x, y) => page.mouse.click(x, y),
    async openPopup(action) {
      const [popup] = await Promise.all([page.waitForEvent("popup"), action()]);
      return toLoginWindow(popup);
    },
  };
}
