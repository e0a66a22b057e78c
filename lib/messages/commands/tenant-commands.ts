import * as z from "zod/mini";
import { tenantDetailsSchema, tenantIdSchema, tenantSchema } from "../tenant.ts";
import { once } from "./once.ts";
import { nothing } from "./shared-schemas.ts";

/** Commands that add, select and remove tenants. */
export const tenantCommands = {
  /** Checks that a tenant responds at the origin; stores nothing. */
  "tenant.check": once(() => ({
    request: z.object({ origin: tenantDetailsSchema.shape.origin }),
    response: z.object({ issuer: z.string(), keyCount: z.int() }),
  })),
  /**
   * Checks that a tenant responds at the origin, then stores the tenant. Replaces a stored tenant
   * with the same origin.
   */
  "tenant.save": once(() => ({
    request: tenantDetailsSchema,
    response: z.object({ tenant: tenantSchema, issuer: z.string(), keyCount: z.int() }),
  })),
  /** Starts the sandbox, and stores and selects it as a tenant with its credential. */
  "sandbox.open": once(() => ({ request: nothing, response: z.object({ tenant: tenantSchema }) })),
  /** Starts the sandbox if it does not run, unless it was removed. */
  "sandbox.start": once(() => ({
    request: nothing,
    response: z.object({ isStarted: z.boolean() }),
  })),
  /** Looks for the local tenant at its usual place on this machine. */
  "local-tenant.find": once(() => ({
    request: nothing,
    response: z.object({ isRunning: z.boolean() }),
  })),
  /** Stores and selects the local tenant with its credential. */
  "local-tenant.open": once(() => ({
    request: nothing,
    response: z.object({ tenant: tenantSchema }),
  })),
  "tenant.select": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: nothing,
  })),
  /** Removes a tenant, its credential, its events and all its other data. */
  "tenant.forget": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: nothing,
  })),
} as const;
