import { demo } from "../../../launch/demo.ts";
import { ConnectionProfilesPage } from "../../pages/connection-profiles.ts";
import { PopupPage } from "../../pages/popup-page.ts";
import { expectWords, type SurfaceState } from "../surface-stage.ts";

/** The profiles, from none to those that were made and changed. */
export const popupStates: readonly SurfaceState[] = [
  {
    surface: "popup",
    name: "no profiles",
    async reach(stage) {
      await stage.popup.getByLabel("Tenant", { exact: true }).selectOption(stage.tenant.origin);
      await expectWords(stage, "popup", "No token exchange profiles yet.");
    },
  },
  {
    surface: "popup",
    name: "exchange form",
    reach: ({ popup }) => new PopupPage(popup).openForm(),
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
      await popup.getByText("Could not create the profile.").waitFor();
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
    name: "exchange profiles",
    async reach({ popup }) {
      await popup.getByRole("button", { name: "Back to the list" }).click();
      await new PopupPage(popup).rows.first().waitFor();
    },
  },
  {
    surface: "popup",
    name: "a new name with a problem",
    async reach({ popup }) {
      await popup.getByRole("button", { name: /^Rename/ }).click();
      await popup.getByLabel("New name").fill("x");
      await popup.keyboard.press("Enter");
      await popup.getByText("needs at least 3 characters").waitFor();
    },
  },
  {
    surface: "popup",
    name: "about to delete",
    async reach({ popup }) {
      await popup.getByRole("button", { name: "Cancel" }).click();
      await popup.getByRole("button", { name: /^Delete/ }).click();
      await popup.getByText("This cannot be undone").waitFor();
    },
  },
  {
    surface: "popup",
    name: "an exchange to run",
    async reach({ popup }) {
      await popup.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
      await popup.getByRole("button", { name: /^Run an exchange with/ }).click();
      await popup.getByText("Audience, scope and parameters").click();
      await popup.getByText("10 exchanges may fail").waitFor();
    },
  },
  {
    surface: "popup",
    name: "a refused exchange",
    async reach({ popup }) {
      await popup.getByLabel("Subject token", { exact: true }).fill("nonsense");
      await popup.getByRole("button", { name: "Run exchange" }).click();
      await popup.getByText(/^Exchange failed: /).waitFor();
    },
  },
  {
    surface: "popup",
    name: "tokens of an exchange",
    async reach({ popup }) {
      await popup.getByLabel("Subject token", { exact: true }).fill(`legacy:${demo.user.email}`);
      await popup.getByRole("button", { name: "Run exchange" }).click();
      await popup.getByText("Tokens issued.").waitFor();
      await popup.getByRole("button", { name: "Show access_token" }).click();
    },
  },
  {
    surface: "popup",
    name: "connection profiles",
    reach: ({ popup }) => new ConnectionProfilesPage(popup).openList(),
  },
  {
    surface: "popup",
    name: "connections",
    async reach({ popup }) {
      await new ConnectionProfilesPage(popup).open("workforce");
      await popup.getByText("No changes").waitFor();
    },
  },
  {
    surface: "popup",
    name: "connections with a problem",
    async reach({ popup }) {
      const page = new ConnectionProfilesPage(popup);
      await page.open(demo.connectionProfile);
      await page.prefixTemplate.fill("{nobody}");
      await popup.locator(".problem").waitFor();
    },
  },
  {
    surface: "popup",
    name: "reviewing",
    async reach({ popup }) {
      const page = new ConnectionProfilesPage(popup);
      await page.name.fill("workforce-of-the-whole-continent");
      await page.prefixTemplate.fill("w-{org_name}");
      await page.review();
    },
  },
  {
    surface: "popup",
    name: "updated",
    async reach({ popup }) {
      await new ConnectionProfilesPage(popup).sendReviewed();
      await popup.getByText("Connection profile updated.").waitFor();
    },
  },
  {
    surface: "popup",
    name: "a connection profile as JSON that cannot be read",
    async reach({ popup }) {
      const page = new ConnectionProfilesPage(popup);
      await page.editJson((text) => `${text}]`);
      await popup.locator(".problem").first().waitFor();
    },
  },
];
