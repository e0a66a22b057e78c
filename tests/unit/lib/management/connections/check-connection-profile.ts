import { toJsonObject } from "../../../../../lib/management/json.ts";
import {
  connectionProfilePatchSchema,
  warnOfPatch,
  type ConnectionProfilePatch,
} from "../../../../../lib/management/connections/connection-profile.ts";
import { readFieldMessages, type FieldCheck } from "../../../../../lib/management/field-check.ts";

/** Checks a whole patch: an error for each field that the service would refuse. */
export function checkConnectionProfile(input: unknown): FieldCheck<ConnectionProfilePatch> {
  const parsed = connectionProfilePatchSchema.safeParse(input);
  if (parsed.success)
    return { ok: true, value: parsed.data, warnings: warnOfPatch(toJsonObject(parsed.data)) };
  return { ok: false, errors: readFieldMessages(parsed.error), warnings: [] };
}
