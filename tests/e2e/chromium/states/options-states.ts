import { demo } from "../../../launch/demo.ts";
import { OptionsPage } from "../../pages/options-page.ts";
import { PanelPage } from "../../pages/panel-page.ts";
import { watchWorker } from "../../pages/worker.ts";
import { expectWords, longValue, type SurfaceState } from "../surface-stage.ts";

const passphrase = "a passphrase of the tests";
/** As long as a name may be, without a place to break at. */
const farName = "M".repeat(60);
const farOrigin = `https://${"tenant-".repeat(8)}.example`;

/** What the options hold beyond the first form, and what the other surfaces say of it. */
export const optionsStates: readonly SurfaceState[] = [
  {
    surface: "options",
    name: "credential with problems",
    async reach(stage) {
      await new OptionsPage(stage.options).openSection("credential");
      await stage.options.getByRole("button", { name: "Save credential" }).click();
      await expectWords(stage, "options", "Enter the client secret.");
    },
  },
  {
    surface: "options",
    name: "an access token to paste",
    async reach(stage) {
      await stage.options.getByLabel("Kind").selectOption("access_token");
      await expectWords(stage, "options", "It is not renewed when it expires.");
    },
  },
  {
    surface: "options",
    name: "credential saved",
    async reach({ options }) {
      const page = new OptionsPage(options);
      await page.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
      await options.getByText(/^\d+ scopes$/).click();
    },
  },
  {
    surface: "options",
    name: "credential tested",
    async reach({ options }) {
      await options.getByRole("button", { name: "Test this credential" }).click();
      await options.locator(".report").waitFor();
      await options.getByText(/^Extra scopes/).click();
    },
  },
  {
    surface: "options",
    name: "a locked credential, and a wrong passphrase",
    async reach({ options, chromium }) {
      const page = new OptionsPage(options);
      const { managementClientId, managementClientSecret } = demo;
      const remember = { kind: "passphrase", passphrase } as const;
      await page.saveClientCredentials(managementClientId, managementClientSecret, remember);
      // What a restart of the browser does to it.
      await options.evaluate(() => chrome.storage.session.clear());
      const watch = await watchWorker(chromium);
      await watch.stop();
      await watch.end();
      await page.credential.getByLabel("Passphrase to unlock").fill("another passphrase");
      await page.credential.getByRole("button", { name: "Unlock" }).click();
      await page.credential.getByText("Wrong passphrase.").waitFor();
    },
  },
  {
    surface: "popup",
    name: "a locked credential",
    async reach({ popup }) {
      await popup.getByText("is locked").waitFor();
      await popup.getByLabel("Passphrase", { exact: true }).fill("another passphrase");
      await popup.getByRole("button", { name: "Unlock" }).click();
      await popup.getByText("Wrong passphrase.").waitFor();
    },
  },
  {
    surface: "panel",
    name: "events with a locked credential",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Events");
      await expectWords(stage, "panel", "The credential is locked.");
    },
  },
  {
    surface: "options",
    name: "unlocked",
    async reach({ options }) {
      const page = new OptionsPage(options);
      await page.credential.getByLabel("Passphrase to unlock").fill(passphrase);
      await page.credential.getByRole("button", { name: "Unlock" }).click();
      await page.credential.getByText("Client credentials in use.").waitFor();
    },
  },
  {
    surface: "options",
    name: "preferences of the stream with problems",
    async reach({ options }) {
      await new OptionsPage(options).openSection("stream");
      const form = options.getByRole("form", { name: "Event stream" });
      await form.getByLabel("Selected types").check();
      await form.getByLabel("Pause notifications during quiet hours").check();
      await form.getByLabel("From", { exact: true }).fill("");
      await form.getByLabel("Maximum events").fill("5");
      await form.getByText("Enter a whole number from 100").waitFor();
      await form.getByText("Enter a time such as").first().waitFor();
    },
  },
  {
    surface: "options",
    name: "rules of single types, without permission to notify",
    async reach({ options }) {
      const form = options.getByRole("form", { name: "Event stream" });
      await form.getByRole("button", { name: "Discard changes" }).click();
      await form.getByLabel("Default rule").selectOption("notify");
      await form.getByText("Rules by type").click();
      await form.getByText("Notifications are not allowed.").waitFor();
    },
  },
  {
    surface: "options",
    name: "a login to remember under a passphrase",
    async reach({ options }) {
      const page = new OptionsPage(options);
      const form = await page.credentialForm("user_login", {
        kind: "passphrase",
        passphrase: "ab",
      });
      await form.getByRole("button", { name: "Log in and save" }).click();
      await form.locator(".problem").waitFor();
      await form.getByText(/^Requests \d+ scopes/).click();
    },
  },
  {
    surface: "options",
    name: "a new tenant beside the one there",
    async reach({ options }) {
      const page = new OptionsPage(options);
      await page.list.getByRole("link", { name: "Add tenant" }).click();
      await page.tenant.getByLabel("Domain", { exact: true }).fill(longValue);
      await page.tenant.getByRole("button", { name: "Continue" }).click();
      await page.tenant.getByText("A domain must not exceed 300 characters.").waitFor();
    },
  },
  {
    surface: "options",
    name: "about to forget a tenant",
    async reach({ options }) {
      const page = new OptionsPage(options);
      await page.tenant.getByRole("button", { name: "Cancel" }).click();
      await page.tenant.getByRole("button", { name: "Forget this tenant…" }).click();
    },
  },
  {
    surface: "options",
    name: "about to forget a credential",
    async reach({ options }) {
      const page = new OptionsPage(options);
      await page.openSection("credential");
      await page.credential.getByRole("button", { name: "Forget credential…" }).click();
    },
  },
  {
    surface: "options",
    name: "about to forget everything",
    async reach({ options }) {
      const page = new OptionsPage(options);
      await page.openSection("data");
      await page.data.getByRole("button", { name: "Forget everything…" }).click();
      await page.data.getByRole("button", { name: "Yes, forget everything" }).waitFor();
    },
  },
  {
    surface: "options",
    name: "a tenant that the browser does not let it reach",
    async reach({ options }) {
      const entry = { id: farOrigin, name: farName, origin: farOrigin, clientId: "any" };
      const file = {
        kind: "tenant-inspector-settings",
        version: 2,
        exportedAt: "",
        tenants: [entry],
      };
      await options.evaluate((message) => chrome.runtime.sendMessage(message), {
        command: "settings.import",
        request: { file, loginOrigins: [farOrigin] },
      });
      await options.evaluate((message) => chrome.runtime.sendMessage(message), {
        command: "options.open",
        request: { at: { tenantId: farOrigin, part: "tenant" } },
      });
      await options.getByRole("button", { name: "Grant access" }).waitFor();
    },
  },
  {
    surface: "popup",
    name: "a tenant that the browser does not let it reach",
    async reach(stage) {
      await stage.popup.getByLabel("Tenant", { exact: true }).selectOption(farOrigin);
      await expectWords(stage, "popup", "extension has no access to");
    },
  },
  {
    surface: "panel",
    name: "run at a tenant that the browser does not let it reach",
    async reach(stage) {
      const panel = new PanelPage(stage.panel);
      await panel.openTab("Run");
      await panel.expectTenant(farName);
    },
  },
];
