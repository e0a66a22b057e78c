import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../launch/build-extension.ts";
import { writeContactSheet } from "../pages/contact-sheet.ts";
import type { ConnectionProfilesPage } from "../pages/connection-profiles.ts";
import { walkByTab } from "../pages/focus.ts";
import { openConnectionsStage, type ConnectionsStage } from "./connections-stage.ts";
import { expectAccessibleLayout } from "./expect-accessible-layout.ts";

/** The folder for a picture of each state. */
const folder = join(root, ".output", "states", "popup-connections");

/** 50 characters without a break opportunity. */
const longName = "W".repeat(50);

let stage: ConnectionsStage;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  stage = await openConnectionsStage();
  await stage.create({
    name: longName,
    enabled_features: ["scim", "universal_logout"],
    strategy_overrides: { oidc: { enabled_features: [], connection_config: {} } },
  });
  await stage.reopen();
});
afterAll(async () => {
  if (stage === undefined) return;
  await writeContactSheet(stage.chromium.context, folder);
  await stage.close();
});

interface LookState {
  name: string;
  reach: (popup: ConnectionProfilesPage) => Promise<unknown>;
}

/** The order matters: each state starts from the previous one. */
const states: readonly LookState[] = [
  { name: "list", reach: (popup) => popup.openList() },
  { name: "form", reach: (popup) => popup.open(longName) },
  {
    name: "form with problems",
    async reach(popup) {
      await popup.name.fill("");
      await popup.prefixTemplate.fill("-{nobody}");
      await popup.configuration.fill('{"a" 1}');
      await popup.showView("JSON");
      await popup.page.getByText("The configuration is not valid JSON.").waitFor();
    },
  },
  {
    name: "review",
    async reach(popup) {
      await popup.button("Discard").click();
      await popup.name.fill("M".repeat(50));
      await popup.prefixTemplate.fill("w-{org_name}");
      await popup.configuration.fill(`{"${"k".repeat(60)}": "${"v".repeat(60)}"}`);
      await popup.page.getByLabel("Features of adfs").selectOption("own");
      await popup.review();
      await popup.page.getByText("Request body").click();
    },
  },
  {
    name: "refused",
    async reach(popup) {
      expect(await popup.sendReviewed()).toContain("Could not update the profile.");
    },
  },
  {
    name: "comparison",
    async reach(popup) {
      await popup.configuration.fill("{}");
      await stage.change(longName, { name: "E".repeat(50), enabled_features: ["scim"] });
      expect(await popup.send()).toContain("Someone else changed");
    },
  },
  {
    name: "read-only",
    async reach(popup) {
      await popup.choose("name", "Mine");
      await popup.button("Continue").click();
      await stage.setReadOnly(true);
      await popup.button("Send changes").click();
      await popup.page.getByRole("dialog").getByLabel("Tenant name").waitFor();
    },
  },
  {
    name: "updated",
    async reach(popup) {
      const dialog = popup.page.getByRole("dialog");
      await dialog.getByLabel("Tenant name").fill("local");
      await dialog.getByRole("button", { name: "Send changes" }).click();
      await popup.page.getByText("Connection profile updated.").waitFor();
      await popup.page.getByText("Response", { exact: true }).click();
      await stage.setReadOnly(false);
    },
  },
  {
    name: "partly applied",
    async reach(popup) {
      await stage.control("PUT", "/faults", { "patch-not-applied": true });
      await popup.open("workforce");
      await popup.name.fill("N".repeat(50));
      expect(await popup.send()).toContain("did not apply every change");
      await stage.control("PUT", "/faults", { "patch-not-applied": false });
    },
  },
  {
    name: "lost response",
    async reach(popup) {
      await popup.name.fill("staff");
      await stage.plan({ method: "PATCH", times: 3, cut: 0 });
      expect(await popup.send()).toContain("The response to your change was lost.");
      await popup.page.getByText("Request body").click();
    },
  },
  {
    name: "JSON with messages",
    async reach(popup) {
      await popup.button("Check profile").click();
      await popup.page.getByText("contains your change").waitFor();
      await popup.editJson((text) =>
        text
          .replace('"staff"', `"${"n".repeat(51)}"`)
          .replace("{", `{"${"unknown_".repeat(12)}": 5, `),
      );
      await popup.page.getByText("must not exceed 50 characters").waitFor();
    },
  },
  {
    name: "invalid JSON",
    async reach(popup) {
      await popup.json.fill('{\n  "name" "staff"\n}');
      await popup.button("Go to error").waitFor();
    },
  },
  {
    name: "deleted profile",
    async reach(popup) {
      await popup.button("Discard").click();
      await popup.open("partners");
      await popup.name.fill("allies");
      await stage.remove("partners");
      expect(await popup.send()).toContain("This profile was deleted.");
    },
  },
  {
    name: "list with drafts",
    async reach(popup) {
      await popup.button("Reload the list").click();
      await popup.page.getByText("deleted, draft kept").waitFor();
    },
  },
  {
    name: "list of an unreachable tenant",
    async reach(popup) {
      await stage.tenant.stop();
      await popup.button("Reload").click();
      await popup.page.getByText("Could not load the connection profiles.").waitFor();
    },
  },
];

describe("nothing is cut off, axe finds no violation, and a picture in light and dark is taken of", () => {
  test.each(states)("$name", async ({ name, reach }) => {
    await reach(stage.popup);
    await expectAccessibleLayout(stage.popup.page, folder, name);
  });
});

describe("by keyboard", () => {
  test("a profile is opened, changed, reviewed and sent, with the focus always in view", async () => {
    await stage.close();
    stage = await openConnectionsStage();
    const { popup } = stage;
    await popup.openList();
    const { page } = popup;
    await page.locator(".profile-list .row").first().focus();
    await page.keyboard.press("Enter");
    await popup.heading("workforce").waitFor();
    const stops = await walkByTab(page, page);
    expect(stops.filter(({ isOutlined }) => !isOutlined)).toEqual([]);
    expect(stops.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "button ← All profiles",
        "button Form",
        "input Name",
        "select Show as button",
        "input scim",
        "textarea Configuration (JSON)",
        "select Features of okta",
        "input scim for okta",
      ]),
    );
    await popup.name.focus();
    await page.keyboard.press("End");
    await page.keyboard.type("-2");
    await page.keyboard.press("Enter");
    await popup.button("Send changes").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Connection profile updated.").waitFor();
    expect((await stage.read("workforce-2")).name).toBe("workforce-2");
  });

  test("the arrow keys move through the tabs of the views", async () => {
    const { popup } = stage;
    await popup.page.getByRole("tab", { name: "Form", exact: true }).focus();
    await popup.page.keyboard.press("ArrowRight");
    await popup.json.waitFor();
    await popup.page.keyboard.press("ArrowLeft");
    await popup.name.waitFor();
    expect(await popup.json.count()).toBe(0);
  });
});
