import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import { findViolations } from "../pages/axe.ts";
import { findOverflows } from "../pages/overflow.ts";
import { clickToClose } from "../pages/click-to-close.ts";
import { followEvent } from "../pages/event-page.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { openPopup } from "../pages/worker.ts";
import { openConnectionsStage, type ConnectionsStage } from "./connections-stage.ts";

let stage: ConnectionsStage;
let control: TenantControl;
let guard: ConsoleGuard;

beforeAll(async () => {
  stage = await openConnectionsStage();
  control = new TenantControl(stage.tenant.origin);
  guard = await watchConsoles(stage.chromium);
});
beforeEach(async () => {
  await stage.forgetEntries();
  await stage.popup.page.locator(".stream-words", { hasText: "listening" }).waitFor();
  // Earlier events exist, which must not be counted.
  await createUser();
});
afterAll(() => stage?.close());

/**
 * Describes a profile of this name. Each test creates its own, because a reset of the tenant would
 * end the stream.
 */
const describeProfile = (name: string) => ({
  name,
  subjectTokenType: `urn:acme:${name.toLowerCase()}-token`,
  actionId: demo.actionId,
});

let users = 0;
const popup = () => new PopupPage(stage.popup.page);
const sinceWords = () => stage.popup.page.locator(".events-since").innerText();
const newest = () => stage.popup.page.locator(".newest li").first().innerText();

/** Signs up a user at the tenant, and waits until the popup lists the event. */
async function createUser(): Promise<string> {
  users += 1;
  const email = `since-${users}@example.com`;
  await control.createUser(email);
  await expect.poll(newest).toContain(email);
  return email;
}

async function setMode(mode: "always" | "paused"): Promise<void> {
  await stage.command("stream.configure", {
    tenantId: stage.tenant.origin,
    preferences: {
      mode,
      eventTypes: [],
      defaultRule: "badge",
      rules: {},
      keep: { events: 50_000, days: 30 },
    },
  });
}

/** Expects no events since the action; then the tenant emits two, and the popup counts them. */
async function expectToCount(what: string): Promise<void> {
  await expect.poll(sinceWords).toContain(`No events since ${what}.`);
  await createUser();
  await expect.poll(sinceWords).toBe(`1 event since ${what}`);
  await createUser();
  await expect.poll(sinceWords).toBe(`2 events since ${what}`);
}

test("a profile that is created, renamed and deleted counts the events since each step", async () => {
  await popup().createExchangeProfile(describeProfile("Legacy"));
  await expectToCount("this profile was created");
  await popup().button("Back to the list").click();
  await popup().button("Rename Legacy").click();
  await popup().field("New name").fill("Legacy of 2019");
  await stage.popup.page.keyboard.press("Enter");
  await stage.popup.page.getByText("Legacy was renamed to Legacy of 2019.").waitFor();
  await expectToCount("this change");
  await popup().button("Delete Legacy of 2019").click();
  await popup().button("Delete profile").click();
  await stage.popup.page.getByText("Legacy of 2019 was deleted.").waitFor();
  await expectToCount("this change");
  expect(await findOverflows(stage.popup.page)).toEqual([]);
});

test("an exchange counts the events since it ran, also if it was rejected", async () => {
  await popup().createExchangeProfile(describeProfile("Exchanged"));
  await popup().button("Run an exchange").click();
  await popup().field("Subject token").fill("nobody");
  await popup().button("Run exchange").click();
  await expectToCount("this exchange");
  await popup().field("Subject token").fill("legacy:ada@example.com");
  await popup().button("Run exchange").click();
  await stage.popup.page.getByText("Tokens issued.").waitFor();
  await expectToCount("this exchange");
});

test("a changed and undone connection profile counts the events since, and links only to these", async () => {
  await stage.popup.changePrefixTemplate("workforce", "since-{org_id}");
  await expectToCount("this change");
  expect(await findViolations(stage.popup.page)).toEqual([]);
  await popup().button("Undo").click();
  await stage.popup.page.getByText("Change undone.").waitFor();
  await expect.poll(sinceWords).toContain("No events since the undo.");
  const email = await createUser();
  const opened = stage.chromium.context.waitForEvent("page");
  await stage.popup.page.getByRole("link", { name: "1 event since the undo" }).click();
  const page = await opened;
  await page.getByText(email).waitFor();
  expect(await page.locator("li").count()).toBe(1);
  const later = await createUser();
  await page.getByText(later).waitFor();
  await page.close();
});

test("the link opens from the popup itself", async () => {
  await stage.chromium.firstPage.bringToFront();
  const page = await openPopup(stage.chromium);
  await new PopupPage(page).createExchangeProfile(describeProfile("Linked"));
  const { eventId } = await control.createUser("since-in-the-popup@example.com");
  const opened = stage.chromium.context.waitForEvent("page");
  const link = page.getByRole("link", { name: "1 event since this profile was created" });
  // The new tab takes the focus.
  await clickToClose(link);
  const events = await opened;
  await followEvent(events, "since-in-the-popup@example.com");
  expect(await events.locator("main").innerText()).toContain(eventId);
  await events.close();
});

test("a paused stream is reported, and events that are fetched after the resume are counted", async () => {
  await setMode("paused");
  await popup().createExchangeProfile(describeProfile("Paused"));
  await control.createUser("since-paused@example.com");
  await expect.poll(sinceWords).toBe("No events since this profile was created. Stream: paused.");
  await setMode("always");
  await expect.poll(sinceWords).toBe("1 event since this profile was created");
});

test("throws nothing and writes no error to a console", async () => {
  // Chromium logs the rejected exchange itself.
  const isBrowsers = /Failed to load resource/;
  const entries = await guard.entries();
  expect(entries.filter(({ text }) => !isBrowsers.test(text))).toEqual([]);
  await guard.end();
});
