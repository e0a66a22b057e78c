import { PanelPage } from "../../pages/panel-page.ts";
import { watchWorker } from "../../pages/worker.ts";
import { comesToSay, expectWords, type SurfaceState } from "../surface-stage.ts";

/** The tenant goes away, and what is stored breaks. */
export const troubleStates: readonly SurfaceState[] = [
  {
    surface: "panel",
    name: "events while the tenant is away",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Events");
      await stage.tenant.stop();
      await expectWords(stage, "panel", "The event stream is interrupted.");
    },
  },
  {
    surface: "popup",
    name: "the tenant is away",
    async reach({ popup }) {
      await popup.locator(".newest .problem").waitFor();
    },
  },
  {
    surface: "options",
    name: "settings that cannot be read",
    async reach(stage) {
      const settings = { version: 2, tenants: "planted" };
      await stage.options.evaluate((settings) => chrome.storage.local.set({ settings }), settings);
      const watch = await watchWorker(stage.chromium);
      await watch.stop();
      await watch.end();
      await expectWords(stage, "options", "Could not read the stored tenants.");
    },
  },
  comesToSay("popup", "settings that cannot be read", "cannot be read"),
  comesToSay("panel", "settings that cannot be read", "cannot be read"),
  {
    surface: "options",
    name: "settings that were reset",
    async reach({ options }) {
      await options.getByRole("button", { name: "Save a copy and reset" }).click();
      await options.getByText("The settings are empty again.").waitFor();
    },
  },
];
