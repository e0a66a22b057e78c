import type { Page } from "puppeteer-core";
import { waitFor } from "../../launch/wait-for.ts";
import { logInWithFirefox } from "./firefox-login-window.ts";
import type { InspectedTab, LoginWindow } from "./page-runner.ts";

/** A window that can show the tenant's login page. */
export const toLoginWindow = (page: Page): LoginWindow => ({
  logIn: (user) => logInWithFirefox(page, user),
  isClosed: () => page.isClosed(),
  close: () => page.close(),
});

/** A tab of Firefox that the toolbox inspects. */
export function inspectFirefoxTab(page: Page): InspectedTab {
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
      let isLoaded = false;
      page.once("load", () => {
        isLoaded = true;
      });
      await action();
      await waitFor(() => isLoaded, { what: "a page to load" });
    },
    click: (x, y) => page.mouse.click(x, y),
    async openPopup(action) {
      let popup: Page | null = null;
      page.once("popup", (opened) => {
        popup = opened;
      });
      await action();
      return toLoginWindow(await waitFor(() => popup, { what: "a popup to open" }));
    },
  };
}
