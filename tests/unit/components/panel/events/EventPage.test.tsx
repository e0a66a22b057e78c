import { signal } from "@preact/signals";
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import { EventPage } from "../../../../../components/panel/events/EventPage.tsx";
import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import type { EventLog } from "../../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { writeEventAddress, type EventLink } from "../../../../../lib/messages/event-link.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { EventPageModel } from "../../../../../lib/models/events/event-page-model.ts";
import { makeUserEvent } from "../../../lib/events/sample-events.ts";
import { now, tenant } from "../../fake-worker.ts";
import { find, perform, show, words } from "../../show.ts";

const tenantRef = "a".repeat(16);
const one = { tenant, ref: tenantRef };
const tenants = signal([one]);
const trouble = signal<{ message: string } | undefined>(undefined);
const activity = { tenants, isLoaded: signal(true), trouble };

const hashOf = (link: EventLink): string => writeEventAddress(link).replace("/event.html", "");
const event = (sequence: number) => hashOf({ tenantRef, sequence, storedAt: now });
const since = (time: number) => hashOf({ tenantRef, since: time });

async function showPage(hash: string, openLog?: () => Promise<EventLog>) {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  const stored = ["e1", "e2"].map((id) => parseTenantEvent(makeUserEvent(id), undefined, id));
  await log.append(tenant.id, { at: now, events: stored });
  const model = new EventPageModel({
    openLog: openLog ?? (() => Promise.resolve(log)),
    activity,
    now: () => now,
  });
  onTestFinished(() => {
    model[Symbol.dispose]();
    log.close();
    tenants.value = [one];
    trouble.value = undefined;
  });
  model.open(hash);
  const place = await show(<EventPage model={model} />);
  const expectSoon = (read: () => unknown) => {
    return expect.poll(async () => {
      await perform(() => undefined);
      return read();
    });
  };
  return { place, expectSoon };
}

test("shows one complete event with its tenant", async () => {
  const { place, expectSoon } = await showPage(event(1));
  await expectSoon(() => words(place)).toContain("e1@example.com");
  expect(words(find(place, "header"))).toBe("Eventtenant: local");
});

test("lists the events since a time, each with a link to its page", async () => {
  const { place, expectSoon } = await showPage(since(now));
  await expectSoon(() => place.querySelectorAll("li").length).toBe(2);
  expect(place.querySelector("li a")?.getAttribute("href")).toBe(`/event.html${event(1)}`);
});

test.each([
  ["#nonsense", "This URL does not identify an event."],
  [event(3), "This event is no longer in the log"],
  [since(now + 1), "No events since"],
])("%s explains its content", async (hash, sentence) => {
  const { place, expectSoon } = await showPage(hash);
  await expectSoon(() => words(place)).toContain(sentence);
});

test.each([
  ["one event", event(1)],
  ["a list", since(now)],
])("removes %s once its tenant is forgotten, and explains why", async (_, hash) => {
  const { place, expectSoon } = await showPage(hash);
  await expectSoon(() => words(place)).toContain("e1@example.com");
  tenants.value = [];
  await expectSoon(() => words(place)).toContain("This tenant was forgotten");
  expect(words(place)).not.toContain("example.com");
});

test.each([["#nonsense"], [event(3)]])("offers the last hour of the tenant at %s", async (hash) => {
  const { place, expectSoon } = await showPage(hash);
  await expectSoon(() => words(place)).toContain("Show the events of local from the last hour");
  const link = find(place, ".empty a").getAttribute("href");
  expect(link).toBe(`/event.html${since(now - 3_600_000)}`);
});

test("reports an event that was deleted to make room for newer events", async () => {
  const log = await openEventLog({
    indexedDB: new IDBFactory(),
    retentionOf: () => ({ maxEvents: 1 }),
  });
  onTestFinished(() => log.close());
  const events = ["e1", "e2"].map((id) => parseTenantEvent(makeUserEvent(id), undefined, id));
  await log.append(tenant.id, { at: now, events });
  const { place, expectSoon } = await showPage(event(1), () => Promise.resolve(log));
  await expectSoon(() => words(place)).toContain("to make room for newer events");
  expect(words(place)).toContain("Show the events of local from the last hour");
});

test("offers the options if there is no tenant", async () => {
  const { place, expectSoon } = await showPage(event(1));
  tenants.value = [];
  await expectSoon(() => words(place)).toContain("This tenant was forgotten");
  expect(find(place, ".empty a").getAttribute("href")).toBe("/options.html");
});

test("reports unreadable tenants, and shows the event once they can be read", async () => {
  tenants.value = [];
  trouble.value = { message: "The stored setting cannot be read." };
  const { place, expectSoon } = await showPage(event(1));
  await expectSoon(() => words(place)).toContain("The stored setting cannot be read.");
  expect(words(place)).not.toContain("Reading");
  tenants.value = [one];
  await expectSoon(() => words(place)).toContain("e1@example.com");
  expect(words(place)).not.toContain("cannot be read");
});

test("reports an unreadable log, and stops loading", async () => {
  const { place, expectSoon } = await showPage(since(now), () =>
    Promise.reject(new EventLogError("blocked")),
  );
  await expectSoon(() => words(place)).toContain("Could not read the event log.");
  expect(words(place)).not.toContain("Reading");
});

test("escapes the hidden characters of an event", async () => {
  tenants.value = [{ ...one, tenant: { ...tenant, name: "lo\u202Ecal" } }];
  const { place, expectSoon } = await showPage(event(1));
  await expectSoon(() => words(find(place, "header"))).toBe(String.raw`Eventtenant: lo\u202ecal`);
});
