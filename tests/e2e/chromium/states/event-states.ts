import { waitFor } from "../../../launch/wait-for.ts";
import { followEvent, readTenantRef, showSince } from "../../pages/event-page.ts";
import { PanelPage } from "../../pages/panel-page.ts";
import { longValue, type SurfaceState } from "../surface-stage.ts";

/** The log of events, from none to what one does with them. */
export const eventStates: readonly SurfaceState[] = [
  {
    surface: "panel",
    name: "events",
    async reach(stage) {
      const panel = new PanelPage(stage.panel);
      await panel.openTab("Events");
      await stage.control.createUser(`${"somebody-with-a-long-name".repeat(2)}@example.com`);
      await stage.control.emitEvents(40);
      await waitFor(async () => (await panel.eventCount()).startsWith("41 events"), {
        what: "the events",
      });
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
    surface: "panel",
    name: "types to choose from, and a filter that is no pattern",
    async reach(stage) {
      await stage.panel.getByRole("button", { name: /^types/ }).click();
      await new PanelPage(stage.panel).filterEvents("/(/");
      await stage.panel.locator(".bar-notes .problem:not(:empty)").waitFor();
    },
  },
  {
    surface: "panel",
    name: "events that the filter hides",
    async reach(stage) {
      const panel = new PanelPage(stage.panel);
      await panel.filterEvents("nobody-at-all");
      await panel.expectShown(0);
    },
  },
  {
    surface: "panel",
    name: "an event with changes and a secret",
    async reach(stage) {
      const panel = new PanelPage(stage.panel);
      await stage.panel.getByRole("button", { name: /^types/ }).click();
      await panel.filterEvents("");
      const user = { user_id: "auth0|changed", email: "changed@example.com" };
      await stage.control.emit({ type: "user.created", object: user });
      const differing = { nickname: longValue, user_metadata: { password: "a-password" } };
      const id = await stage.control.emit({
        type: "user.updated",
        object: { ...user, ...differing },
      });
      await panel.filterEvents(id);
      await panel.expectShown(1);
      await panel.openEvent(0);
      await stage.panel.locator(".event-changes").waitFor();
      await stage.panel.getByRole("button", { name: "Show secrets" }).waitFor();
    },
  },
  {
    surface: "panel",
    name: "a time to resume from",
    async reach({ panel }) {
      await panel.getByRole("button", { name: "Resume from…" }).click();
      const form = panel.getByRole("form", { name: "Resume from" });
      await form.getByLabel("a time", { exact: true }).check();
      await form.getByRole("button", { name: "Resume", exact: true }).click();
      await form.locator(".problem").waitFor();
    },
  },
  {
    surface: "panel",
    name: "an export that is ready",
    async reach({ panel }) {
      await panel.getByRole("button", { name: "Export…" }).click();
      await panel.getByLabel(/^All events/).check();
      await panel.getByRole("button", { name: "Preview export" }).click();
      await panel.getByRole("button", { name: "Save file" }).waitFor();
    },
  },
  {
    surface: "panel",
    name: "a paused stream",
    async reach({ panel }) {
      await panel.getByRole("button", { name: "Close", exact: true }).click();
      const page = new PanelPage(panel);
      await page.filterEvents("");
      await panel.getByRole("button", { name: "Pause", exact: true }).click();
      await page.expectStream("paused");
    },
  },
  {
    surface: "panel",
    name: "a gap between events",
    async reach({ panel, control }) {
      await control.limit({ retainedEvents: 3 });
      await control.emitEvents(10);
      await panel.getByRole("button", { name: "Resume", exact: true }).click();
      const gap = panel.locator(".mark-name", { hasText: /^gap$/ });
      await gap.click();
      await panel
        .getByText(/may be missing/)
        .last()
        .waitFor();
      await control.limit({ retainedEvents: 20_000 });
    },
  },
  {
    surface: "panel",
    name: "events since a run",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Run");
      await stage.panel.getByRole("button", { name: /since this run$/ }).waitFor();
    },
  },
  {
    surface: "event",
    name: "one event",
    async reach({ event, tenant, control }) {
      const user = { user_id: "auth0|changed", email: "changed@example.com", nickname: longValue };
      const since = Date.now();
      await control.emit({ type: "user.updated", object: user });
      await showSince(event, tenant.origin, since);
      await followEvent(event, "changed@example.com");
    },
  },
  {
    surface: "event",
    name: "an event whose log was removed",
    async reach({ event, tenant }) {
      const ref = await readTenantRef(event, tenant.origin);
      await event.evaluate((hash) => {
        location.hash = hash;
      }, `event/${ref}/999999/1`);
      await event.getByText("because the log was deleted").waitFor();
    },
  },
  {
    surface: "event",
    name: "events since a time",
    async reach({ event, tenant }) {
      const since = Date.now() - 3_600_000;
      await showSince(event, tenant.origin, since);
      await event.getByRole("link", { name: "user.created" }).first().waitFor();
    },
  },
  {
    surface: "popup",
    name: "newest events",
    async reach({ popup }) {
      await popup.getByText("user.created").first().waitFor();
    },
  },
];
