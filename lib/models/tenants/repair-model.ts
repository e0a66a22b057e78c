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
 * A repair of a problem of the worker: remove the settings or the events, or retry storing events.
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

/** Repairs stored data that cannot be read. Saves a copy of the settings before their removal. */
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

    /**
     * Saves the stored settings as a file and removes them. If the save fails, nothing is removed.
     */
    resetSettings: (): Promise<void> =>
      perform("Could not reset the settings.", async () => {
        const { text } = await port.send("settings.rescue", {});
        const file = nameFile("tenant-inspector-damaged-settings", port.now());
        port.download(file, text);
        await port.send("settings.reset", {});
        return `The settings were reset. A copy is in the file ${file}.`;
      }),

    /** Retries the streams of these tenants after the user freed space for events. */
    storeAgain: (tenantIds: readonly string[]): Promise<void> =>
      perform("Could not restart the streams.", async () => {
        await Promise.all(tenantIds.map((tenantId) => port.send("stream.retry", { tenantId })));
        return "The streams were restarted from their last positions.";
      }),

    resetEvents: (): Promise<void> =>
      perform("Could not remove the stored events.", async () => {
        await port.send("events.reset", {});
        return "The stored events were removed and the streams were restarted.";
      }),
  };
});
