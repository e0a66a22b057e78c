import * as z from "zod/mini";
import { countCharacters, type FieldMessage } from "../field-check.ts";
import {
  isJsonObject,
  jsonObjectSchema,
  jsonValueSchema,
  type JsonObject,
} from "../../encoding/json.ts";
import { readPath } from "../json.ts";

export const connectionFeatures = ["scim", "universal_logout"] as const;
export const connectionStrategies = [
  "pingfederate",
  "ad",
  "adfs",
  "waad",
  "google-apps",
  "okta",
  "oidc",
  "samlp",
] as const;

/** Matches letters, digits, single hyphens (none at the start) and the two placeholders. */
const prefixTemplate = /^(?!-)(?!.*--)(?:[a-zA-Z0-9-]|\{org_id\}|\{org_name\})*$/u;
const maxPrefixTemplateLength = 15;

const featuresSchema = z.array(
  z.enum(connectionFeatures, {
    error: `A feature must be one of ${connectionFeatures.join(", ")}.`,
  }),
  { error: "The enabled features must be a list." },
);
const configSchema = z.record(z.string(), jsonValueSchema, {
  error: "The configuration must be a JSON object.",
});
const overrideSchema = z.strictObject(
  { enabled_features: z.optional(featuresSchema), connection_config: z.optional(configSchema) },
  { error: "An override must be a JSON object." },
);
const overridesShape = {
  pingfederate: z.optional(overrideSchema),
  ad: z.optional(overrideSchema),
  adfs: z.optional(overrideSchema),
  waad: z.optional(overrideSchema),
  "google-apps": z.optional(overrideSchema),
  okta: z.optional(overrideSchema),
  oidc: z.optional(overrideSchema),
  samlp: z.optional(overrideSchema),
} satisfies Record<(typeof connectionStrategies)[number], unknown>;

const nameSchema = z
  .string({
    error: ({ input }) =>
      input === undefined ? "The name is required." : "The name must be text.",
  })
  .check(
    z.minLength(1, { error: "The name is required.", abort: true }),
    z.refine((text) => countCharacters(text) <= 50, {
      error: "The name must not exceed 50 characters.",
    }),
  );

/**
 * The body of an update. The service keeps omitted properties and replaces sent ones completely.
 */
export const connectionProfilePatchSchema = z.strictObject({
  name: z.optional(nameSchema),
  organization: z.optional(
    z.record(z.string(), jsonValueSchema, {
      error: "The organization settings must be a JSON object.",
    }),
  ),
  connection_name_prefix_template: z.optional(
    z.string({ error: "The prefix template must be text." }).check(
      z.refine((text) => countCharacters(text) <= maxPrefixTemplateLength, {
        error: `The prefix template must not exceed ${maxPrefixTemplateLength} characters. Placeholders count as written, so {org_id} has 8 characters.`,
      }),
      z.refine((text) => prefixTemplate.test(text), {
        error: ({ input }) => explainTemplate(typeof input === "string" ? input : ""),
      }),
    ),
  ),
  enabled_features: z.optional(featuresSchema),
  connection_config: z.optional(configSchema),
  strategy_overrides: z.optional(
    z.strictObject(overridesShape, { error: "The strategy overrides must be a JSON object." }),
  ),
});
export type ConnectionProfilePatch = z.infer<typeof connectionProfilePatchSchema>;

/** The properties of an update. The form and the refusals name their fields after them. */
export const connectionProfileFields: readonly string[] = z.keyof(
  connectionProfilePatchSchema,
).options;

/** A connection profile from the service. Keeps unknown properties; unset ones may be null. */
export const connectionProfileSchema = z.looseObject({
  id: z.string(),
  name: z.optional(z.string()),
  organization: z.nullish(jsonObjectSchema),
  connection_name_prefix_template: z.nullish(z.string()),
  enabled_features: z.nullish(z.array(z.string())),
  connection_config: z.nullish(jsonObjectSchema),
  strategy_overrides: z.nullish(jsonObjectSchema),
});
export type ConnectionProfile = z.infer<typeof connectionProfileSchema>;

/** Returns the prefix that a template gives to the connection names of an organization. */
export function previewPrefix(
  template: string,
  organization: { id: string; name: string },
): string {
  return template.replaceAll(/\{org_id\}|\{org_name\}/gu, (placeholder) =>
    placeholder === "{org_id}" ? organization.id : organization.name,
  );
}

function explainTemplate(template: string): string {
  if (template.startsWith("-")) return "The prefix template must not start with a hyphen.";
  if (template.includes("--")) return "The prefix template must not contain consecutive hyphens.";
  return "The prefix template may contain only letters, digits, hyphens, {org_id} and {org_name}.";
}

const organizationChoices = ["none", "optional", "required"];

/**
 * Returns warnings for values that the service may refuse. The interface does not specify the
 * inner fields of `organization` and of the configurations, so the service decides.
 */
export function warnOfPatch(patch: JsonObject): FieldMessage[] {
  const warnings: FieldMessage[] = [];
  for (const name of ["show_as_button", "assign_membership_on_login"]) {
    const value = readPath(patch, ["organization", name]);
    if (value === undefined || (typeof value === "string" && organizationChoices.includes(value)))
      continue;
    const message = `The documented values of ${name} are ${organizationChoices.join(", ")}. The service may reject this value.`;
    warnings.push({ field: `organization.${name}`, message });
  }
  const paths = [
    ["connection_config"],
    ...connectionStrategies.map((name) => ["strategy_overrides", name, "connection_config"]),
  ];
  for (const path of paths) {
    const config = readPath(patch, path);
    if (!isJsonObject(config) || Object.keys(config).length === 0) continue;
    const message =
      "The service documents no properties of this configuration and may reject them.";
    warnings.push({ field: path.join("."), message });
  }
  return warnings;
}
