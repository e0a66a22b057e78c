import { signal } from "@preact/signals";
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import { EventPage } from "../../../../../components/panel/events/EventPage.tsx";
import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import type { EventLog } from "../../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { writeEventLink } from "../../../../../lib/models/events/event-link.ts";
import { EventPageModel } from "../../../../../lib/models/events/event-page-model.ts";
import { makeUserEvent } from "../../../lib/events/sample-events.ts";
import { now, tenant } from "../../fake-worker.ts";
import { find, perform, show, words } from "../../show.ts";

const tenants = signal([{ tenant }]);
const activity = { tenants, isLoaded: signal(true), trouble: signal(undefined) };

async function showPage(hash: string, openLog?: () => Promise<EventLog>) {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  const stored = ["e1", "e2"].map((id) => parseTenantEvent(makeUserEvent(id), undefined, id));
  await log.append(tenant.id, { at: now, events: stored });
  const model = new EventPageModel({
    openLog: openLog ?? (() => Promise.resolve(log)),
    activity,
  });
  onTestFinished(() => {
    model[Symbol.dispose]();
    log.close();
    tenants.value = [{ tenant }];
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

test("one event is shown whole, with the tenant it is of", async () => {
  const { place, expectSoon } = await showPage(
    writeEventLink({ tenantId: tenant.id, eventId: "e1" }),
  );
  await expectSoon(() => words(place)).toContain("e1@example.com");
  expect(words(find(place, "header"))).toBe("Eventtenant: local");
});

test("what arrived since is listed, each a way to its own page", async () => {
  const { place, expectSoon } = await showPage(writeEventLink({ tenantId: tenant.id, since: now }));
  await expectSoon(() => place.querySelectorAll("li").length).toBe(2);
  expect(place.querySelector("li a")?.getAttribute("href")).toBe(
    writeEventLink({ tenantId: tenant.id, eventId: "e1" }),
  );
});

test.each([
  ["#nonsense", "This address names no event."],
  [writeEventLink({ tenantId: tenant.id, eventId: "gone" }), "This event is not on this device"],
  [writeEventLink({ tenantId: tenant.id, since: now + 1 }), "Nothing has arrived since"],
])("%s says in words what there is", async (hash, sentence) => {
  const { place, expectSoon } = await showPage(hash);
  await expectSoon(() => words(place)).toContain(sentence);
});

test.each([
  ["one event", writeEventLink({ tenantId: tenant.id, eventId: "e1" })],
  ["a list", writeEventLink({ tenantId: tenant.id, since: now })],
])("once its tenant is forgotten %s is shown no longer, and the page says why", async (_, hash) => {
  const { place, expectSoon } = await showPage(hash);
  await expectSoon(() => words(place)).toContain("e1@example.com");
  tenants.value = [];
  await expectSoon(() => words(place)).toContain("This tenant was forgotten");
  expect(words(place)).not.toContain("example.com");
});

test("a log that cannot be read is told, and not said to be read still", async () => {
  const { place, expectSoon } = await showPage(
    writeEventLink({ tenantId: tenant.id, since: now }),
    () => Promise.reject(new EventLogError("blocked")),
  );
  await expectSoon(() => words(place)).toContain("The event log could not be read.");
  expect(words(place)).not.toContain("Reading");
});

test("an event page writes out the hidden characters of what it shows", async () => {
  tenants.value = [{ tenant: { ...tenant, name: "lo\u202Ecal" } }];
  const link = writeEventLink({ tenantId: tenant.id, eventId: "e1" });
  const { place, expectSoon } = await showPage(link);
  await expectSoon(() => words(find(place, "header"))).toBe(String.raw`Eventtenant: lo\u202ecal`);
});
