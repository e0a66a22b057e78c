import * as z from "zod/mini";
import { defaultStreamPreferences } from "./stream-preferences.ts";
import { tenantIdSchema, tenantRefSchema, tenantSchema, type Tenant } from "./tenant.ts";

/** The shape that this version of the extension writes. */
export const settingsVersion = 2;
export const maxTenants = 50;

/** Everything that the user set up, but for secrets, which are kept apart. */
export const settingsSchema = z.object({
  version: z.literal(settingsVersion),
  tenants: z.array(tenantSchema).check(z.maxLength(maxTenants)),
  /** The tenant that panel and popup show. */
  selectedId: z.optional(tenantIdSchema),
  /** The references of the tenants, by tenant id; the settings store adds the missing ones. */
  refs: z._default(z.record(tenantIdSchema, tenantRefSchema), {}),
});
export type Settings = z.infer<typeof settingsSchema>;

export const noSettings: Settings = { version: settingsVersion, tenants: [], refs: {} };

/** What the first released version kept under `tenant`: one tenant, and no more of it than this. */
export const firstTenantSchema = z.object({
  id: tenantIdSchema,
  name: z.string(),
  origin: z.string(),
  clientId: z.string(),
});

/** Carries the one tenant of the first released version over. */
export function upgradeFirstTenant(first: z.infer<typeof firstTenantSchema>): Settings {
  const tenant: Tenant = {
    ...first,
    colour: "none",
    isReadOnly: false,
    stream: defaultStreamPreferences,
  };
  return { ...noSettings, tenants: [tenant], selectedId: tenant.id };
}

/** A file of settings: what `settings.export` gives and `settings.import` takes. It holds no secret. */
export const settingsFileSchema = z.object({
  kind: z.literal("tenant-inspector-settings"),
  version: z.int().check(z.minimum(1)),
  /** Date and time, RFC 3339. */
  exportedAt: z.string(),
  tenants: z.array(z.unknown()).check(z.maxLength(maxTenants)),
});
export type SettingsFile = z.infer<typeof settingsFileSchema>;

/** What an import would do to one tenant. */
export const plannedTenantSchema = z.object({
  name: z.string(),
  origin: z.string(),
  isAdded: z.boolean(),
  /** The fields of a known tenant that would change, with both values. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  /** The file would lift the read-only mark, which stays. */
  isReadOnlyKept: z.boolean(),
  /** Logins would go to this domain, which no tenant uses yet: it has to be approved. */
  newLoginOrigin: z.optional(z.string()),
});
export type PlannedTenant = z.infer<typeof plannedTenantSchema>;
