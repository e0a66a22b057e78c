import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import { plural } from "../../encoding/plural.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import { maxPresetNameLength, presetSchema, type Preset } from "../../messages/preset.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { dropSecrets } from "../../runs/drop-secrets.ts";
import type { Operation } from "../../runs/operation.ts";
import type { RunDraft } from "../../runs/run-draft.ts";
import { toFailure } from "../failure.ts";
import type { ChosenFile } from "../read-chosen-file.ts";
import { findFreeName, readPresetFile, writePresetFile } from "./preset-file.ts";
import { readOnly } from "../read-only.ts";

export interface PresetsPort {
  send: CommandSender;
  /** The selected tenant. */
  tenant: ReadonlySignal<Tenant | undefined>;
  operations: readonly Operation[];
  createId: () => string;
  /** Saves a JSON text as a file. */
  download(name: string, text: string): void;
  /** Unix time in ms. */
  now(): number;
}

/** The result of the last action, for the user. */
export interface PresetNotice {
  hasSucceeded: boolean;
  title: string;
  details: readonly string[];
  /** The preset before it was replaced, for `restore`. */
  replaced?: StoredPreset;
}

interface StoredPreset {
  tenantId: string;
  preset: Preset;
}

type Work = (tenantId: string) => Promise<{ presets: readonly Preset[] }>;

/** Creates the state of the selected tenant's presets, and the functions that change it. */
function createPresetStore(port: PresetsPort) {
  const presets = signal<readonly Preset[]>([]);
  const notice = signal<PresetNotice | undefined>(undefined);
  const removed = signal<StoredPreset | undefined>(undefined);
  const isWorking = signal(false);
  const tenantId = computed(() => port.tenant.value?.id);
  /** Counts requests. A response is ignored if that of a later request is already shown. */
  let requests = 0;
  let shownRequest = 0;

  const fail = (title: string, ...details: string[]): false => {
    notice.value = { hasSucceeded: false, title, details };
    return false;
  };

  /** Runs a command that returns the presets of the tenant, and publishes them. */
  async function request(failureTitle: string, work: Work): Promise<boolean> {
    const id = tenantId.peek();
    if (id === undefined) return false;
    const own = (requests += 1);
    try {
      const answer = await work(id);
      if (id === tenantId.peek() && own > shownRequest) {
        shownRequest = own;
        presets.value = answer.presets;
      }
      return true;
    } catch (error) {
      return fail(failureTitle, toFailure(error).message);
    }
  }

  /** Runs a command. Returns false if one is pending, for example after a double click. */
  async function perform(failureTitle: string, work: Work): Promise<boolean> {
    if (isWorking.peek()) return false;
    isWorking.value = true;
    try {
      return await request(failureTitle, work);
    } finally {
      isWorking.value = false;
    }
  }

  /** Stores a preset without its secrets, and names the fields that were left out. */
  async function store(
    preset: { id: string; name: string },
    draft: RunDraft,
    replaced?: Preset,
  ): Promise<boolean> {
    const operation = port.operations.find(({ id }) => id === draft.operation);
    if (operation === undefined)
      return fail(notSaved, `The operation ${draft.operation} is unknown.`);
    const { draft: stored, dropped } = dropSecrets(operation, draft);
    const parsed = presetSchema.safeParse({ ...stored, ...preset });
    if (!parsed.success) {
      return fail(notSaved, "Its values are too long for a preset. Shorten them, then save again.");
    }
    let tenantId = "";
    const isStored = await perform(notSaved, (selectedId) => {
      tenantId = selectedId;
      return port.send("preset.save", { tenantId: selectedId, presets: [parsed.data] });
    });
    if (!isStored) return false;
    const labels = dropped.map(
      (name) => operation.fields.find((field) => field.name === name)?.label ?? name,
    );
    batch(() => {
      removed.value = undefined;
      notice.value = {
        hasSucceeded: true,
        title: `“${preset.name}” was ${replaced === undefined ? "saved" : "replaced"}.`,
        details:
          labels.length === 0
            ? []
            : [`Left out, because a preset contains no secrets: ${labels.join(", ")}.`],
        ...(replaced && { replaced: { tenantId, preset: replaced } }),
      };
    });
    return true;
  }

  /** Returns the problem of a preset's name, if any. The preset `id` may keep its own name. */
  const checkName = (name: string, id?: string): string | undefined => {
    if (name === "") return "Enter a name.";
    if (name.length > maxPresetNameLength) {
      return `The name has ${name.length} characters, and the limit is ${maxPresetNameLength}. Shorten it.`;
    }
    return presets.peek().some((one) => one.name === name && one.id !== id)
      ? `Another preset has the name “${name}”. Choose another name, or replace that preset.`
      : undefined;
  };
  const find = (id: string) => presets.peek().find((preset) => preset.id === id);

  const load = (): Promise<boolean> =>
    request("Could not read the presets.", (id) => port.send("preset.list", { tenantId: id }));

  // Undo survives a change of the tenant's settings: only another tenant has other presets.
  effect(() => {
    const isSelected = tenantId.value !== undefined;
    presets.value = [];
    removed.value = undefined;
    notice.value = undefined;
    if (isSelected) void load();
  });

  return { presets, notice, removed, isWorking, fail, perform, store, checkName, find, load };
}

/** Edits the presets of the selected tenant. A preset never contains a secret. */
export const PresetsModel = createModel((port: PresetsPort) => {
  const { presets, notice, removed, isWorking, ...rest } = createPresetStore(port);
  const { fail, perform, store, checkName, find, load } = rest;

  return {
    /** The presets of the selected tenant, by name. */
    presets: computed(() =>
      presets.value.toSorted((one, other) => one.name.localeCompare(other.name, "en")),
    ),
    notice: readOnly(notice),
    /** The preset that was deleted last, until it is restored. */
    removed: computed(() => removed.value?.preset),
    isWorking: readOnly(isWorking),

    /** Reads the presets again: another panel may have changed them. */
    load,

    /** Returns a free name: it appends a number if a preset already has the name. */
    suggestName: computed(() => {
      const names = new Set(presets.value.map(({ name }) => name));
      return (name: string) => findFreeName(name, names);
    }),

    /** Saves a run under a new name. Resolves to false if the preset was not saved. */
    async save(name: string, draft: RunDraft): Promise<boolean> {
      const problem = checkName(name.trim());
      if (problem !== undefined) return fail(notSaved, problem);
      return store({ id: port.createId(), name: name.trim() }, draft);
    },
    /** Replaces the run of a preset. `restore` brings back the previous run. */
    async overwrite(id: string, draft: RunDraft): Promise<boolean> {
      const preset = find(id);
      return preset !== undefined && store({ id, name: preset.name }, draft, preset);
    },
    async rename(id: string, name: string): Promise<boolean> {
      const preset = find(id);
      if (preset === undefined) return false;
      const problem = checkName(name.trim(), id);
      if (problem !== undefined) return fail("The preset was not renamed.", problem);
      return store({ id, name: name.trim() }, preset);
    },

    /** Deletes a preset. `restore` brings it back. */
    async remove(id: string): Promise<void> {
      const preset = find(id);
      if (preset === undefined) return;
      let tenantId = "";
      const isRemoved = await perform("The preset was not deleted.", (selectedId) => {
        tenantId = selectedId;
        return port.send("preset.delete", { tenantId: selectedId, id });
      });
      if (!isRemoved || port.tenant.peek()?.id !== tenantId) return;
      batch(() => {
        removed.value = { tenantId, preset };
        notice.value = undefined;
      });
    },
    /** Brings back the preset that was deleted, or that the notice says was replaced. */
    async restore(): Promise<void> {
      const replaced = notice.peek()?.replaced;
      const restored = replaced ?? removed.peek();
      if (restored === undefined) return;
      await perform("The preset was not restored.", async () => {
        const answer = await port.send("preset.save", {
          tenantId: restored.tenantId,
          presets: [restored.preset],
        });
        batch(() => {
          removed.value = undefined;
          if (replaced !== undefined) notice.value = undefined;
        });
        return answer;
      });
    },

    /** Saves one preset, or all presets of the tenant, as a file. Its values are harmless. */
    exportFile(id?: string): void {
      const { operations } = port;
      const exported = presets.peek().filter((preset) => id === undefined || preset.id === id);
      const date = new Date(port.now()).toISOString().slice(0, 10);
      const name = `tenant-inspector-presets-${date}.json`;
      const { text, leftOut, ...file } = writePresetFile(exported, operations, port.now());
      port.download(name, text);
      notice.value = {
        hasSucceeded: true,
        title: `${count(file.count)} exported to ${name}.`,
        details:
          leftOut.length === 0
            ? []
            : [
                `Left out of the file, because the value can be personal data or a secret: ${leftOut.join(", ")}.`,
              ],
      };
    },

    /** Adds the presets of a file. */
    async importFile(file: ChosenFile): Promise<void> {
      const known = presets.peek();
      const read = await readPresetFile(file, { ...port, known });
      if ("problem" in read) return void fail(notImported, read.problem);
      if (read.presets.length === 0) {
        const details =
          read.refused.length === 0 ? ["The file contains no presets."] : read.refused;
        return void fail(notImported, ...details);
      }
      const isImported = await perform(notImported, (tenantId) =>
        port.send("preset.save", { tenantId, presets: [...read.presets] }),
      );
      if (!isImported) return;
      notice.value = {
        hasSucceeded: read.refused.length === 0,
        title: `${count(read.presets.length)} imported${read.refused.length === 0 ? "." : `, ${read.refused.length} refused.`}`,
        details: read.refused,
      };
    },

    dismissNotice(): void {
      notice.value = undefined;
    },
  };
});

const notSaved = "The preset was not saved.";
const notImported = "Nothing was imported.";

function count(presets: number): string {
  return plural(presets, "preset");
}
