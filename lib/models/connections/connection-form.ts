import * as z from "zod/mini";
import type {
  ConnectionProfile,
  ConnectionProfilePatch,
} from "../../management/connections/connection-profile.ts";
import { toOverrideGrid } from "../../management/connections/override-grid.ts";
import { jsonValueSchema, type JsonObject, type JsonValue } from "../../encoding/json.ts";
import { toJsonObject } from "../../management/json.ts";

export { connectionFeatures } from "../../management/connections/connection-profile.ts";

/** The values that the service documents for both settings of an organization. */
export const membershipChoices = ["none", "optional", "required"] as const;
export const organizationSettings = ["show_as_button", "assign_membership_on_login"] as const;
export type OrganizationSetting = (typeof organizationSettings)[number];

const text = z.nullish(z.string({ error: "which is not a string" }));
const list = z.nullish(z.array(jsonValueSchema, { error: "which is not a list" }));
const object = z.nullish(
  z.record(z.string(), jsonValueSchema, { error: "which is not an object" }),
);

const show = <Property extends z.ZodMiniType, Shown>(
  property: Property,
  toShown: (value: z.output<Property>) => Shown,
) => z.pipe(property, z.transform(toShown));

/**
 * The fields of the form by their property, with the value that the form shows.
 */
const connectionFormSchema = z.object({
  name: show(text, (value) => value ?? ""),
  organization: show(object, (value) => value ?? {}),
  connection_name_prefix_template: show(text, (value) => value ?? ""),
  enabled_features: show(list, (value): readonly JsonValue[] => value ?? []),
  /** JSON text; empty if there is no configuration. */
  connection_config: show(object, (value) =>
    value === undefined || value === null ? "" : JSON.stringify(value, null, 2),
  ),
  strategy_overrides: show(object, (value) => toOverrideGrid(value ?? undefined)),
} satisfies Record<keyof ConnectionProfilePatch, z.ZodMiniType>);
export type ConnectionForm = z.infer<typeof connectionFormSchema>;
export type ConnectionField = keyof ConnectionForm;

/** Returns the editable properties of a profile: all except the id. */
export function toDocument(profile: ConnectionProfile): JsonObject {
  const members = Object.entries(toJsonObject(profile));
  return Object.fromEntries(members.filter(([name]) => name !== "id"));
}

/** Returns the values of the form, or a message about a property that no field can show. */
export function readConnectionForm(
  document: JsonObject,
): { ok: true; form: ConnectionForm } | { ok: false; problem: string } {
  const read = connectionFormSchema.safeParse(document);
  if (read.success) return { ok: true, form: read.data };
  const [issue] = read.error.issues;
  const unfit = `${issue?.path.join(".") ?? ""}, ${issue?.message ?? ""}`;
  return { ok: false, problem: `The form cannot show ${unfit}. Correct it here first.` };
}
