import * as z from "zod/mini";
import {
  credentialInputSchema,
  credentialReportSchema,
  credentialSummarySchema,
  rememberingSchema,
} from "../credential.ts";
import { tenantIdSchema } from "../tenant.ts";
import { once } from "./once.ts";
import { nothing } from "./shared-schemas.ts";

const passphrase = z.string().check(z.minLength(1), z.maxLength(1_000));

/** Commands about the credential of a tenant. */
export const credentialCommands = {
  /** Requests a token with a credential, and stores the credential if the tenant accepts it. */
  "credential.save": once(() => ({
    request: z.object({
      tenantId: tenantIdSchema,
      credential: credentialInputSchema,
      remembering: rememberingSchema,
      /** Required if `remembering` is `passphrase`. */
      passphrase: z.optional(passphrase),
    }),
    response: credentialSummarySchema,
  })),
  /** Decrypts a remembered credential for this browser session. */
  "credential.unlock": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, passphrase }),
    response: credentialSummarySchema,
  })),
  /** Requests a token and compares its scopes with the needed ones. */
  "credential.test": once(() => ({
    request: z.object({
      tenantId: tenantIdSchema,
      needed: z.array(z.string()).check(z.maxLength(300)),
    }),
    response: credentialReportSchema,
  })),
  "credential.forget": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: nothing,
  })),
} as const;
