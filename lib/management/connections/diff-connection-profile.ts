import type { ConnectionProfile } from "./connection-profile.ts";
import type { JsonObject, JsonValue } from "../../encoding/json.ts";
import { mergeConnectionProfile, patchFor } from "./merge-connection-profile.ts";

/** A changed value in the JSON of the profile. `before` or `after` is absent if it had no value. */
export interface ProfileChange {
  /** The path to the value, such as `["strategy_overrides", "okta", "enabled_features"]`. */
  path: string[];
  before?: JsonValue;
  after?: JsonValue;
}

/**
 * Compares an edit with its base: a merge in which the other side changed nothing. Returns the
 * PATCH body with the changed properties, and each difference. A property that `edit` omits is
 * unchanged. A property in `edit` must be complete, because the service replaces objects and lists.
 * Compares unknown properties too, but not `id`.
 */
export function diffProfileEdit(
  base: ConnectionProfile,
  edit: JsonObject,
): { patch: JsonObject; changes: ProfileChange[] } {
  const { differences } = mergeConnectionProfile(base, edit, base);
  return {
    patch: patchFor(base, edit),
    changes: differences.map(({ path, base: before, mine: after }) => ({
      path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })),
  };
}
