import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../launch/build-extension.ts";
import { openInspectorSession, type InspectorSession } from "../../launch/inspector-session.ts";
import { readFocus } from "../pages/focus.ts";
import { ConnectionProfilesPage } from "../pages/connection-profiles.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { expectAccessibleLayout } from "./expect-accessible-layout.ts";
import { makeManyProfiles } from "../pages/many-profiles.ts";

/** The folder for screenshots. */
const folder = join(root, ".output", "states", "popup-filter");

let session: InspectorSession;
let popup: PopupPage;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  session = await openInspectorSession({ headless: true, port: 0 });
  await makeManyProfiles(session.tenant.origin, 60);
  const page = await session.chromium.extensionPage("popup.html");
  await page.setViewportSize({ width: 380, height: 600 });
  popup = new PopupPage(page);
  await page.getByRole("tab", { name: "Token exchange (60)" }).waitFor();
});
afterAll(() => session?.close());

const filterStatus = () => popup.page.getByRole("search").getByRole("status");
const isInView = (name: string) =>
  popup.button(name).evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test("finds and renames one of 60 profiles by keyboard, and keeps it in view if it no longer matches", async () => {
  const { keyboard } = popup.page;
  await popup.filter.waitFor();
  await keyboard.press("/");
  expect(await readFocus(popup.page)).toEqual({ name: "input Filter", isOutlined: true });
  await keyboard.type("urn:acme:kiosk:13");
  await filterStatus().getByText("1 of 60 shown", { exact: true }).waitFor();
  expect(await popup.rows.count()).toBe(1);
  expect(await isInView("Rename Kiosk 13")).toBe(true);

  await popup.button("Rename Kiosk 13").press("Enter");
  await keyboard.type("Entrance hall");
  await keyboard.press("Enter");
  await popup.page.getByText("Kiosk 13 was renamed to Entrance hall.").waitFor();
  // This filter matches Kiosk 19 only until it is renamed to Reception.
  await popup.filter.fill("kiosk:19 -reception");
  await filterStatus().getByText("1 of 60 shown", { exact: true }).waitFor();
  await popup.button("Rename Kiosk 19").press("Enter");
  await keyboard.type("Reception");
  await keyboard.press("Enter");
  await filterStatus().getByText("1 of 60 shown, including 1 outside the filter").waitFor();
  expect(await readFocus(popup.page)).toMatchObject({ name: "button Rename Reception" });
});

test("a deletion keeps the filter, and a new profile outside the filter stays in view", async () => {
  await popup.filter.fill("urn:acme:intranet");
  await filterStatus().getByText("10 of 60 shown", { exact: true }).waitFor();
  await popup.button("Delete Intranet 10").click();
  await popup.button("Delete profile").click();
  await filterStatus().getByText("9 of 59 shown", { exact: true }).waitFor();
  const answer = await popup.createExchangeProfile({
    name: "Made just now",
    subjectTokenType: "urn:acme:made-just-now",
    actionId: "act_demo_legacy",
  });
  expect(answer).toContain("Token exchange profile created.");
  await popup.button("Back to the list").click();
  await filterStatus().getByText("10 of 60 shown, including 1 outside the filter").waitFor();
  await popup.button("Rename Made just now").waitFor();
});

test("an empty result is reported, and Escape or a button shows all profiles again", async () => {
  await popup.filter.fill("nobody");
  await popup.page.getByText("No profiles match the filter (60 hidden).").waitFor();
  await expectAccessibleLayout(popup.page, folder, "nothing found");
  await popup.button("Clear filter").click();
  expect(await popup.rows.count()).toBe(60);
  expect(await readFocus(popup.page)).toMatchObject({ name: "input Filter" });
  await popup.page.keyboard.type("nobody");
  await popup.page.getByText("No profiles match the filter (60 hidden).").waitFor();
  await popup.page.keyboard.press("Escape");
  expect(await popup.rows.count()).toBe(60);
});

test("finds a connection profile by strategy, and never hides a profile that is being edited", async () => {
  const connections = new ConnectionProfilesPage(popup.page);
  await connections.openList();
  await popup.filter.fill("waad");
  await filterStatus().getByText("16 of 62 shown", { exact: true }).waitFor();
  await connections.open("Intranet 04");
  await connections.name.fill("Intranet of the north");
  await connections.button("← All profiles").click();
  await popup.filter.fill("samlp kiosk");
  await filterStatus()
    .getByText(/of 62 shown, including 1 outside the filter/)
    .waitFor();
  await expectAccessibleLayout(popup.page, folder, "connection profiles");
  expect(await popup.page.getByRole("button", { name: /^Intranet 04/ }).count()).toBe(1);
});
