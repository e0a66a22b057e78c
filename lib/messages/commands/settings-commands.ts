import * as z from "zod/mini";
import { maxTenants, plannedTenantSchema, settingsFileSchema } from "../settings.ts";
import { tenantDetailsSchema } from "../tenant.ts";
import { once } from "./once.ts";
import { nothing } from "./shared-schemas.ts";

/** The positions of unreadable entries in a settings file, counted from 1. */
const refused = z.array(z.int());

/** Commands about all that is stored: the settings as a file, and what removes data. */
export const settingsCommands = {
  /** Removes all data of this extension, in memory and on the device. */
  "everything.forget": once(() => ({ request: nothing, response: nothing })),
  "settings.export": once(() => ({ request: nothing, response: settingsFileSchema })),
  /** Returns the changes that an import of the file would make; changes nothing. */
  "settings.preview": once(() => ({
    request: z.object({ file: settingsFileSchema }),
    response: z.object({ tenants: z.array(plannedTenantSchema), refused }),
  })),
  /** Imports the tenants of a file. Replaces stored tenants with the same origin. */
  "settings.import": once(() => ({
    request: z.object({
      file: settingsFileSchema,
      /**
       * The new login domains that the user approved. Tenants with other new domains are skipped.
       */
      loginOrigins: z.array(tenantDetailsSchema.shape.origin).check(z.maxLength(maxTenants)),
    }),
    response: z.object({
      added: z.array(z.string()),
      replaced: z.array(z.string()),
      leftOut: z.array(z.string()),
      refused,
    }),
  })),
  /** Returns the stored settings unvalidated, so that the user can save them before a reset. */
  "settings.rescue": once(() => ({ request: nothing, response: z.object({ text: z.string() }) })),
  /** Removes unreadable settings. */
  "settings.reset": once(() => ({ request: nothing, response: nothing })),
  /** Removes an event database that cannot be opened. */
  "events.reset": once(() => ({ request: nothing, response: nothing })),
} as const;
