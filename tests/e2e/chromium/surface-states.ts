import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { findLoginWindow, logIn } from "../pages/login-window.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { PopupPage } from "../pages/popup-page.ts";
import type { SurfaceStage } from "./surface-stage.ts";

/** One thing that a surface can show, and how a person gets there from the one before it. */
export interface SurfaceState {
  surface: "options" | "popup" | "panel";
  name: string;
  reach: (stage: SurfaceStage) => Promise<void>;
}

/** A value without a single place to break at. */
const longValue = "long-".repeat(60);

async function runLogin(stage: SurfaceStage, clientId: string): Promise<void> {
  const panel = new PanelPage(stage.panel);
  await panel.startLogin({ clientId, prompt: "login" });
  await logIn(await findLoginWindow(stage.chromium.context, stage.tenant.origin), demo.user);
  await panel.runOutcome();
}

async function expectWords(stage: SurfaceStage, surface: SurfaceState["surface"], words: string) {
  await stage[surface].getByText(words).first().waitFor();
}

async function pasteToken(stage: SurfaceStage, text: string): Promise<void> {
  const panel = new PanelPage(stage.panel);
  await panel.openTab("Tokens");
  await stage.panel.getByRole("textbox").fill(text);
  await panel.tokenReport();
}

/** In this order: each leads to the next, from right after the installation to a tenant in full use. */
export const surfaceStates: readonly SurfaceState[] = [
  {
    surface: "options",
    name: "empty",
    reach: (stage) => expectWords(stage, "options", "Save a tenant first."),
  },
  {
    surface: "options",
    name: "with problems",
    async reach(stage) {
      await stage.options.getByRole("button", { name: "Save tenant" }).click();
      await expectWords(stage, "options", "Enter the client id of the application");
    },
  },
  {
    surface: "options",
    name: "a tenant that does not answer",
    async reach({ options }) {
      const domain = `localhost:1`;
      await new OptionsPage(options).saveTenant({ domain, clientId: longValue });
    },
  },
  {
    surface: "popup",
    name: "no tenant",
    reach: (stage) => expectWords(stage, "popup", "No tenant yet."),
  },
  {
    surface: "panel",
    name: "run without a tenant",
    reach: (stage) => expectWords(stage, "panel", "No tenant yet."),
  },
  {
    surface: "panel",
    name: "tokens without a tenant",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Tokens");
      await expectWords(stage, "panel", "No tenant is chosen");
    },
  },
  {
    surface: "panel",
    name: "events without a tenant",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Events");
      await expectWords(stage, "panel", "Add one to follow its events.");
    },
  },
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
  {
    surface: "popup",
    name: "no credential",
    reach: (stage) => expectWords(stage, "popup", "which needs a credential"),
  },
  {
    surface: "panel",
    name: "events without a credential",
    reach: (stage) => expectWords(stage, "panel", "needs a management credential"),
  },
  {
    surface: "panel",
    name: "run before the first login",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Run");
      await expectWords(stage, "panel", "Log in to see each step");
    },
  },
  {
    surface: "options",
    name: "credential with problems",
    async reach(stage) {
      await stage.options.getByRole("button", { name: "Save credential" }).click();
      await expectWords(stage, "options", "Enter the client secret.");
    },
  },
  {
    surface: "options",
    name: "an access token to paste",
    async reach(stage) {
      await stage.options.getByLabel("Kind").selectOption("access_token");
      await expectWords(stage, "options", "It is not renewed when it ends.");
    },
  },
  {
    surface: "options",
    name: "credential saved",
    async reach({ options }) {
      const page = new OptionsPage(options);
      await page.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
      await options.getByText(/scopes$/).click();
    },
  },
  {
    surface: "popup",
    name: "exchange form",
    reach: (stage) => expectWords(stage, "popup", "None yet."),
  },
  {
    surface: "popup",
    name: "exchange form with problems and a warning",
    async reach({ popup }) {
      await popup.getByLabel("Name").fill("ab");
      await popup.getByLabel("Subject token type").fill("urn:ietf:params:oauth:reserved");
      await popup.getByRole("button", { name: "Create profile" }).click();
      await popup.getByText("needs at least 3 characters").waitFor();
    },
  },
  {
    surface: "popup",
    name: "failed with causes",
    async reach({ popup }) {
      await new PopupPage(popup).createExchangeProfile({
        name: "A draft",
        subjectTokenType: "urn:acme:draft",
        actionId: "act_demo_draft",
      });
      await popup.getByText("No profile was created.").waitFor();
    },
  },
  {
    surface: "popup",
    name: "created",
    async reach({ popup }) {
      await new PopupPage(popup).createExchangeProfile({
        name: "Legacy identity provider of the year two thous",
        subjectTokenType: `urn:acme:${"legacy-token-".repeat(7)}`,
        actionId: demo.actionId,
      });
      await popup.getByText("Token exchange profile created.").waitFor();
    },
  },
  {
    surface: "popup",
    name: "connections",
    async reach({ popup }) {
      await popup.getByRole("tab", { name: "Connections" }).click();
      await popup.getByText("No changes").waitFor();
    },
  },
  {
    surface: "popup",
    name: "connections with a problem",
    async reach({ popup }) {
      await popup.getByLabel("Connection name prefix template").fill("{nobody}");
      await popup.locator(".problem").waitFor();
    },
  },
  {
    surface: "popup",
    name: "reviewing",
    async reach({ popup }) {
      await popup.getByLabel("Name", { exact: true }).fill("workforce-of-the-whole-continent");
      await popup.getByLabel("Connection name prefix template").fill("w-{org_name}");
      await popup.getByLabel("scim").click();
      await popup.getByRole("button", { name: "Review and send" }).click();
      await popup.getByRole("button", { name: "Send changes" }).waitFor();
    },
  },
  {
    surface: "popup",
    name: "updated",
    async reach({ popup }) {
      await popup.getByRole("button", { name: "Send changes" }).click();
      await popup.getByText("Connection profile updated.").waitFor();
    },
  },
  {
    surface: "panel",
    name: "events, none yet",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Events");
      await expectWords(stage, "panel", "Listening from now on.");
    },
  },
  {
    surface: "panel",
    name: "tokens before the first",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Tokens");
      await expectWords(stage, "panel", "Paste a token, or run a login");
    },
  },
  {
    surface: "panel",
    name: "a token that cannot be read",
    reach: (stage) => pasteToken(stage, `no token at all ${longValue}`),
  },
  {
    surface: "panel",
    name: "the login window is open",
    async reach(stage) {
      await new PanelPage(stage.panel).startLogin({ prompt: "login" });
      await expectWords(stage, "panel", "The login window is open.");
    },
  },
  {
    surface: "panel",
    name: "logged in",
    async reach(stage) {
      const window = await findLoginWindow(stage.chromium.context, stage.tenant.origin);
      await logIn(window, demo.user);
      await expectWords(stage, "panel", "Logged in.");
    },
  },
  {
    surface: "panel",
    name: "an ID token that holds",
    async reach({ panel }) {
      await new PanelPage(panel).inspect("ID token");
    },
  },
  {
    surface: "panel",
    name: "a refused run",
    async reach(stage) {
      await runLogin(stage, demo.hs256ClientId);
      await stage.panel.getByText("Refused: invalid_token").waitFor();
      await stage.panel.getByRole("button", { name: "Show id_token" }).click();
    },
  },
  {
    surface: "panel",
    name: "an ID token that is refused",
    async reach({ panel }) {
      await new PanelPage(panel).inspect("ID token");
    },
  },
  {
    surface: "panel",
    name: "an access token",
    async reach({ panel }) {
      const page = new PanelPage(panel);
      await page.openTab("Run");
      await page.inspect("access token");
    },
  },
  {
    surface: "panel",
    name: "events",
    async reach(stage) {
      const panel = new PanelPage(stage.panel);
      await panel.openTab("Events");
      await stage.control.createUser(`${"somebody-with-a-long-name".repeat(2)}@example.com`);
      await stage.control.emitEvents(40);
      await waitFor(async () => (await panel.eventRows()).length === 41, { what: "the events" });
    },
  },
  {
    surface: "panel",
    name: "events with a selected row",
    async reach(stage) {
      const panel = new PanelPage(stage.panel);
      await panel.openEvent(2);
      await stage.panel.locator(".event-detail").waitFor();
    },
  },
  {
    surface: "popup",
    name: "newest events",
    async reach({ popup }) {
      await popup.getByText("user.created").first().waitFor();
    },
  },
  {
    surface: "panel",
    name: "events while the tenant is away",
    async reach(stage) {
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
];
