import * as z from "zod/mini";
import { tenantIdSchema } from "./tenant.ts";

const optionsPartSchema = z.enum(["tenant", "credential", "stream"]);
export type OptionsPart = z.infer<typeof optionsPartSchema>;

/**
 * A section of a tenant on the options page, or the form of a new one. The worker passes it to the
 * page through `storage.session`, because a URL would stay in the browser's history.
 */
export const optionsPlaceSchema = z.union([
  z.object({ tenantId: tenantIdSchema, part: optionsPartSchema }),
  z.object({ part: z.literal("new") }),
]);
export type OptionsPlace = z.infer<typeof optionsPlaceSchema>;
