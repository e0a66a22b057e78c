import { describe, expect, test } from "vitest";

import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import { RemoteError } from "../../../../../lib/messages/remote-error.ts";
import { settingsVersion, type SettingsFile } from "../../../../../lib/messages/settings.ts";
import type { ChosenFile } from "../../../../../lib/models/read-chosen-file.ts";
import { SettingsFileModel } from "../../../../../lib/models/tenants/settings-file-model.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";

const settings: SettingsFile = {
  kind: "tenant-inspector-settings",
  version: settingsVersion,
  exportedAt: "2026-11-21T09:00:00Z",
  tenants: [sampleTenant],
};

function openModel(given: Partial<CommandHandlers> = {}, hasRoom = true) {
  const saved: { name: string; text: string }[] = [];
  const { send, sent } = createFakeWorker(given);
  const model = new SettingsFileModel({
    send,
    now: () => Date.UTC(2026, 10, 21, 23, 59),
    download(name, text) {
      if (!hasRoom) throw new Error("no room for tenants-of-ada.json");
      saved.push({ name, text });
    },
  });
  return { model, sent, saved };
}

function fileOf(content: unknown, over: Partial<ChosenFile> = {}): ChosenFile {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { name: "settings.json", size: text.length, text: async () => text, ...over };
}

describe("exporting", () => {
  test("saves the worker's settings as a file with the date in its name", async () => {
    const { model, saved } = openModel({ "settings.export": async () => settings });
    await model.exportSettings();
    expect(saved.map(({ name }) => name)).toEqual(["tenant-inspector-settings-2026-11-21.json"]);
    expect(JSON.parse(saved[0]?.text ?? "")).toEqual(settings);
    expect(model.state.value).toEqual({
      kind: "exported",
      file: "tenant-inspector-settings-2026-11-21.json",
      tenantCount: 1,
    });
  });

  test("shows the reason of a rejection, and saves nothing", async () => {
    const error = new WorkerError("no-tenant", "They cannot be read.");
    const { model, saved } = openModel({ "settings.export": () => Promise.reject(error) });
    await model.exportSettings();
    expect(model.state.value).toEqual({
      kind: "failed",
      title: "Could not export the settings.",
      message: "They cannot be read.",
    });
    expect(saved).toEqual([]);
  });

  test("reports a failed download with its own message", async () => {
    const { model } = openModel({ "settings.export": async () => settings }, false);
    await model.exportSettings();
    expect(model.state.value).toMatchObject({ kind: "failed" });
    expect(JSON.stringify(model.state.value)).not.toContain("tenants-of-ada");
  });
});

describe("importing", () => {
  const outcome = { added: ["Acme"], replaced: ["B"], leftOut: [], refused: [3] };
  const plan = { tenants: [], refused: [3] };
  const handlers = {
    "settings.preview": async () => plan,
    "settings.import": async () => outcome,
  } satisfies Partial<CommandHandlers>;

  test("previews the changes, and imports them once after a confirmation, with the approved domains", async () => {
    const { model, sent } = openModel(handlers);
    await model.previewImport(fileOf(`\uFEFF${JSON.stringify(settings)}`));
    expect(sent).toEqual([{ command: "settings.preview", request: { file: settings } }]);
    expect(model.state.value).toEqual({ kind: "previewed", file: settings, ...plan });
    model.approve("https://a.example", true);
    model.approve("https://b.example", true);
    model.approve("https://a.example", false);
    await model.confirmImport();
    expect(sent[1]).toEqual({
      command: "settings.import",
      request: { file: settings, loginOrigins: ["https://b.example"] },
    });
    expect(model.state.value).toEqual({ kind: "imported", ...outcome });
  });

  test("whose response was lost is not reported as one that stored nothing", async () => {
    const lost = new RemoteError({ code: "worker-unreachable", message: "It ended.", facts: {} });
    const { model } = openModel({ ...handlers, "settings.import": () => Promise.reject(lost) });
    await model.previewImport(fileOf(settings));
    await model.confirmImport();
    expect(model.state.value).toEqual({
      kind: "failed",
      title: "The outcome of the import is unknown.",
      message:
        "The background worker did not answer. Check the list of tenants, then import the file again if necessary.",
    });
  });

  test("that is cancelled changes nothing, and its approvals do not apply to the next file", async () => {
    const { model, sent } = openModel(handlers);
    await model.previewImport(fileOf(settings));
    model.approve("https://a.example", true);
    model.cancelImport();
    expect(model.state.value).toEqual({ kind: "idle" });
    await model.confirmImport();
    expect(sent).toHaveLength(1);
    await model.previewImport(fileOf(settings));
    expect(model.approved.value).toEqual([]);
  });

  test("leaves the validation of each entry to the worker", async () => {
    const { model, sent } = openModel(handlers);
    const tenants = [7, { name: "half" }];
    await model.previewImport(fileOf({ ...settings, tenants }));
    expect(sent[0]?.request).toEqual({ file: { ...settings, tenants } });
  });

  test.each([
    ["invalid JSON", "{", "not JSON"],
    ["JSON of something else", { kind: "other" }, "no settings of Tenant Inspector"],
    ["a bare list", [], "no settings of Tenant Inspector"],
    [
      "too many tenants",
      { ...settings, tenants: Array.from({ length: 51 }, () => 1) },
      "no settings of Tenant Inspector",
    ],
    ["settings of a newer version", { ...settings, version: settingsVersion + 1 }, "newer version"],
  ])("rejects a file with %s with a message", async (_what, content, words) => {
    const { model, sent } = openModel();
    await model.previewImport(fileOf(content));
    expect(model.state.value).toEqual({
      kind: "failed",
      title: "Nothing was imported.",
      message: expect.stringContaining(words),
    });
    expect(sent).toEqual([]);
  });

  test("does not read a file beyond the size limit", async () => {
    const { model } = openModel();
    const text = () => Promise.reject(new Error("The file was read."));
    await model.previewImport(fileOf("", { size: 1024 * 1024 + 1, text }));
    expect(model.state.value).toMatchObject({
      message: expect.stringContaining("larger than 1 MB"),
    });
  });

  test("reports a file that no longer exists", async () => {
    const { model } = openModel();
    const text = () => Promise.reject(new Error("gone: tenants-of-ada.json"));
    await model.previewImport(fileOf("", { text }));
    expect(model.state.value).toMatchObject({
      message: expect.stringContaining("Could not read"),
    });
  });

  test("shows the worker's message of a rejection, and reads one file at a time", async () => {
    const error = new WorkerError("no-tenant", "There is no room.");
    const { model, sent } = openModel({ "settings.preview": () => Promise.reject(error) });
    const file = fileOf(settings);
    await Promise.all([model.previewImport(file), model.previewImport(file)]);
    expect(sent).toHaveLength(1);
    expect(model.state.value).toMatchObject({ message: "There is no room." });
  });
});
