import { describe, expect, test } from "vitest";
import { click, find, findButton, findField, perform, words } from "../show.ts";
import { showOptions } from "./show-options.tsx";

const settings = {
  kind: "tenant-inspector-settings",
  version: 2,
  exportedAt: "2026-11-21T09:00:00Z",
  tenants: [{ name: "a" }],
};

/** Chooses a file, as the browser's own dialogue does. */
async function choose(place: ParentNode, file: File): Promise<void> {
  const input = findField(place, "Import settings");
  await perform(async () => {
    Object.defineProperty(input, "files", { configurable: true, value: [file] });
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await file.text();
  });
}

describe("settings in a file", () => {
  test("are saved with a word on where they are and what is not in them", async () => {
    const { dataSection, worker, saved } = await showOptions();
    worker.answer("settings.export", settings);
    await click(findButton(dataSection(), "Export settings"));
    expect(saved.map(({ name }) => name)).toEqual(["tenant-inspector-settings-2026-11-21.json"]);
    expect(words(find(dataSection(), "[role=status]"))).toContain(
      "1 tenant in tenant-inspector-settings-2026-11-21.json, without credentials.",
    );
  });

  test("are imported, and what became of each is told by name and place", async () => {
    const { dataSection, worker } = await showOptions();
    worker.answer("settings.import", { added: ["A", "B"], replaced: ["C"], refused: [2, 5] });
    await choose(dataSection(), new File([JSON.stringify(settings)], "settings.json"));
    const told = words(find(dataSection(), ".notice"));
    expect(told).toContain("Added: A, B.Replaced: C.Refused");
    expect(told).toContain("entries 2, 5 of the file");
    expect(worker.sent).toEqual([{ command: "settings.import", request: { file: settings } }]);
  });

  test("in which nothing could be read are told as nothing", async () => {
    const { dataSection, worker } = await showOptions();
    worker.answer("settings.import", { added: [], replaced: [], refused: [1] });
    await choose(dataSection(), new File([JSON.stringify(settings)], "settings.json"));
    expect(words(find(dataSection(), ".notice"))).toContain("Nothing was imported.");
  });

  test("that are no settings are refused with a sentence", async () => {
    const { dataSection, worker } = await showOptions();
    await choose(dataSection(), new File(["<html>"], "page.html"));
    expect(words(find(dataSection(), "[role=alert]"))).toContain("The file is not JSON.");
    expect(worker.sent).toEqual([]);
  });
});

describe("forgetting everything", () => {
  test("says what goes, and goes only after the second press", async () => {
    const { dataSection, worker } = await showOptions();
    worker.answer("everything.forget", {});
    await click(findButton(dataSection(), "Forget everything…"));
    const asked = words(find(dataSection(), "[role=group]"));
    expect(asked).toContain("every credential and token, all stored events and the permissions");
    expect(worker.sent).toEqual([]);
    await click(findButton(dataSection(), "Yes, forget everything"));
    expect(worker.sent).toEqual([{ command: "everything.forget", request: {} }]);
    expect(words(find(dataSection(), "[role=status]"))).toContain("Everything was forgotten.");
  });

  test("can be thought better of", async () => {
    const { dataSection, worker } = await showOptions();
    await click(findButton(dataSection(), "Forget everything…"));
    await click(findButton(dataSection(), "Keep it"));
    expect(worker.sent).toEqual([]);
    expect(findButton(dataSection(), "Forget everything…").disabled).toBe(false);
  });

  test("that fails says so", async () => {
    const { dataSection, worker } = await showOptions();
    worker.refuse("everything.forget", { code: "unexpected", message: "The worker failed." });
    await click(findButton(dataSection(), "Forget everything…"));
    await click(findButton(dataSection(), "Yes, forget everything"));
    expect(words(find(dataSection(), "[role=alert]"))).toContain("Not everything was forgotten.");
  });
});
