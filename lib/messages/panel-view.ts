import * as z from "zod/mini";
import { tenantIdSchema } from "./tenant.ts";

/** The key in `storage.local`. */
export const panelViewKey = "panelView";

/** The width of a list beside its details, in percent. */
const share = z.optional(z.int().check(z.minimum(20), z.maximum(80)));
const name = z.string().check(z.minLength(1), z.maxLength(100));

/**
 * The settings of the panel that stay over restarts. They are stored on the device, so they contain
 * no typed text and no secret.
 */
const panelViewSchema = z.object({
  tab: z.optional(z.enum(["trace", "run", "tokens", "events"])),
  flowShare: share,
  flowChips: z.optional(
    z.array(z.enum(["login", "renewal", "logout", "token", "manage", "other"])),
  ),
  eventShare: share,
  eventTypes: z.optional(z.array(name).check(z.maxLength(100))),
  claimsForm: z.optional(z.enum(["table", "tree"])),
  /** The operation of the Run tab and where it runs, by tenant id. */
  runs: z.optional(
    z.record(tenantIdSchema, z.object({ operation: name, way: z.enum(["extension", "page"]) })),
  ),
});
export type PanelView = z.infer<typeof panelViewSchema>;

const fieldsSchema = z.record(z.string(), z.unknown());

/** Reads a stored view. An invalid value is left out: the panel then shows its default. */
export function readPanelView(stored: unknown): PanelView {
  let view: PanelView = {};
  for (const [field, value] of Object.entries(fieldsSchema.safeParse(stored).data ?? {})) {
    view = { ...view, ...panelViewSchema.safeParse({ [field]: value }).data };
  }
  return view;
}
