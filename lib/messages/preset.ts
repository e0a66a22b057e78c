import * as z from "zod/mini";
import { isShort, runDraftSchema } from "./run-draft.ts";

/** The maximum number of presets of one tenant. */
export const maxPresets = 100;
export const maxPresetNameLength = 80;

/** A named run of a tenant. It is stored on the device, so it contains no secret. */
export const presetSchema = z
  .extend(runDraftSchema, {
    id: z.string().check(z.minLength(1), z.maxLength(100)),
    name: z.string().check(z.minLength(1), z.maxLength(maxPresetNameLength)),
  })
  .check(z.refine(isShort));
export type Preset = z.infer<typeof presetSchema>;

/** The version of the files of presets that this extension writes. */
export const presetFileVersion = 1;

/** A file of exported presets. Each preset is parsed on its own. */
export const presetFileSchema = z.object({
  kind: z.literal("tenant-inspector-presets"),
  version: z.int().check(z.minimum(1)),
  /** Date and time, RFC 3339. */
  exportedAt: z.string(),
  presets: z.array(z.unknown()).check(z.maxLength(maxPresets)),
});
