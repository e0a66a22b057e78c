import { readFile } from "node:fs/promises";
import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import type { ChromiumPanel } from "../pages/chromium-devtools.ts";
import { followEvent, readTenantRef } from "../pages/event-page.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { readBadgeText } from "../pages/worker.ts";
import { resizePanel } from "./surface-stage.ts";

let session: InspectorSession;
let devtools: Page;
let frame: Frame;
let opened: ChromiumPanel;
let panel: PanelPage;
let control: TenantControl;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  control = new TenantControl(session.tenant.origin);
  opened = await openDemoPanel(session);
  ({ devtools, frame } = opened);
  panel = new PanelPage(frame);
  await panel.openTab("Events");
  await panel.expectStream("listening");
});
afterAll(() => session.close());

const user = (name: string, fields: object = {}) => ({
  user_id: `local|${name}`,
  email: `${name}@example.com`,
  ...fields,
});

/** Emits an event about a user of this name, and waits until the filter finds it. */
async function arrive(name: string, type = "user.created", fields: object = {}): Promise<string> {
  const id = await control.emit({ type, object: user(name, fields) });
  await panel.filterEvents(id);
  await panel.expectNewest(`${type} ${name}@example.com`);
  await panel.expectShown(1);
  return id;
}

test("an event at the tenant becomes a row with subject, source and test mark", async () => {
  await panel.filterEvents("");
  await control.emit({ type: "group.created", object: { id: "grp_1", name: "first-group" } });
  await panel.expectNewest("first-group");
  const [row] = await panel.eventRows();
  expect(row).toMatch(/^\d\d:\d\d:\d\d group\.created first-group urn:\S+( test)?$/);
  const page = session.options.page;
  await waitFor(async () => (await readBadgeText(page)) === "", {
    what: "the badge to be cleared",
  });
});

test("events that arrive behind another panel stay unread until this panel is in view again", async () => {
  const { page } = session.options;
  await opened.cover();
  await control.emit({ type: "group.created", object: { id: "grp_2", name: "covered-group" } });
  await expect.poll(() => readBadgeText(page)).toBe("1");
  await opened.uncover();
  await expect.poll(() => readBadgeText(page)).toBe("");
});

test("text, -word, a pattern and a chip hide other events, and Clear shows them again", async () => {
  await arrive("adeline-one");
  await arrive("adeline-two");
  await arrive("bobbert-one");
  await panel.filterEvents("adeline");
  await panel.expectShown(2);
  await panel.filterEvents("adeline -two");
  await panel.expectShown(1);
  await panel.filterEvents("/(adeline|bobbert)-one@/");
  await panel.expectShown(2);
  await frame.getByRole("button", { name: "group", exact: true }).click();
  await frame.getByText(/^No events match the filter/).waitFor();
  await expect.poll(() => frame.locator("[role=option]").count()).toBe(0);
  await frame.getByRole("button", { name: "Clear filter" }).click();
  await waitFor(async () => (await panel.eventRows()).length > 3, { what: "all events" });
});

test("a chip applies at once while the typed pattern is incomplete, and the field names the problem", async () => {
  await control.emit({ type: "group.created", object: { id: "grp_2", name: "second-group" } });
  const id = await arrive("chip-one");
  await panel.filterEvents(`/${id}`);
  await frame.getByText("The pattern has no closing slash.").waitFor();
  await frame.getByRole("button", { name: "group", exact: true }).click();
  // The previous text still applies: only the user's event matches.
  await frame.getByText(/^No events match the filter/).waitFor();
  await panel.filterEvents("");
  await panel.expectNewest("second-group");
  await panel.filterEvents("/second");
  await frame.getByText("The pattern has no closing slash.").waitFor();
  await frame.getByRole("button", { name: "group", exact: true }).click();
  await panel.expectNewest("chip-one@example.com");
  const field = frame.getByRole("searchbox", { name: "Filter" });
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.inputValue()).toBe("/second");
  await panel.filterEvents("");
});

test("in a low panel at 200 % zoom, list and detail keep a readable height and scroll", async () => {
  await arrive("low");
  await panel.openEvent(0);
  await frame.getByRole("tree").waitFor();
  await resizePanel(frame, 350, 220);
  for (const place of [frame.getByRole("listbox"), frame.locator(".event-pane")]) {
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    expect(box?.height).toBeGreaterThan(80);
  }
  await resizePanel(frame, 1_000, 500);
  await frame.getByRole("button", { name: "Close details" }).click();
  await panel.filterEvents("");
});

test("the list of types unfolds below the bar without moving the controls of the bar", async () => {
  const where = () => frame.getByRole("button", { name: "Export…" }).boundingBox();
  const before = await where();
  await frame.getByRole("button", { name: "types" }).click();
  const types = frame.getByRole("group", { name: "Event types" });
  await types.getByRole("button", { name: "user.created" }).waitFor();
  expect(await where()).toEqual(before);
  await frame.getByRole("button", { name: "types" }).click();
});

test("an event opens as a tree with the changes since the previous event about the same user", async () => {
  await arrive("eve", "user.created", { nickname: "eve" });
  await arrive("eve", "user.updated", { nickname: "Evelyn" });
  await panel.openEvent(0);
  await frame.locator(".event-changes").waitFor();
  expect(await panel.eventDetail()).toContain('"eve"');
  const changed = frame.locator(".json-line.changed", { hasText: "nickname" });
  expect(await changed.innerText()).toContain('≠ was "eve"');
  await frame.getByRole("tree").press("End");
  await frame.getByRole("tree").press("Escape");
  await frame.locator(".event-detail").waitFor({ state: "detached" });
});

test("a pause closes the stream, and resuming fetches the events of the pause", async () => {
  await panel.filterEvents("");
  await frame.getByRole("button", { name: "Pause" }).click();
  await panel.expectStream("paused");
  const id = await control.emit({ type: "user.created", object: user("paused-one") });
  await frame.getByRole("button", { name: "Resume", exact: true }).click();
  await panel.expectStream("listening");
  await panel.filterEvents(id);
  await panel.expectShown(1);
  await expect
    .poll(() => panel.eventRows())
    .toEqual([expect.stringContaining("paused-one@example.com")]);
});

test("resuming from an earlier event adds a mark, and stores no event twice", async () => {
  await arrive("resume-one");
  await arrive("resume-two");
  await panel.filterEvents("resume-");
  await panel.expectShown(2);
  await panel.openEvent(1);
  await frame.locator(".event-detail").waitFor();
  await frame.getByRole("button", { name: "Resume from…" }).click();
  const form = frame.getByRole("form", { name: "Resume from" });
  await form.getByRole("button", { name: "Resume" }).click();
  await form.waitFor({ state: "detached" });
  await arrive("resume-three");
  await panel.filterEvents("resume-");
  await panel.expectShown(3);
  await frame.locator(".event-row.mark", { hasText: "resumed" }).first().waitFor();
  await expect.poll(async () => (await panel.eventRows()).length).toBe(3);
});

test("a position that the tenant no longer retains becomes a gap between events", async () => {
  await panel.filterEvents("");
  await frame.getByRole("button", { name: "Pause" }).click();
  await panel.expectStream("paused");
  await control.limit({ retainedEvents: 3 });
  await control.emitEvents(10);
  await frame.getByRole("button", { name: "Resume", exact: true }).click();
  await panel.expectStream("listening");
  // The sentence of another mark can contain the word by chance, in the id of an event.
  await frame.locator(".mark-name", { hasText: /^gap$/ }).click();
  await expect.poll(() => panel.eventDetail()).toMatch(/events between .+ and .+ may be missing/);
  await control.limit({ retainedEvents: 20_000 });
});

const exportedSchema = z.object({
  entries: z.array(
    z.union([
      z.object({ event: z.looseObject({ type: z.string() }) }),
      z.object({ mark: z.looseObject({}) }),
    ]),
  ),
  receipt: z.object({ written: z.number(), redaction: z.object({ places: z.number() }) }),
});

/** Presses “Save file” and reads the saved file. */
async function saveExport(): Promise<string> {
  const saving = devtools.waitForEvent("download");
  await frame.getByRole("button", { name: "Save file" }).click();
  return readFile(await (await saving).path(), "utf8");
}

describe("an export", () => {
  const secret = "planted-secret-of-an-event";

  test("of all events contains every event and no secret, and reports the removals first", async () => {
    await arrive("exported-one", "user.created", { user_metadata: { password: secret } });
    await panel.filterEvents("");
    const count = await panel.expectUnfiltered();
    await frame.getByRole("button", { name: "Export…" }).click();
    await frame.getByRole("button", { name: "Preview export" }).click();
    await frame.getByText("password: 1 place").waitFor();
    const text = await saveExport();
    expect(text).not.toContain(secret);
    const lines = text
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    const events = lines.filter(
      (line) => typeof line === "object" && line !== null && "event" in line,
    );
    expect(events.length).toBeGreaterThanOrEqual(count);
    expect(JSON.stringify(lines.at(-1))).toContain(`"written":${events.length}`);
    await frame.getByRole("button", { name: "Close", exact: true }).click();
  });

  test("of filtered events contains only these events", async () => {
    await panel.filterEvents("exported-one");
    await panel.expectShown(1);
    await frame.getByRole("button", { name: "Export…" }).click();
    await frame.getByLabel("Filtered events (1)").check();
    await frame.getByLabel("JSON", { exact: true }).check();
    await frame.getByRole("button", { name: "Preview export" }).click();
    await frame.getByText("1 event,").waitFor();
    const { entries, receipt } = exportedSchema.parse(JSON.parse(await saveExport()));
    expect(entries.filter((entry) => "event" in entry)).toHaveLength(1);
    expect(receipt.written).toBe(1);
    await frame.getByRole("button", { name: "Close", exact: true }).click();
  });
});

test("events since a run are counted beside it, and a click shows only these events", async () => {
  await panel.filterEvents("");
  await panel.openTab("Run");
  await panel.startLogin({ prompt: "none" });
  await panel.runOutcome();
  await frame.getByText("No events since this run.").waitFor();
  await control.emitEvents(3);
  await frame.getByRole("button", { name: "3 events since this run" }).click();
  await panel.expectShown(3);
  await expect.poll(async () => (await panel.eventRows()).length).toBe(3);
  await frame.getByRole("button", { name: "Remove the filter since this run" }).click();
  await waitFor(async () => (await panel.eventRows()).length > 3, { what: "all events" });
});

test("one event and the events since a time each have a page", async () => {
  const since = Date.now() - 60_000;
  await arrive("page-one");
  const ref = await readTenantRef(session.options.page, session.tenant.origin);
  const page = await session.chromium.extensionPage(`event.html#since/${ref}/${since}`);
  await followEvent(page, "page-one@example.com");
  expect(await page.locator("main").innerText()).toContain("page-one@example.com");
  await page.close();
});

test("a quiet rule keeps new events off the badge, and the number of stored events is limited", async () => {
  await panel.openTab("Run");
  const { page } = session.options;
  await page.bringToFront();
  await session.options.openSection("stream");
  const section = page.getByRole("form", { name: "Event stream" });
  await section.getByLabel("Default rule").selectOption("quiet");
  await section.getByLabel("Maximum events").fill("100");
  await section.getByRole("button", { name: "Save preferences" }).click();
  await section.getByText("Preferences saved.").waitFor();
  await section.getByText("Rules by type").click();
  await section.getByLabel("group.deleted").selectOption("badge");
  await section.getByRole("button", { name: "Save preferences" }).click();
  await waitFor(async () => section.getByText("Preferences saved.").isVisible(), {
    what: "the rule to be saved",
  });
  await control.emitEvents(120);
  await control.emit({ type: "group.deleted", object: { id: "grp_9", name: "loud-group" } });
  await expect.poll(() => readBadgeText(page)).toBe("1");
  await panel.openTab("Events");
  await panel.filterEvents("");
  await waitFor(async () => (await panel.eventCount()).startsWith("100 events"), {
    what: "100 events to be kept",
  });
  await frame.getByRole("listbox").press("End");
  await frame.locator(".event-row.mark", { hasText: "older events deleted" }).waitFor();
});
