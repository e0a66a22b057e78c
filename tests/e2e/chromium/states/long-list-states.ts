import { ConnectionProfilesPage } from "../../pages/connection-profiles.ts";
import { PopupPage } from "../../pages/popup-page.ts";
import { makeManyProfiles } from "../../pages/many-profiles.ts";
import type { SurfaceState } from "../surface-stage.ts";

/** A tenant with more profiles than fit into a popup. */
export const longListStates: readonly SurfaceState[] = [
  {
    surface: "popup",
    name: "many exchange profiles",
    async reach({ popup, tenant }) {
      await makeManyProfiles(tenant.origin, 60);
      await popup.getByRole("tab", { name: "Token exchange" }).click();
      const page = new PopupPage(popup);
      await page.button("Back to the list").click();
      await page.button("Reload").click();
      await page.filter.waitFor();
    },
  },
  {
    surface: "popup",
    name: "some of many exchange profiles, one of them open",
    async reach({ popup }) {
      const page = new PopupPage(popup);
      await page.button("Rename Archive 05").click();
      await page.filter.fill("kiosk");
      await popup.getByText(/^\d+ of \d+ shown, including 1 outside/).waitFor();
    },
  },
  {
    surface: "popup",
    name: "none of many exchange profiles",
    async reach({ popup }) {
      const page = new PopupPage(popup);
      await page.button("Cancel").click();
      await page.filter.fill("nobody");
      await popup.getByText("No profiles match the filter").waitFor();
    },
  },
  {
    surface: "popup",
    name: "some of many connection profiles, one with unsent changes",
    async reach({ popup }) {
      const page = new ConnectionProfilesPage(popup);
      await page.openList();
      await page.button("Reload").click();
      await new PopupPage(popup).filter.fill("adfs");
      await popup.getByText(/^16 of \d+ shown, including 1 outside/).waitFor();
    },
  },
];
