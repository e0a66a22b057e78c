import { describe, expect, test } from "vitest";
import { click, find, findButton, findField, perform, words } from "../show.ts";
import { showOptions } from "./show-options.tsx";

const showData = (
  differing: Parameters<typeof showOptions>[0] = {},
  settings: Parameters<typeof showOptions>[1] = {},
) => showOptions(differing, { ...settings, section: "data" });

const settings = {
  kind: "tenant-inspector-settings",
  version: 2,
  exportedAt: "2026-11-21T09:00:00Z",
  tenants: [{ name: "a" }],
};

/** Chooses a file, as the browser's file dialog does. */
async function choose(place: ParentNode, file: File): Promise<void> {
  const input = findField(place, "Import settings");
  await perform(async () => {
    Object.defineProperty(input, "files", { configurable: true, value: [file] });
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await file.text();
  });
}

describe("the settings file", () => {
  test("is saved, with a note about its place and its content", async () => {
    const { dataSection, worker, saved } = await showData();
    worker.answer("settings.export", settings);
    await click(findButton(dataSection(), "Export settings"));
    expect(saved.map(({ name }) => name)).toEqual(["tenant-inspector-settings-2026-11-21.json"]);
    expect(words(find(dataSection(), "[role=status]"))).toContain(
      "1 tenant in tenant-inspector-settings-2026-11-21.json, without credentials.",
    );
  });

  const planned = { name: "A", origin: "https://a.example", changes: [], isReadOnlyKept: false };
  const newTenant = { ...planned, isAdded: true, newLoginOrigin: "https://a.example" };
  const known = {
    ...planned,
    name: "C",
    origin: "https://c.example",
    isAdded: false,
    isReadOnlyKept: true,
    changes: [{ field: "Client ID", from: "one", to: "two" }],
  };

  test("is previewed before the import, and the result names each tenant and entry", async () => {
    const { dataSection, worker } = await showData();
    worker.answer("settings.preview", { tenants: [newTenant, known], refused: [2, 5] });
    worker.answer("settings.import", {
      added: ["A"],
      replaced: ["C"],
      leftOut: ["D"],
      refused: [2, 5],
    });
    await choose(dataSection(), new File([JSON.stringify(settings)], "settings.json"));
    const shown = words(find(dataSection(), ".import-preview"));
    expect(shown).toContain("A https://a.example new");
    expect(shown).toContain("C https://c.example changesClient IDone → two");
    expect(shown).toContain("Read-onlystays on.");
    expect(shown).toContain("Entries 2, 5 of the file are invalid");
    expect(worker.sent.map(({ command }) => command)).toEqual(["settings.preview"]);
    await click(find(dataSection(), ".import-preview input"));
    await click(findButton(dataSection(), "Import"));
    const told = words(find(dataSection(), ".notice"));
    expect(told).toContain(
      "Added: A.Replaced: C.Skipped because the login domain was not approved: D.",
    );
    expect(told).toContain("entries 2, 5 of the file");
    expect(worker.sent[1]).toEqual({
      command: "settings.import",
      request: { file: settings, loginOrigins: ["https://a.example"] },
    });
  });

  test("without a valid entry imports nothing", async () => {
    const { dataSection, worker } = await showData();
    worker.answer("settings.preview", { tenants: [], refused: [1] });
    await choose(dataSection(), new File([JSON.stringify(settings)], "settings.json"));
    const shown = words(find(dataSection(), ".import-preview"));
    expect(shown).toContain("The file contains no valid tenant.");
    expect(findButton(dataSection(), "Import").disabled).toBe(true);
    await click(findButton(dataSection(), "Cancel import"));
    expect(dataSection().querySelector(".import-preview")).toBeNull();
  });

  test("without settings is rejected with a message", async () => {
    const { dataSection, worker } = await showData();
    await choose(dataSection(), new File(["<html>"], "page.html"));
    expect(words(find(dataSection(), "[role=alert]"))).toContain("The file is not JSON.");
    expect(worker.sent).toEqual([]);
  });
});

describe("forgetting everything", () => {
  test("lists what will be removed, and waits for the second press", async () => {
    const { dataSection, worker } = await showData();
    worker.answer("everything.forget", {});
    await click(findButton(dataSection(), "Forget everything…"));
    const asked = words(find(dataSection(), "[role=group]"));
    expect(asked).toContain(
      "every credential and token, all presets, stored events and the permissions",
    );
    expect(worker.sent).toEqual([]);
    await click(findButton(dataSection(), "Yes, forget everything"));
    expect(worker.sent).toEqual([{ command: "everything.forget", request: {} }]);
    expect(words(find(dataSection(), "[role=status]"))).toContain("All data was removed.");
  });

  test("can be cancelled", async () => {
    const { dataSection, worker } = await showData();
    await click(findButton(dataSection(), "Forget everything…"));
    await click(findButton(dataSection(), "Cancel"));
    expect(worker.sent).toEqual([]);
    expect(findButton(dataSection(), "Forget everything…").disabled).toBe(false);
  });

  test("reports a failure", async () => {
    const { dataSection, worker } = await showData();
    worker.refuse("everything.forget", { code: "unexpected", message: "The worker failed." });
    await click(findButton(dataSection(), "Forget everything…"));
    await click(findButton(dataSection(), "Yes, forget everything"));
    expect(words(find(dataSection(), "[role=alert]"))).toContain("Some data was not removed.");
  });
});
