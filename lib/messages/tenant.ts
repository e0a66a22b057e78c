import * as z from "zod/mini";
import { maxOriginLength, parseDomain } from "./domain.ts";
import { defaultStreamPreferences, streamPreferencesSchema } from "./stream-preferences.ts";

/** Colours that distinguish tenants at a glance. A colour never replaces the tenant's name. */
export const tenantColours = ["none", "blue", "green", "amber", "red", "violet"] as const;
export type TenantColour = (typeof tenantColours)[number];

/**
 * An origin in the form that {@link parseDomain} returns, so that its permission is for one host.
 */
const originSchema = z.string().check(z.maxLength(maxOriginLength), z.refine(isWrittenOrigin));

function isWrittenOrigin(text: string): boolean {
  const parsed = parseDomain(text);
  return "origin" in parsed && parsed.origin === text;
}

/** Identifies a tenant: its origin. */
export const tenantIdSchema = z.string().check(z.minLength(1), z.maxLength(maxOriginLength));

/**
 * Identifies a tenant in the URLs of the extension's pages. The reference is random and created on
 * this device: the browser's history keeps URLs, and must not contain the tenant's domain.
 */
export const tenantRefSchema = z.string().check(z.regex(/^[0-9a-f]{16}$/));
export type TenantRef = z.infer<typeof tenantRefSchema>;

/** A tenant as the user entered it, without secrets. */
export const tenantSchema = z.object({
  /** The origin. Events and the credential are stored by it, so a renamed tenant keeps them. */
  id: tenantIdSchema,
  /** The display name, shown beside every state of the tenant. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /**
   * The tenant's own domain, without a trailing slash: `https://acme.example`,
   * `http://localhost:4400`. Only this domain has the Management API.
   */
  origin: originSchema,
  /** The origin of the custom domain, if the tenant has one. Users and login runs log in there. */
  customOrigin: z.optional(originSchema),
  /** The client id of the application for login runs; empty without one. */
  clientId: z.string().check(z.maxLength(200)),
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

/** Returns the origins that logins do not use: the own domain of a tenant with a custom domain. */
export function otherOriginsOf(tenant: Pick<Tenant, "origin" | "customOrigin">): string[] {
  return tenant.customOrigin === undefined ? [] : [tenant.origin];
}
