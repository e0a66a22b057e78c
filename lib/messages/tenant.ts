import * as z from "zod/mini";
import { maxOriginLength, parseDomain } from "./domain.ts";
import { defaultStreamPreferences, streamPreferencesSchema } from "./stream-preferences.ts";

/** Colours that distinguish tenants at a glance, always beside the name, never instead of it. */
const tenantColours = ["none", "blue", "green", "amber", "red", "violet"] as const;
export type TenantColour = (typeof tenantColours)[number];

/** An origin as {@link parseDomain} returns it, so that its permission is for one host. */
const originSchema = z.string().check(z.maxLength(maxOriginLength), z.refine(isWrittenOrigin));

function isWrittenOrigin(text: string): boolean {
  const parsed = parseDomain(text);
  return "origin" in parsed && parsed.origin === text;
}

/** Identifies a tenant: its origin. */
export const tenantIdSchema = z.string().check(z.minLength(1), z.maxLength(maxOriginLength));

/**
 * Identifies a tenant in the addresses of our own pages. The reference is random and created on
 * this device: the browser's history keeps addresses, and must not contain the tenant's domain.
 */
export const tenantRefSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/));
export type TenantRef = z.infer<typeof tenantRefSchema>;

/** A tenant as the user entered it, without secrets. */
export const tenantSchema = z.object({
  /** The origin. Events and credential belong to it, so a new name does not lose them. */
  id: tenantIdSchema,
  /** The display name, shown beside every state. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /**
   * The tenant's own domain, without a trailing slash: `https://acme.example`,
   * `http://localhost:4400`. The Management API answers only there.
   */
  origin: originSchema,
  /** The custom domain, if the tenant has one. Users and login runs log in there. */
  customOrigin: z.optional(originSchema),
  /** The client id of the application for login runs. */
  clientId: z.string().check(z.minLength(1), z.maxLength(200)),
  colour: z._default(z.enum(tenantColours), "none"),
  /** True if the user must type the tenant's name before each change. */
  isReadOnly: z._default(z.boolean(), false),
  stream: z._default(streamPreferencesSchema, defaultStreamPreferences),
});
export type Tenant = z.infer<typeof tenantSchema>;

/** The part of a tenant that the tenant form edits. */
export const tenantDetailsSchema = z.omit(tenantSchema, { id: true, stream: true });
export type TenantDetails = z.infer<typeof tenantDetailsSchema>;

/** Returns the origin for logins: the custom domain if there is one. */
export function loginOriginOf(tenant: Pick<Tenant, "origin" | "customOrigin">): string {
  return tenant.customOrigin ?? tenant.origin;
}

/** Returns the tenant's origins without logins: its own domain if there is a custom one. */
export function otherOriginsOf(tenant: Pick<Tenant, "origin" | "customOrigin">): string[] {
  return tenant.customOrigin === undefined ? [] : [tenant.origin];
}
