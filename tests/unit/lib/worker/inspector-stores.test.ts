import { expect, test } from "vitest";
import type { StoredItem } from "../../../../lib/worker/ports.ts";
import { createInspectorStores } from "../../../../lib/worker/inspector-stores.ts";
import { createMemoryArea } from "./memory-area.ts";

/** Lists the created items, each as its area and key. */
function listItems(): string[] {
  const items: string[] = [];
  const stores = createInspectorStores(createMemoryArea().ports, (area, key) => {
    items.push(`${area} ${key}`);
    const refuse = () => Promise.reject(new Error(`Nothing was faked for ${key}.`));
    const item: StoredItem<never> = {
      read: refuse,
      readRaw: refuse,
      write: refuse,
      remove: refuse,
    };
    return item;
  });
  for (const tenantId of ["https://a.example", "https://b.example"]) {
    stores.gate(tenantId);
    stores.silence(tenantId);
    stores.drafts.exchange(tenantId);
  }
  return items;
}

test("keeps on the device what outlives the browser or an update, the rest for the session", () => {
  expect(listItems().filter((item) => item.startsWith("local "))).toEqual([
    "local settings",
    "local tenant",
    "local sealedCredentials",
    "local rememberedKinds",
    "local sessionCredentials",
    "local exchanges",
    "local panelView",
    "local presets",
    "local draftCopy",
    "local streamSilence https://a.example",
    "local streamSilence https://b.example",
  ]);
});

test("gives each item its own key, and each tenant its own gate and draft", () => {
  const items = listItems();
  expect(new Set(items).size).toBe(items.length);
  expect(items).toContain("session streamGate https://b.example");
});
