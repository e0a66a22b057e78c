import { effect, signal } from "@preact/signals";
import { expect, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import { writeEventLink } from "../../../../../lib/models/events/event-link.ts";
import { EventPageModel } from "../../../../../lib/models/events/event-page-model.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { now, openWrittenLog, tenantId, until } from "./event-log-harness.ts";

const otherTenant = { ...sampleTenant, id: "https://other.example", name: "Other" };

async function openPage() {
  const { log, write: store } = await openWrittenLog();
  const tenants = signal([{ tenant: sampleTenant }, { tenant: otherTenant }]);
  const isLoaded = signal(true);
  const trouble = signal<{ code: string } | undefined>(undefined);
  let readings = 0;
  const model = new EventPageModel({
    openLog: () => {
      readings += 1;
      return Promise.resolve(log);
    },
    activity: { tenants, isLoaded, trouble },
  });
  return {
    model,
    isLoaded,
    trouble,
    readings: () => readings,
    tenants,
    /** Stores events, and tells of it as the worker does: the tenant's entry is another one. */
    write: async (...events: Parameters<typeof store>) => {
      await store(...events);
      tenants.value = tenants.peek().map((one) => (one.tenant === sampleTenant ? { ...one } : one));
    },
  };
}

test("the event of the address is shown, under the tenant's name", async () => {
  const { write, model } = await openPage();
  await write([{}]);
  model.open(writeEventLink({ tenantId, eventId: "e1" }));
  expect(await until(model.detail, ({ kind }) => kind === "shown")).toMatchObject({
    detail: { event: { id: "e1" } },
  });
  expect(model.tenantName.value).toBe("Acme");
});

test("an event that is not stored yet is shown once it is", async () => {
  const { write, model } = await openPage();
  model.open(writeEventLink({ tenantId, eventId: "e1" }));
  await until(model.detail, ({ kind }) => kind === "gone");
  await write([{}]);
  expect(await until(model.detail, ({ kind }) => kind === "shown")).toMatchObject({
    detail: { event: { id: "e1" } },
  });
  model[Symbol.dispose]();
});

test("an event that is gone stays gone while others come, without a word of reading", async () => {
  const { write, model } = await openPage();
  model.open(writeEventLink({ tenantId, eventId: "nobody" }));
  await until(model.detail, ({ kind }) => kind === "gone");
  const kinds: string[] = [];
  const stop = effect(() => {
    kinds.push(model.detail.value.kind);
  });
  await write([{}]);
  stop();
  expect([...new Set(kinds)]).toEqual(["gone"]);
  model[Symbol.dispose]();
});

test("what arrived since is listed, oldest first, and more as it comes", async () => {
  const { write, model } = await openPage();
  await write([{}], { at: now - 1 });
  await write([{}, {}], { at: now });
  model.open(writeEventLink({ tenantId, since: now }));
  const listed = await until(model.list, (list) => list !== undefined);
  expect(listed?.map(({ id }) => id)).toEqual(["e2", "e3"]);
  await write([{}], { at: now + 1 });
  await until(model.list, (list) => list?.length === 3);
  model[Symbol.dispose]();
});

test("what is heard of another tenant is no reason to read again", async () => {
  const { model, tenants, readings } = await openPage();
  model.open(writeEventLink({ tenantId, since: now }));
  await until(model.list, (list) => list !== undefined);
  const before = readings();
  tenants.value = tenants
    .peek()
    .map((one) => (one.tenant === otherTenant ? { tenant: { ...otherTenant } } : one));
  expect(readings()).toBe(before);
  model[Symbol.dispose]();
});

test("a tenant that is forgotten is called by its origin, and nothing of it is held", async () => {
  const { model, tenants, write, readings } = await openPage();
  await write([{}]);
  model.open(writeEventLink({ tenantId, eventId: "e1" }));
  await until(model.detail, ({ kind }) => kind === "shown");
  const before = readings();
  tenants.value = [{ tenant: otherTenant }];
  expect(model.isForgotten.value).toBe(true);
  expect(model.tenantName.value).toBe(tenantId);
  expect(model.detail.value).toEqual({ kind: "none" });
  model.open(writeEventLink({ tenantId, since: 0 }));
  expect(model.isForgotten.value).toBe(true);
  expect(model.list.value).toBeUndefined();
  expect(readings()).toBe(before);
  tenants.value = [{ tenant: sampleTenant }];
  expect(model.isForgotten.value).toBe(false);
  await until(model.list, (list) => list?.length === 1);
  model[Symbol.dispose]();
});

test("no tenant is called forgotten before the worker answered, nor while it can read of none", async () => {
  const { model, tenants, isLoaded, trouble, write } = await openPage();
  await write([{}]);
  tenants.value = [];
  isLoaded.value = false;
  model.open(writeEventLink({ tenantId, eventId: "e1" }));
  expect(model.isForgotten.value).toBe(false);
  trouble.value = { code: "damaged-storage" };
  isLoaded.value = true;
  expect(model.isForgotten.value).toBe(false);
  await until(model.detail, ({ kind }) => kind === "shown");
  tenants.value = [{ tenant: otherTenant }];
  expect(model.isForgotten.value).toBe(true);
  expect(model.detail.value).toEqual({ kind: "none" });
  model[Symbol.dispose]();
});

test("a page that names nothing is of no tenant that was forgotten", async () => {
  const { model, tenants } = await openPage();
  model.open("#nonsense");
  tenants.value = [];
  expect(model.isForgotten.value).toBe(false);
});

test("an address that names nothing shows nothing", async () => {
  const { model } = await openPage();
  model.open("#nonsense");
  expect(model.link.value).toBeUndefined();
  expect(model.detail.value).toEqual({ kind: "none" });
});

test("a log that cannot be read is told", async () => {
  const model = new EventPageModel({
    openLog: () => Promise.reject(new EventLogError("blocked")),
    activity: {
      tenants: signal([{ tenant: sampleTenant }]),
      isLoaded: signal(true),
      trouble: signal(undefined),
    },
  });
  model.open(writeEventLink({ tenantId, since: now }));
  const failure = await until(model.failure, (told) => told !== undefined);
  expect(failure?.code).toBe("blocked");
  model[Symbol.dispose]();
});
