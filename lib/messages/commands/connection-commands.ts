import * as z from "zod/mini";
import { connectionProfileSchema } from "../../management/connections/connection-profile.ts";
import {
  profileUpdateSchema,
  updateOutcomeSchema,
} from "../../management/connections/profile-update.ts";
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

const updateOfProfile = {
  ...profileUpdateSchema.shape,
  base: z.extend(connectionProfileSchema, { id: resourceId }),
};

const pendingUpdateSchema = z.extend(profileUpdateSchema, sentChange);

/** Commands about connection profiles. */
export const connectionCommands = {
  "connection-profile.list": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: z.object({ profiles: z.array(connectionProfileSchema), isPartial }),
  })),
  /**
   * Sends an update if the profile still equals its base. The worker finishes the update even if
   * the page closes; the next page finds it with `connection-profile.list-updates`.
   */
  "connection-profile.update": once(() => ({
    request: z.object({ ...change, ...updateOfProfile }),
    response: updateOutcomeSchema,
  })),
  /** Returns the updates whose outcome no page has acknowledged. */
  "connection-profile.list-updates": once(() => ({
    request: z.object({ tenantId: tenantIdSchema }),
    response: z.object({ updates: z.array(pendingUpdateSchema) }),
  })),
  /**
   * Waits for an update in flight and returns its outcome. Reads the profile if the response was
   * lost.
   */
  "connection-profile.check-update": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, ...updateOfProfile }),
    response: z.discriminatedUnion("kind", [...updateOutcomeSchema.def.options, refusedSchema]),
  })),
  /** Drops an update after the page has shown its outcome, or after the user discarded it. */
  "connection-profile.acknowledge-update": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, id: resourceId, evenInDoubt: z.boolean() }),
    response: nothing,
  })),
} as const;
