import { computed, createModel, signal } from "@preact/signals";
import type { WorkerTrouble } from "../../messages/activity-feed.ts";
import type { SettingsFilePort } from "./settings-file-model.ts";
import { nameFile } from "./settings-file-model.ts";
import { toFailure } from "../failure.ts";

export type RepairState =
  | { kind: "idle" }
  | { kind: "working" }
  | { kind: "repaired"; message: string }
  | { kind: "failed"; title: string; message: string };

/**
 * What can be done about a trouble of the worker: start the settings anew, or the stored events, or try to store again what the
 * log did not take; or nothing here.
 */
export type RepairAction = "reset-settings" | "reset-events" | "store-again";

const repairActions: Readonly<Record<string, RepairAction>> = {
  "damaged-storage": "reset-settings",
  "open-failed": "reset-events",
  blocked: "reset-events",
  damaged: "reset-events",
  full: "store-again",
  failed: "store-again",
};

export function findRepair(trouble: WorkerTrouble): RepairAction | undefined {
  return Object.hasOwn(repairActions, trouble.code) ? repairActions[trouble.code] : undefined;
}

/** Starts anew what cannot be read any more, after a copy of it was saved where there can be one. */
export const RepairModel = createModel((port: SettingsFilePort) => {
  const state = signal<RepairState>({ kind: "idle" });

  async function perform(title: string, work: () => Promise<string>): Promise<void> {
    if (state.peek().kind === "working") return;
    state.value = { kind: "working" };
    try {
      state.value = { kind: "repaired", message: await work() };
    } catch (error) {
      state.value = { kind: "failed", title, message: toFailure(error).message };
    }
  }

  return {
    state: computed(() => state.value),

    /** Saves what is stored, as it is, and removes it. Nothing is removed unless it was saved. */
    resetSettings: (): Promise<void> =>
      perform("The settings were not reset.", async () => {
        const { text } = await port.send("settings.rescue", {});
        const file = nameFile("tenant-inspector-damaged-settings", port.now());
        port.download(file, text);
        await port.send("settings.reset", {});
        return `The settings are empty again. What was stored is in the file ${file}.`;
      }),

    /** Lets the streams of these tenants bring again what could not be stored, once there is room for it. */
    storeAgain: (tenantIds: readonly string[]): Promise<void> =>
      perform("The streams were not started again.", async () => {
        await Promise.all(tenantIds.map((tenantId) => port.send("stream.retry", { tenantId })));
        return "The streams were started again, each where it stood.";
      }),

    resetEvents: (): Promise<void> =>
      perform("The stored events were not removed.", async () => {
        await port.send("events.reset", {});
        return "The stored events were removed, and the streams begin anew.";
      }),
  };
});
