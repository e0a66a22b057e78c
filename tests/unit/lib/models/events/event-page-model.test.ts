import { effect, signal } from "@preact/signals";
import { expect, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import { writeEventAddress, type EventLink } from "../../../../../lib/messages/event-link.ts";
import { EventPageModel } from "../../../../../lib/models/events/event-page-model.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { now, openWrittenLog, until } from "./event-log-harness.ts";

const otherTenant = { ...sampleTenant, id: "https://other.example", name: "Other" };
const acme = { tenant: sampleTenant, ref: "a".repeat(16) };
const other = { tenant: otherTenant, ref: "b".repeat(16) };

const hashOf = (link: EventLink): string => writeEventAddress(link).replace("/event.html", "");
const event = (sequence: number, storedAt = now) =>
  hashOf({ tenantRef: acme.ref, sequence, storedAt });
const since = (time: number) => hashOf({ tenantRef: acme.ref, since: time });

async function openPage() {
  const { log, write: store } = await openWrittenLog();
  const tenants = signal<{ tenant: Tenant; ref?: string }[]>([acme, other]);
  const isLoaded = signal(true);
  const trouble = signal<{ message: string } | undefined>(undefined);
  let readings = 0;
  const model = new EventPageModel({
    openLog: () => {
      readings += 1;
      return Promise.resolve(log);
    },
    activity: { tenants, isLoaded, trouble },
    now: () => now,
  });
  return {
    model,
    isLoaded,
    trouble,
    readings: () => readings,
    tenants,
    /** Stores events, and replaces the tenant's entry, as the worker does. */
    write: async (...events: Parameters<typeof store>) => {
      await store(...events);
      tenants.value = tenants.peek().map((one) => (one.tenant === sampleTenant ? { ...one } : one));
    },
  };
}

test("shows the event of the URL, with the tenant's name", async () => {
  const { write, model } = await openPage();
  await write([{}]);
  model.open(event(1));
  expect(await until(model.detail, ({ kind }) => kind === "shown")).toMatchObject({
    detail: { event: { id: "e1" } },
  });
  expect(model.tenantName.value).toBe("Acme");
});

test("shows an event once it is stored", async () => {
  const { write, model } = await openPage();
  model.open(event(1));
  await until(model.detail, ({ kind }) => kind === "gone");
  await write([{}]);
  expect(await until(model.detail, ({ kind }) => kind === "shown")).toMatchObject({
    detail: { event: { id: "e1" } },
  });
  model[Symbol.dispose]();
});

test("keeps the message about a deleted event while others arrive, without loading again", async () => {
  const { write, model } = await openPage();
  model.open(event(9));
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

test("lists the events since a time, oldest first, and adds new ones", async () => {
  const { write, model } = await openPage();
  await write([{}], { at: now - 1 });
  await write([{}, {}], { at: now });
  model.open(since(now));
  const listed = await until(model.list, (list) => list !== undefined);
  expect(listed?.map(({ id }) => id)).toEqual(["e2", "e3"]);
  await write([{}], { at: now + 1 });
  await until(model.list, (list) => list?.length === 3);
  model[Symbol.dispose]();
});

test("does not load again for a change at another tenant", async () => {
  const { model, tenants, readings } = await openPage();
  model.open(since(now));
  await until(model.list, (list) => list !== undefined);
  const before = readings();
  tenants.value = tenants.peek().map((one) => (one === other ? { ...other } : one));
  expect(readings()).toBe(before);
  model[Symbol.dispose]();
});

test("keeps no data of a forgotten tenant, not even its name", async () => {
  const { model, tenants, write, readings } = await openPage();
  await write([{}]);
  model.open(event(1));
  await until(model.detail, ({ kind }) => kind === "shown");
  const before = readings();
  tenants.value = [other];
  expect(model.isForgotten.value).toBe(true);
  expect(model.tenantName.value).toBeUndefined();
  expect(model.detail.value).toEqual({ kind: "none" });
  model.open(since(0));
  expect(model.isForgotten.value).toBe(true);
  expect(model.list.value).toBeUndefined();
  expect(readings()).toBe(before);
  tenants.value = [acme];
  expect(model.isForgotten.value).toBe(false);
  await until(model.list, (list) => list?.length === 1);
  model[Symbol.dispose]();
});

test("does not report a tenant as forgotten before the worker responds, or while the settings are unreadable", async () => {
  const { model, tenants, isLoaded, trouble, write } = await openPage();
  await write([{}]);
  tenants.value = [];
  isLoaded.value = false;
  model.open(event(1));
  expect(model.isForgotten.value).toBe(false);
  expect(model.trouble.value).toBeUndefined();
  trouble.value = { message: "The stored setting cannot be read." };
  isLoaded.value = true;
  expect(model.isForgotten.value).toBe(false);
  expect(model.trouble.value?.message).toBe("The stored setting cannot be read.");
  tenants.value = [acme];
  expect(model.trouble.value).toBeUndefined();
  await until(model.detail, ({ kind }) => kind === "shown");
  tenants.value = [other];
  expect(model.isForgotten.value).toBe(true);
  expect(model.detail.value).toEqual({ kind: "none" });
  model[Symbol.dispose]();
});

test("does not report a forgotten tenant for an invalid URL", async () => {
  const { model, tenants } = await openPage();
  model.open("#nonsense");
  tenants.value = [];
  expect(model.isForgotten.value).toBe(false);
});

test("links to the last hour of the URL's tenant, or of every tenant once that one is forgotten", async () => {
  const { model, tenants } = await openPage();
  const lastHour = (tenantRef: string) => writeEventAddress({ tenantRef, since: now - 3_600_000 });
  model.open(event(9));
  expect(model.recent.value).toEqual([{ name: "Acme", address: lastHour(acme.ref) }]);
  const third = { tenant: { ...otherTenant, id: "https://third.example", name: "Third" } };
  tenants.value = [other, third];
  expect(model.recent.value).toEqual([{ name: "Other", address: lastHour(other.ref) }]);
});

test("shows nothing for an invalid URL", async () => {
  const { model } = await openPage();
  model.open("#nonsense");
  expect(model.link.value).toBeUndefined();
  expect(model.detail.value).toEqual({ kind: "none" });
});

test("reports an unreadable log", async () => {
  const model = new EventPageModel({
    openLog: () => Promise.reject(new EventLogError("blocked")),
    activity: {
      tenants: signal([acme]),
      isLoaded: signal(true),
      trouble: signal(undefined),
    },
    now: () => now,
  });
  model.open(since(now));
  const failure = await until(model.failure, (told) => told !== undefined);
  expect(failure?.code).toBe("blocked");
  model[Symbol.dispose]();
});
