import { PanelPage } from "../../pages/panel-page.ts";
import { watchWorker } from "../../pages/worker.ts";
import { comesToSay, expectWords, type SurfaceState } from "../surface-stage.ts";

/** The states with an unreachable tenant and damaged stored data. */
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
    name: "unreadable settings",
    async reach(stage) {
      const settings = { version: 2, tenants: "planted" };
      await stage.options.evaluate((settings) => chrome.storage.local.set({ settings }), settings);
      const watch = await watchWorker(stage.chromium);
      await watch.stop();
      await watch.end();
      await expectWords(stage, "options", "Could not read the stored tenants.");
    },
  },
  comesToSay("popup", "unreadable settings", "Could not read"),
  comesToSay("panel", "unreadable settings", "Could not read"),
  {
    surface: "options",
    name: "settings that were reset",
    async reach({ options }) {
      await options.getByRole("button", { name: "Save a copy" }).click();
      await options.getByRole("button", { name: "Reset the settings" }).click();
      await options.getByText("The settings were reset.").waitFor();
    },
  },
];
