import * as z from "zod/mini";
import { maxOriginLength, parseDomain } from "./domain.ts";
import { defaultStreamPreferences, streamPreferencesSchema } from "./stream-preferences.ts";

/** Tells tenants apart at a glance; always beside the name, never instead of it. */
export const tenantColours = ["none", "blue", "green", "amber", "red", "violet"] as const;
export type TenantColour = (typeof tenantColours)[number];

/** An origin as {@link parseDomain} writes it: one host and no star, which would be a permission for many; https, but for this machine. */
const originSchema = z.string().check(z.maxLength(maxOriginLength), z.refine(isWrittenOrigin));

function isWrittenOrigin(text: string): boolean {
  const parsed = parseDomain(text);
  return "origin" in parsed && parsed.origin === text;
}

/** What a tenant is known by across commands: its origin. */
export const tenantIdSchema = z.string().check(z.minLength(1), z.maxLength(maxOriginLength));

/**
 * Stands for a tenant in the addresses of our own pages. It is random and made on this device, since
 * the browser's history keeps addresses, and a domain must not be in it.
 */
export const tenantRefSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/));
export type TenantRef = z.infer<typeof tenantRefSchema>;

/** A tenant as the user described it. Nothing in it is secret. */
export const tenantSchema = z.object({
  /** Its origin: a tenant's events and credential stay its own whatever it is called. */
  id: tenantIdSchema,
  /** What people call it; shown beside every state. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /**
   * Its own domain as scheme, host and port, without a trailing slash: `https://acme.example`, `http://localhost:4400`. The
   * management interface answers there alone.
   */
  origin: originSchema,
  /** The domain that its users see, when they do not log in at its own: login runs go there. */
  customOrigin: z.optional(originSchema),
  /** The application that login runs use. */
  clientId: z.string().check(z.minLength(1), z.maxLength(200)),
  colour: z._default(z.enum(tenantColours), "none"),
  /** Every change asks for the tenant's name first. */
  isReadOnly: z._default(z.boolean(), false),
  stream: z._default(streamPreferencesSchema, defaultStreamPreferences),
});
export type Tenant = z.infer<typeof tenantSchema>;

/** What the tenant form says; the rest of a tenant is set elsewhere or follows from it. */
export const tenantDetailsSchema = z.omit(tenantSchema, { id: true, stream: true });
export type TenantDetails = z.infer<typeof tenantDetailsSchema>;

/** Where logins of the tenant happen: its custom domain when it has one. */
export function loginOriginOf(tenant: Pick<Tenant, "origin" | "customOrigin">): string {
  return tenant.customOrigin ?? tenant.origin;
}

/** The tenant's domains at which its logins do not happen: its own when it has a custom one. */
export function otherOriginsOf(tenant: Pick<Tenant, "origin" | "customOrigin">): string[] {
  return tenant.customOrigin === undefined ? [] : [tenant.origin];
}
