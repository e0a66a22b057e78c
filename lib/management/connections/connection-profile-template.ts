import * as z from "zod/mini";
import { connectionProfileBodySchema } from "./connection-profile.ts";
import { isJsonObject, jsonObjectSchema, type JsonObject } from "../../encoding/json.ts";

/** A starting point that the service offers for a new connection profile. */
export const connectionProfileTemplateSchema = z.looseObject({
  id: z.string(),
  display_name: z.optional(z.string()),
  template: jsonObjectSchema,
});
export type ConnectionProfileTemplate = z.infer<typeof connectionProfileTemplateSchema>;

/**
 * What the form of a new profile starts with: the template's own values, without what it leaves unset and without what a
 * body may not hold. To be checked like anything else that is entered.
 */
export function startFromTemplate({ template }: ConnectionProfileTemplate): JsonObject {
  const accepted = Object.keys(connectionProfileBodySchema.shape);
  const entries = Object.entries(template).filter(
    ([name, value]) => accepted.includes(name) && value !== null,
  );
  const start = Object.fromEntries(entries);
  return isJsonObject(start) ? structuredClone(start) : {};
}
