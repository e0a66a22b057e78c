import * as z from "zod/mini";
import { parseDomain } from "../messages/domain.ts";
import { maxTenants } from "../messages/settings.ts";
import { tenantColours, tenantDetailsSchema, type Tenant } from "../messages/tenant.ts";

const { name, clientId } = tenantDetailsSchema.shape;

/**
 * The policy of an organisation as its administrator writes it, in `storage.managed`. The same
 * names are in the schema file for Chromium, and in docs/managed-policy.md. It has no secrets.
 */
const policySchema = z.object({
  tenants: z._default(
    z
      .array(
        z.object({
          domain: z.string(),
          customDomain: z.exactOptional(z.string()),
          name: z.exactOptional(name),
          clientId: z.exactOptional(clientId),
          colour: z.exactOptional(z.enum(tenantColours)),
          readOnly: z.exactOptional(z.boolean()),
        }),
      )
      .check(z.maxLength(maxTenants)),
    [],
  ),
  neverRememberCredentials: z._default(z.boolean(), false),
  maxEvents: z.optional(z.int().check(z.minimum(100), z.maximum(1_000_000))),
  maxDays: z.optional(z.int().check(z.minimum(1), z.maximum(3_650))),
});

/** A tenant of a policy. A missing value is the user's. */
export type ManagedTenant = Pick<Tenant, "origin"> &
  Partial<Pick<Tenant, "customOrigin" | "name" | "clientId" | "colour" | "isReadOnly">>;

/** A parsed policy. */
export interface Policy {
  tenants: readonly ManagedTenant[];
  /** True if a credential may be kept in memory only. */
  neverRemembers: boolean;
  /** The upper limits of each tenant's event log. */
  maxEvents?: number;
  maxDays?: number;
}

export const noPolicy: Policy = { tenants: [], neverRemembers: false };

/** A policy, or why it is not applied. */
export type ReadPolicy = { policy: Policy } | { problem: string };

/** Parses the content of `storage.managed`; undefined if the organisation has set nothing. */
export function readPolicy(stored: unknown): ReadPolicy | undefined {
  if (typeof stored !== "object" || stored === null || Object.keys(stored).length === 0)
    return undefined;
  const parsed = z.safeParse(policySchema, stored);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join(".") ?? "";
    return { problem: `“${place}” is missing or has another form than the documentation says.` };
  }
  const { tenants, neverRememberCredentials, maxEvents, maxDays } = parsed.data;
  const managed: ManagedTenant[] = [];
  for (const { domain, customDomain, readOnly, ...rest } of tenants) {
    const own = parseDomain(domain);
    if ("problem" in own) return { problem: `The domain “${domain}”: ${own.problem}` };
    const custom = customDomain === undefined ? undefined : parseDomain(customDomain);
    if (custom !== undefined && "problem" in custom)
      return { problem: `The domain “${customDomain}”: ${custom.problem}` };
    managed.push({
      origin: own.origin,
      ...(custom === undefined ? {} : { customOrigin: custom.origin }),
      ...(readOnly === undefined ? {} : { isReadOnly: readOnly }),
      ...rest,
    });
  }
  return {
    policy: {
      tenants: managed,
      neverRemembers: neverRememberCredentials,
      ...(maxEvents === undefined ? {} : { maxEvents }),
      ...(maxDays === undefined ? {} : { maxDays }),
    },
  };
}
