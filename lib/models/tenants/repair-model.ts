import { createModel, signal } from "@preact/signals";
import type { WorkerTrouble } from "../../messages/activity-feed.ts";
import type { SettingsFilePort } from "./settings-file-model.ts";
import { nameFile } from "./settings-file-model.ts";
import { toFailure } from "../failure.ts";
import { readOnly } from "../read-only.ts";

export type RepairState =
  | { kind: "idle" }
  | { kind: "working" }
  | { kind: "repaired"; message: string }
  | { kind: "failed"; title: string; message: string };

/**
 * A repair of a problem of the worker: remove the settings or the events, or retry storing events.
 * Events of a newer version are only removed if the user wants them no longer.
 */
export type RepairAction = "reset-settings" | "reset-events" | "leave-events" | "store-again";

const repairActions: Readonly<Record<string, RepairAction>> = {
  "damaged-storage": "reset-settings",
  "open-failed": "reset-events",
  newer: "leave-events",
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
  const copy = signal<string | undefined>(undefined);

  /** Performs a step of a repair. The last one returns what was repaired. */
  async function perform(title: string, work: () => Promise<string | undefined>): Promise<void> {
    if (state.peek().kind === "working") return;
    state.value = { kind: "working" };
    try {
      const message = await work();
      state.value = message === undefined ? { kind: "idle" } : { kind: "repaired", message };
    } catch (error) {
      state.value = { kind: "failed", title, message: toFailure(error).message };
    }
  }

  return {
    state: readOnly(state),

    /** The name of the copy of the settings; undefined before they are saved. */
    copy: readOnly(copy),

    /** Saves the stored settings as a file. */
    saveCopy: (): Promise<void> =>
      perform("Could not save a copy of the settings.", async () => {
        const { text } = await port.send("settings.rescue", {});
        const file = nameFile("tenant-inspector-damaged-settings", port.now());
        port.download(file, text);
        copy.value = file;
        return undefined;
      }),

    /**
     * Removes the settings after a copy was saved. This is a step of its own: a browser does not
     * tell a page if the user cancelled a download.
     */
    async resetSettings(): Promise<void> {
      const file = copy.peek();
      if (file === undefined) return;
      await perform("Could not reset the settings.", async () => {
        await port.send("settings.reset", {});
        copy.value = undefined;
        return `The settings were reset. The copy is the file ${file}.`;
      });
    },

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
