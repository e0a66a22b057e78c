import * as z from "zod/mini";
import {
  exchangeInputSchema,
  exchangeOutcomeSchema,
} from "../../management/exchange/exchange-schemas.ts";
import { creationOutcomeSchema } from "../../management/exchange/profile-creation.ts";
import {
  tokenExchangeProfileBodySchema,
  tokenExchangeProfilePatchSchema,
  tokenExchangeProfileSchema,
} from "../../management/exchange/token-exchange-profile.ts";
import { tenantIdSchema } from "../tenant.ts";
import { once } from "./once.ts";
import {
  change,
  isPartial,
  nothing,
  refusedSchema,
  resourceId,
  sentChange,
} from "./shared-schemas.ts";

const pendingCreationSchema = z.object({ body: tokenExchangeProfileBodySchema, ...sentChange });

/**
 * The number of exchanges that can still fail before the tenant refuses all of them: see
 * `forecastExchanges` of `lib/management`.
 */
const attemptsForecastSchema = z.object({
  level: z.enum(["calm", "warning", "exhausted"]),
  remaining: z.number(),
  nextAt: z.optional(z.number()),
  message: z.string(),
});

/** Commands about token exchange profiles, and an exchange itself. */
export const exchangeCommands = {
  "token-exchange-profile.list": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: z.object({ profiles: z.array(tokenExchangeProfileSchema), isPartial }),
  })),
  /** Creates a profile. The worker finishes the creation even if the page closes. */
  "token-exchange-profile.create": once(() => ({
    request: z.object({ ...change, body: tokenExchangeProfileBodySchema }),
    response: creationOutcomeSchema,
  })),
  /** Returns the creations whose outcome no page has acknowledged. */
  "token-exchange-profile.list-creations": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: z.object({ creations: z.array(pendingCreationSchema) }),
  })),
  /** Waits for a creation in flight. Reads the list of profiles if the response was lost. */
  "token-exchange-profile.check-creation": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, body: tokenExchangeProfileBodySchema }),
    response: z.discriminatedUnion("kind", [...creationOutcomeSchema.def.options, refusedSchema]),
  })),
  /** Drops a creation after the page has shown its outcome, or after the user discarded it. */
  "token-exchange-profile.acknowledge-creation": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, evenInDoubt: z.boolean() }),
    response: nothing,
  })),
  "token-exchange-profile.update": once(() => ({
    request: z.object({ ...change, id: resourceId, patch: tokenExchangeProfilePatchSchema }),
    response: tokenExchangeProfileSchema,
  })),
  "token-exchange-profile.delete": once(() => ({
    request: z.object({ ...change, id: resourceId }),
    response: nothing,
  })),
  /**
   * Runs one exchange. The issued tokens go to the requesting page alone: only the page knows
   * whether its window is private.
   */
  "token-exchange.run": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, input: exchangeInputSchema }),
    response: z.object({ outcome: exchangeOutcomeSchema, forecast: attemptsForecastSchema }),
  })),
  "token-exchange.forecast": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: attemptsForecastSchema,
  })),
} as const;
