import {
  presetFileSchema,
  presetFileVersion,
  presetSchema,
  type Preset,
} from "../../messages/preset.ts";
import { dropSecrets } from "../../runs/drop-secrets.ts";
import type { Operation } from "../../runs/operation.ts";
import { keepPublic } from "../../runs/public-values.ts";
import { readChosenFile, type ChosenFile } from "../read-chosen-file.ts";

/** The presets of a file, or the problem of the file. */
export type PresetFileReading =
  | {
      presets: readonly Preset[];
      /** Why each of the other presets was refused. */
      refused: readonly string[];
    }
  | { problem: string };

/**
 * Writes presets as the text of a file, without ids. The file has the names that the user gave, and
 * only the values that are known to be harmless.
 *
 * @returns the text; the number of presets in it, without those of unknown operations; and the
 *   labels of the values that are left out
 */
export function writePresetFile(
  presets: readonly Preset[],
  operations: readonly Operation[],
  exportedAt: number,
): { text: string; count: number; leftOut: readonly string[] } {
  const leftOut = new Set<string>();
  const written = presets.flatMap(({ id: _id, name, ...draft }) => {
    const operation = operations.find((one) => one.id === draft.operation);
    if (operation === undefined) return [];
    const { draft: kept, dropped } = keepPublic(operation, draft);
    for (const lost of dropped) {
      leftOut.add(operation.fields.find((field) => field.name === lost)?.label ?? lost);
    }
    return [{ name, ...kept }];
  });
  const file = {
    kind: "tenant-inspector-presets",
    version: presetFileVersion,
    exportedAt: new Date(exportedAt).toISOString(),
    presets: written,
  };
  return {
    text: `${JSON.stringify(file, undefined, 2)}\n`,
    count: written.length,
    leftOut: [...leftOut],
  };
}

/**
 * Reads the presets of a chosen file. Each gets a new id, and a number after a name that is in use.
 */
export async function readPresetFile(
  file: ChosenFile,
  {
    known,
    operations,
    createId,
  }: {
    known: readonly Preset[];
    operations: readonly Operation[];
    createId: () => string;
  },
): Promise<PresetFileReading> {
  const read = await readChosenFile(file);
  if ("problem" in read) return read;
  const parsed = presetFileSchema.safeParse(read.content);
  if (!parsed.success) {
    return {
      problem:
        "The file contains no presets of Tenant Inspector. Choose a file that this panel exported.",
    };
  }
  if (parsed.data.version > presetFileVersion) {
    return {
      problem:
        "The file was created by a newer version of Tenant Inspector. Update the extension, then import it again.",
    };
  }
  const names = new Set(known.map(({ name }) => name));
  const presets: Preset[] = [];
  const refused: string[] = [];
  for (const [index, entry] of parsed.data.presets.entries()) {
    const preset = readEntry(entry, operations, createId());
    if (typeof preset === "string") {
      refused.push(`Preset ${index + 1}: ${preset}`);
      continue;
    }
    const name = findFreeName(preset.name, names);
    names.add(name);
    presets.push({ ...preset, name });
  }
  return { presets, refused };
}

/** Returns a preset of a file, or the reason why it is refused. */
function readEntry(entry: unknown, operations: readonly Operation[], id: string): Preset | string {
  const parsed = presetSchema.safeParse(typeof entry === "object" ? { ...entry, id } : entry);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join(".") ?? "";
    return field === "" ? "It is not a preset." : `Its member ${field} is missing or invalid.`;
  }
  const { operation: wanted, values } = parsed.data;
  const operation = operations.find((one) => one.id === wanted);
  if (operation === undefined) return `The operation ${wanted} is unknown.`;
  const unknown = Object.keys(values).find(
    (name) => !operation.fields.some((field) => field.name === name),
  );
  if (unknown !== undefined) return `The operation ${wanted} has no field ${unknown}.`;
  const { dropped } = dropSecrets(operation, parsed.data);
  return dropped.length === 0
    ? parsed.data
    : `It contains a secret (${dropped.join(", ")}). Remove the secret from the file.`;
}

/** Returns the name, with a number after it if the name is in use. */
export function findFreeName(name: string, names: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; names.has(free); number += 1) {
    const end = ` (${number})`;
    free = `${name.slice(0, 80 - end.length)}${end}`;
  }
  return free;
}
