import { demo } from "../../../launch/demo.ts";
import { OptionsPage } from "../../pages/options-page.ts";
import { PanelPage } from "../../pages/panel-page.ts";
import { comesToSay, expectWords, longValue, type SurfaceState } from "../surface-stage.ts";

/** The states from the installation to a tenant without a credential. */
export const firstUseStates: readonly SurfaceState[] = [
  comesToSay("options", "empty", "No tenants yet."),
  {
    surface: "options",
    name: "with problems",
    async reach(stage) {
      await stage.options.getByRole("button", { name: "Continue" }).click();
      await expectWords(stage, "options", "Enter the tenant's domain");
    },
  },
  {
    surface: "options",
    name: "a tenant that does not respond",
    async reach({ options }) {
      const domain = `localhost:1`;
      await new OptionsPage(options).saveTenant({ domain, clientId: longValue });
    },
  },
  comesToSay("popup", "no tenant", "No tenants yet."),
  comesToSay("panel", "run without a tenant", "No tenants yet."),
  {
    surface: "panel",
    name: "tokens without a tenant",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Tokens");
      await expectWords(stage, "panel", "No tenant is selected");
    },
  },
  {
    surface: "panel",
    name: "events without a tenant",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Events");
      await expectWords(stage, "panel", "Add a tenant to see its events.");
    },
  },
  comesToSay("event", "an address without an event", "This URL does not identify an event."),
  {
    surface: "options",
    name: "tenant saved",
    async reach({ options, tenant }) {
      await new OptionsPage(options).saveTenant({
        domain: tenant.origin,
        clientId: demo.clientId,
        name: demo.tenantName,
      });
      await options.getByText("Tenant saved.").waitFor();
    },
  },
  comesToSay("popup", "no credential", "Profiles require a management credential"),
  comesToSay("panel", "events without a credential", "requires a management credential"),
  {
    surface: "panel",
    name: "run before the first login",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Run");
      await expectWords(stage, "panel", "Log in to see each step");
    },
  },
];
