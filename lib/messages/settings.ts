import * as z from "zod/mini";
import { defaultStreamPreferences } from "./stream-preferences.ts";
import { tenantIdSchema, tenantRefSchema, tenantSchema, type Tenant } from "./tenant.ts";

/** The version of the settings that this extension writes. */
export const settingsVersion = 2;
export const maxTenants = 50;

/** The settings of the user. Contains no secret: secrets are stored separately. */
export const settingsSchema = z.object({
  version: z.literal(settingsVersion),
  tenants: z.array(tenantSchema).check(z.maxLength(maxTenants)),
  /** The tenant that the panel and the popup show. */
  selectedId: z.optional(tenantIdSchema),
  /** The references of the tenants, by tenant id. The settings store adds missing references. */
  refs: z._default(z.record(tenantIdSchema, tenantRefSchema), {}),
  /** The forgotten tenants whose data are being removed. The next worker completes a removal. */
  forgetting: z.exactOptional(z.union([z.literal("everything"), z.array(tenantIdSchema)])),
});
export type Settings = z.infer<typeof settingsSchema>;

export const noSettings: Settings = { version: settingsVersion, tenants: [], refs: {} };

/** The only tenant of the first released version, stored under the key `tenant`. */
export const firstTenantSchema = z.object({
  id: tenantIdSchema,
  name: z.string(),
  origin: z.string(),
  clientId: z.string(),
});

/** Creates settings from the only tenant of the first released version. */
export function upgradeFirstTenant(first: z.infer<typeof firstTenantSchema>): Settings {
  const tenant: Tenant = {
    ...first,
    colour: "none",
    isReadOnly: false,
    stream: defaultStreamPreferences,
  };
  return { ...noSettings, tenants: [tenant], selectedId: tenant.id };
}

/** A file of exported settings, without secrets. */
export const settingsFileSchema = z.object({
  kind: z.literal("tenant-inspector-settings"),
  version: z.int().check(z.minimum(1)),
  /** Date and time, RFC 3339. */
  exportedAt: z.string(),
  tenants: z.array(z.unknown()).check(z.maxLength(maxTenants)),
});
export type SettingsFile = z.infer<typeof settingsFileSchema>;

/** The effect of an import on one tenant. */
export const plannedTenantSchema = z.object({
  name: z.string(),
  origin: z.string(),
  isAdded: z.boolean(),
  /** The changed fields of a known tenant, with both values. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  /** True if the tenant is read-only here but not in the file; the import keeps it read-only. */
  isReadOnlyKept: z.boolean(),
  /** A login domain that no known tenant uses; the user must approve it. */
  newLoginOrigin: z.optional(z.string()),
});
export type PlannedTenant = z.infer<typeof plannedTenantSchema>;
