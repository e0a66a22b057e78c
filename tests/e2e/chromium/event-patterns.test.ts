import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { openTypesDuringSearch } from "../pages/open-types-during-search.ts";
import { PanelPage } from "../pages/panel-page.ts";

let session: InspectorSession;
let control: TenantControl;
let panel: PanelPage;
let guard: ConsoleGuard;

/** A text on which a pattern with nested repetition never ends. */
const longText = `${"a".repeat(500_000)}!`;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  control = new TenantControl(session.tenant.origin);
  guard = await watchConsoles(session.chromium);
  panel = new PanelPage((await openDemoPanel(session)).frame);
  await panel.openTab("Events");
  await control.untilListened();
  for (const email of ["ada@example.com", "bob@example.com"])
    await control.emit({ type: "user.created", object: { email } });
  await control.emit({ type: "user.updated", object: { email: "long@example.com", longText } });
  await panel.expectNewest("long@example.com", "bob@example.com", "ada@example.com");
});
afterAll(async () => {
  await session?.close();
});

const { countWorkers, highlighted, problem } = {
  /** Counts the running pattern workers. */
  countWorkers: async () => {
    const filter = [{ type: "worker" }];
    const { targetInfos } = await session.chromium.session.send("Target.getTargets", { filter });
    return targetInfos.filter(({ url }) => url.endsWith("/pattern-worker.js")).length;
  },
  highlighted: () =>
    panel.document.evaluate(() => [...(CSS.highlights.get("filter-match") ?? [])].map(String)),
  problem: () => panel.document.locator(".bar-notes .problem"),
};

test("words filter and are highlighted without the pattern worker", async () => {
  await panel.filterEvents("BOB@");
  await panel.expectShown(1);
  await waitFor(async () => (await highlighted()).join() === "bob@", { what: "the highlight" });
  expect(await countWorkers()).toBe(0);
});

test("stops a pattern that hangs on an event of 500 KB without blocking the panel, and runs the next one", async () => {
  const whileItHangs = panel.document.evaluate(openTypesDuringSearch);
  await panel.filterEvents("/(a+)+$/");
  expect(await whileItHangs).toContain("Searching…");
  await problem().getByText("The pattern was stopped").waitFor();
  expect(await panel.eventRows()).toHaveLength(1);
  await panel.document.getByRole("button", { name: /^types/ }).click();

  await panel.filterEvents("/long@.*!/");
  await panel.expectNewest("long@example.com");
  await panel.expectShown(1);
  expect(await problem().innerText()).toBe("");
});

test("a pattern filters new events, and is highlighted in the list and in the open event", async () => {
  await panel.filterEvents("/(ada|eve)@/");
  await panel.expectShown(1);
  await control.emit({ type: "user.created", object: { email: "dan@example.com" } });
  await control.emit({ type: "user.created", object: { email: "eve@example.com" } });
  await panel.expectNewest("eve@example.com", "ada@example.com");
  expect(await panel.eventCount()).toMatch(/^2 of /);
  await panel.openEvent(0);
  await waitFor(async () => (await highlighted()).join() === "eve@,ada@,eve@", {
    what: "the highlights",
  });
});

test("the worker ends with the last pattern, and the content security policy blocks nothing", async () => {
  expect(await countWorkers()).toBe(1);
  await panel.filterEvents("");
  await panel.expectUnfiltered();
  await waitFor(async () => (await countWorkers()) === 0, { what: "the worker to be ended" });
  await guard.expectNone();
});
