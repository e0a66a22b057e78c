import { createModel, signal } from "@preact/signals";
import type { CommandSender } from "../../messages/command-channel.ts";
import {
  settingsFileSchema,
  settingsVersion,
  type PlannedTenant,
  type SettingsFile,
} from "../../messages/settings.ts";
import { toFailure } from "../failure.ts";
import { isResponseLost } from "../is-response-lost.ts";
import { readChosenFile, type ChosenFile } from "../read-chosen-file.ts";
import { readOnly } from "../read-only.ts";

export interface SettingsFilePort {
  send: CommandSender;
  /** Saves a text as a file. */
  download(name: string, text: string): void;
  /** Unix time in ms. */
  now(): number;
}

export type SettingsFileState =
  | { kind: "idle" }
  | { kind: "working" }
  | { kind: "exported"; file: string; tenantCount: number }
  /** The changes of the import, for the user to confirm. */
  | {
      kind: "previewed";
      file: SettingsFile;
      tenants: readonly PlannedTenant[];
      refused: readonly number[];
    }
  | {
      kind: "imported";
      added: readonly string[];
      replaced: readonly string[];
      /** Tenants whose new login domains were not approved. */
      leftOut: readonly string[];
      /** The positions of unreadable entries in the file, from 1. */
      refused: readonly number[];
    }
  | { kind: "failed"; title: string; message: string };

/** Exports the settings to a file, and imports them from one. */
export const SettingsFileModel = createModel((port: SettingsFilePort) => {
  const state = signal<SettingsFileState>({ kind: "idle" });
  const approved = signal<readonly string[]>([]);

  async function perform(title: string, work: () => Promise<SettingsFileState>): Promise<void> {
    if (state.peek().kind === "working") return;
    state.value = { kind: "working" };
    try {
      state.value = await work();
    } catch (error) {
      state.value = { kind: "failed", title, message: toFailure(error).message };
    }
  }

  return {
    state: readOnly(state),

    /** Saves the settings of all tenants, without secrets, as a file. */
    exportSettings: (): Promise<void> =>
      perform("Could not export the settings.", async () => {
        const settings = await port.send("settings.export", {});
        const file = nameFile("tenant-inspector-settings", port.now());
        port.download(file, `${JSON.stringify(settings, undefined, 2)}\n`);
        return { kind: "exported", file, tenantCount: settings.tenants.length };
      }),

    /** The new login domains that the user approved. */
    approved: readOnly(approved),

    /** Reads a chosen file and shows the changes of its import. */
    previewImport: (file: ChosenFile): Promise<void> =>
      perform(notImported, async () => {
        approved.value = [];
        const read = await readSettingsFile(file);
        if ("problem" in read) return { kind: "failed", title: notImported, message: read.problem };
        return { kind: "previewed", ...read, ...(await port.send("settings.preview", read)) };
      }),

    /** Sets the approval of a new login domain. */
    approve(loginOrigin: string, isApproved: boolean): void {
      const others = approved.peek().filter((known) => known !== loginOrigin);
      approved.value = isApproved ? [...others, loginOrigin] : others;
    },

    /** Imports the previewed file. */
    async confirmImport(): Promise<void> {
      const shown = state.peek();
      if (shown.kind !== "previewed") return;
      const request = { file: shown.file, loginOrigins: [...approved.peek()] };
      await perform(notImported, async () => {
        try {
          return { kind: "imported", ...(await port.send("settings.import", request)) };
        } catch (error) {
          if (!isResponseLost(toFailure(error))) throw error;
          return unknownOutcome;
        }
      });
    },

    /** Closes the preview without an import. */
    cancelImport(): void {
      if (state.peek().kind === "previewed") state.value = { kind: "idle" };
    },
  };
});

const notImported = "Nothing was imported.";
/** The browser can end the worker after it has stored the tenants. */
const unknownOutcome: SettingsFileState = {
  kind: "failed",
  title: "The outcome of the import is unknown.",
  message:
    "The background worker did not answer. Check the list of tenants, then import the file again if necessary.",
};

/**
 * Returns a file name with the date (UTC), so that exports of several days have different names.
 */
export function nameFile(name: string, now: number): string {
  return `${name}-${new Date(now).toISOString().slice(0, 10)}.json`;
}

async function readSettingsFile(
  file: ChosenFile,
): Promise<{ file: SettingsFile } | { problem: string }> {
  const read = await readChosenFile(file);
  if ("problem" in read) return read;
  const parsed = settingsFileSchema.safeParse(read.content);
  if (!parsed.success) {
    return {
      problem:
        "The file contains no settings of Tenant Inspector. Choose a file that this page exported.",
    };
  }
  if (parsed.data.version > settingsVersion) {
    return {
      problem:
        "The file was created by a newer version of Tenant Inspector. Update the extension, then import it again.",
    };
  }
  return { file: parsed.data };
}
