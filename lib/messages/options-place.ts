import * as z from "zod/mini";
import { tenantIdSchema } from "./tenant.ts";

const optionsPartSchema = z.enum(["tenant", "credential", "stream"]);
export type OptionsPart = z.infer<typeof optionsPartSchema>;

/** A tenant on the options page, and the part of it that is meant. */
export const optionsPlaceSchema = z.object({ tenantId: tenantIdSchema, part: optionsPartSchema });
export type OptionsPlace = z.infer<typeof optionsPlaceSchema>;

/** The fragment of the address of a place, with its `#`: `#credential/<tenant id>`, the id percent-encoded. */
export function writeOptionsHash({ tenantId, part }: OptionsPlace): string {
  return `#${part}/${encodeURIComponent(tenantId)}`;
}

/** The place that a fragment names; undefined for any other. */
export function readOptionsHash(hash: string): OptionsPlace | undefined {
  const [, part, encoded = ""] = /^#([a-z]+)\/(.{1,1000})$/.exec(hash) ?? [];
  let tenantId: string;
  try {
    tenantId = decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
  return z.safeParse(optionsPlaceSchema, { tenantId, part }).data;
}
