import { describe, expect, test } from "vitest";
import {
  noSettings,
  settingsSchema,
  firstTenantSchema,
} from "../../../../lib/messages/settings.ts";
import { createTenantRef } from "../../../../lib/worker/create-tenant-ref.ts";
import { createSettingsStore } from "../../../../lib/worker/settings-store.ts";
import { sampleTenant } from "../messages/sample-activity.ts";
import { createMemoryItem, type Slot } from "./memory-item.ts";

const other = { ...sampleTenant, id: "https://other.example", origin: "https://other.example" };

function openStore() {
  const slot: Slot = { text: undefined };
  const items = {
    settings: createMemoryItem((stored) => settingsSchema.parse(stored), slot),
    firstTenant: createMemoryItem((stored) => firstTenantSchema.parse(stored)),
  };
  return { items, slot, store: createSettingsStore(items, () => createTenantRef(crypto)) };
}

describe("the references of tenants", () => {
  test("are random, and stay through every change of the tenant", async () => {
    const { store } = openStore();
    const add = () => store.update((known) => ({ ...known, tenants: [sampleTenant, other] }));
    const { refs } = await add();
    expect(Object.keys(refs)).toEqual([sampleTenant.id, other.id]);
    expect(new Set(Object.values(refs)).size).toBe(2);
    for (const ref of Object.values(refs)) expect(ref).toMatch(/^[0-9a-f]{16}$/);
    await store.update((known) => ({
      ...known,
      tenants: [other, { ...sampleTenant, name: "another name" }],
    }));
    expect((await store.read()).refs).toEqual(refs);
  });

  test("change when the tenant is forgotten and added again", async () => {
    const { store } = openStore();
    const add = () => store.update((known) => ({ ...known, tenants: [sampleTenant] }));
    const before = (await add()).refs[sampleTenant.id];
    const forgotten = await store.update(() => noSettings);
    expect(forgotten.refs).toEqual({});
    const after = (await add()).refs[sampleTenant.id];
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  test("are added and stored when settings without them are read", async () => {
    const { store, slot } = openStore();
    const { refs: _none, ...older } = { ...noSettings, tenants: [sampleTenant] };
    slot.text = JSON.stringify(older);
    const { refs } = await store.read();
    expect(refs[sampleTenant.id]).toMatch(/^[0-9a-f]{16}$/);
    expect(slot.text).toContain(refs[sampleTenant.id]);
    expect((await store.read()).refs).toEqual(refs);
  });

  test("are added to the tenant of the first released version", async () => {
    const { store, items } = openStore();
    const { id, name, origin, clientId } = sampleTenant;
    await items.firstTenant.write({ id, name, origin, clientId });
    const { refs } = await store.read();
    expect(refs[id]).toMatch(/^[0-9a-f]{16}$/);
    expect((await store.read()).refs).toEqual(refs);
  });
});
