import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { writeContactSheet } from "../pages/contact-sheet.ts";
import { walkByTab } from "../pages/focus.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { watchWorker } from "../pages/worker.ts";
import { openConnectionsStage, type ConnectionsStage } from "./connections-stage.ts";
import { expectAccessibleLayout } from "./expect-accessible-layout.ts";

/** The folder for a picture of each state. */
const folder = join(root, ".output", "states", "popup-exchange");

/** A name without a break opportunity. */
const longName = "W".repeat(50);
const longTenantName = "M".repeat(60);
const longType = `urn:acme:${"legacy-token-".repeat(7)}`;
const passphrase = "open sesame, please, and be quick";
const profiles = "/api/v2/token-exchange-profiles";

let stage: ConnectionsStage;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  stage = await openConnectionsStage();
});
afterAll(async () => {
  if (stage === undefined) return;
  await writeContactSheet(stage.chromium.context, folder);
  await stage.close();
});

const popup = () => new PopupPage(stage.popup.page);
const waitForWords = (words: string) => stage.popup.page.getByText(words).first().waitFor();

async function saveTenant(differing: object = {}): Promise<void> {
  const details = { name: demo.tenantName, origin: stage.tenant.origin, clientId: demo.clientId };
  await stage.command("tenant.save", {
    ...details,
    colour: "none",
    isReadOnly: false,
    ...differing,
  });
}

async function saveCredential(differing: object = {}): Promise<void> {
  await stage.command("credential.save", {
    tenantId: stage.tenant.origin,
    remembering: "session",
    credential: {
      kind: "client_credentials",
      clientId: demo.managementClientId,
      clientSecret: demo.managementClientSecret,
    },
    ...differing,
  });
}

interface LookState {
  name: string;
  reach: () => Promise<unknown>;
}

/** The order matters: each state starts from the previous one. */
const states: readonly LookState[] = [
  {
    name: "no tenant",
    async reach() {
      await stage.command("tenant.forget", { tenantId: stage.tenant.origin });
      await waitForWords("No tenants yet.");
    },
  },
  {
    name: "no credential",
    async reach() {
      await saveTenant({ name: longTenantName, colour: "violet" });
      await waitForWords("Profiles require a management credential");
    },
  },
  {
    name: "locked",
    async reach() {
      await saveCredential({ remembering: "passphrase", passphrase });
      await stage.popup.page.evaluate(() => chrome.storage.session.clear());
      const watch = await watchWorker(stage.chromium);
      await watch.stop();
      await watch.end();
      await waitForWords("is locked");
      await popup().field("Passphrase").fill("wrong");
      await popup().button("Unlock").click();
      await stage.popup.page.locator(".problem").waitFor();
    },
  },
  {
    name: "empty",
    async reach() {
      await popup().field("Passphrase").fill(passphrase);
      await popup().button("Unlock").click();
      await waitForWords("No token exchange profiles yet.");
    },
  },
  { name: "form", reach: () => popup().openForm() },
  {
    name: "form with errors and warnings",
    async reach() {
      await popup().fillIn({ name: "ab", subjectTokenType: "urn:ietf:params:oauth:reserved" });
      await popup().create();
      await waitForWords("This namespace is reserved");
    },
  },
  {
    name: "rejected with causes",
    async reach() {
      await popup().fillIn({
        name: longName,
        subjectTokenType: longType,
        actionId: "act_demo_draft",
      });
      await popup().form.getByRole("button", { name: "Create profile" }).click();
      await waitForWords("Could not create the profile.");
    },
  },
  {
    name: "rate limit",
    async reach() {
      const reset = String(Math.ceil(Date.now() / 1000) + 90);
      await stage.control("POST", "/responses", {
        path: profiles,
        method: "POST",
        status: 429,
        headers: {
          "x-ratelimit-limit": "100",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": reset,
        },
      });
      await popup().fillIn({ actionId: demo.actionId });
      await popup().form.getByRole("button", { name: "Create profile" }).click();
      await waitForWords("Try again in");
    },
  },
  {
    name: "lost response",
    async reach() {
      await stage.control("POST", "/responses", { path: profiles, method: "POST", cut: 0 });
      await popup().form.getByRole("button", { name: "Create profile" }).click();
      await waitForWords("The response to the create request was lost.");
    },
  },
  {
    name: "created",
    async reach() {
      await popup().button("Check").click();
      await waitForWords("Token exchange profile created.");
    },
  },
  {
    name: "run",
    async reach() {
      await popup().button("Run an exchange").click();
      await stage.popup.page.getByText("Audience, scope and parameters").click();
      await waitForWords("10 exchanges may fail");
    },
  },
  {
    name: "tokens",
    async reach() {
      await popup().field("Subject token").fill(`legacy:${demo.user.email}`);
      await popup().button("Run exchange").click();
      await waitForWords("Tokens issued.");
      await popup().button("Show access_token").click();
    },
  },
  {
    name: "rejected by the action",
    async reach() {
      await popup().field("Subject token").fill("nonsense");
      // The button has another name while an exchange runs.
      for (let failure = 0; failure < 7; failure += 1) await popup().button("Run exchange").click();
      await waitForWords("Limit of failed exchanges almost reached.");
    },
  },
  {
    name: "list",
    async reach() {
      await popup().button("Back to the list").click();
      await popup().rows.first().waitFor();
    },
  },
  {
    name: "renaming",
    async reach() {
      await popup().button(`Rename ${longName}`).click();
      await popup().field("New name").fill("x");
      await stage.popup.page.keyboard.press("Enter");
      await waitForWords("needs at least 3 characters");
    },
  },
  {
    name: "delete",
    async reach() {
      await popup().button("Cancel").click();
      await popup().button(`Delete ${longName}`).click();
      await waitForWords("This cannot be undone");
    },
  },
  {
    name: "read-only",
    async reach() {
      await popup().button("Cancel").click();
      await saveTenant({ name: longTenantName, colour: "red", isReadOnly: true });
      await stage.popup.page.locator(".read-only").waitFor();
      await popup().button(`Delete ${longName}`).click();
      await stage.popup.page.getByRole("dialog").getByLabel("Tenant name").fill("no");
      await stage.popup.page.keyboard.press("Enter");
      await waitForWords("This is not the tenant's name.");
    },
  },
  {
    name: "offline",
    async reach() {
      await popup().button("Cancel").click();
      await stage.chromium.context.setOffline(true);
      await waitForWords("This device is offline.");
    },
  },
  {
    name: "unreachable tenant",
    async reach() {
      await stage.chromium.context.setOffline(false);
      await stage.tenant.stop();
      await popup().button("Reload").click();
      await waitForWords("Could not load the token exchange profiles.");
    },
  },
  {
    name: "no permission",
    async reach() {
      const origin = `https://${"tenant-".repeat(8)}.example`;
      const tenant = { id: origin, name: "Acme", origin, clientId: "spa", colour: "amber" };
      await stage.command("settings.import", {
        file: {
          kind: "tenant-inspector-settings",
          version: 2,
          exportedAt: "2026-11-21T09:00:00.000Z",
          tenants: [tenant],
        },
        loginOrigins: [origin],
      });
      await stage.popup.page.getByLabel("Tenant").selectOption({ label: "Acme" });
      await waitForWords("extension has no access to");
    },
  },
];

describe("nothing is cut off, axe finds no violation, and a picture in light and dark is taken of", () => {
  test.each(states)("$name", async ({ name, reach }) => {
    await reach();
    await expectAccessibleLayout(stage.popup.page, folder, name);
  });
});

describe("by keyboard", () => {
  test("the list, its form and the tenants are reached, with the focus always in view", async () => {
    await stage.close();
    stage = await openConnectionsStage();
    const { page } = stage.popup;
    await waitForWords("No token exchange profiles yet.");
    const stops = await walkByTab(page, page);
    expect(stops.filter(({ isOutlined }) => !isOutlined)).toEqual([]);
    expect(stops.map(({ name }) => name)).toEqual([
      "select Tenant",
      "button Options",
      "a Guide",
      expect.stringContaining("button Token exchange"),
      "button New profile",
      "button Reload",
      "button Create profile",
    ]);
  });

  test("a profile is created, and deleted only after the focus moved from Cancel to the delete button", async () => {
    const { page } = stage.popup;
    await popup().button("New profile").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("urn:acme:by-keyboard");
    await page.keyboard.press("Tab");
    await page.keyboard.type(demo.actionId);
    await page.keyboard.press("Enter");
    await waitForWords("Token exchange profile created.");
    await popup().button("Back to the list").press("Enter");
    await popup().button("Delete Token Exchange Profile 1").press("Enter");
    await waitForWords("This cannot be undone");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await popup().rows.count()).toBe(1);
    await popup().button("Delete Token Exchange Profile 1").press("Enter");
    await waitForWords("This cannot be undone");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await waitForWords("Token Exchange Profile 1 was deleted.");
  });
});
