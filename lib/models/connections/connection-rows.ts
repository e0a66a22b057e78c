import { computed, type ReadonlySignal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import type { createProfileList } from "../profile-list.ts";
import type { ConnectionDraft } from "./connection-draft.ts";
import type { TenantUpdate } from "./connection-updates-model.ts";

/** A profile as the list shows it. */
export interface ConnectionRow {
  id: string;
  name: string;
  features: readonly string[];
  /** The text that a filter searches. */
  text: string;
  /** True if there is unsent input. */
  hasDraft: boolean;
  /** True if an update was sent and its outcome is not known here. */
  isInDoubt: boolean;
  /** True if the tenant's list does not contain the profile: only its input is left. */
  isGone: boolean;
}

export interface ConnectionRowsPort {
  tenantId: ReadonlySignal<string | undefined>;
  list: ReturnType<typeof createProfileList<ConnectionProfile>>;
  drafts: ReadonlySignal<readonly ConnectionDraft[]>;
  updates: ReadonlySignal<readonly TenantUpdate[]>;
}

/** Creates the rows of the tenant: its profiles, then deleted profiles with unsent input. */
export function createConnectionRows(port: ConnectionRowsPort) {
  const { tenantId, list } = port;
  return computed((): readonly ConnectionRow[] => {
    const tenant = tenantId.value;
    const drafts = port.drafts.value.filter((one) => one.tenantId === tenant);
    const updates = port.updates.value.filter((one) => one.tenantId === tenant);
    const listed = list.profiles.value;
    const isRead = list.state.value.kind === "read" && !list.isPartial.value;
    const describe = (profile: ConnectionProfile, isGone: boolean): ConnectionRow => ({
      ...describeProfile(profile),
      hasDraft: drafts.some(({ profileId }) => profileId === profile.id),
      isInDoubt: updates.some(({ base }) => base.id === profile.id),
      isGone,
    });
    const kept = new Map(
      [...updates.map(({ base }) => base), ...drafts.map(({ base }) => base)]
        .filter(({ id }) => !listed.some((profile) => profile.id === id))
        .map((base) => [base.id, base]),
    );
    return [
      ...listed.map((profile) => describe(profile, false)),
      ...[...kept.values()].map((base) => describe(base, isRead)),
    ];
  });
}

function describeProfile(profile: ConnectionProfile) {
  const { id, name, enabled_features: features } = profile;
  return { id, name: name ?? id, features: features ?? [], text: writeText(profile) };
}

/** Returns all values of a profile as text, with the names in them, such as the strategies. */
function writeText(profile: ConnectionProfile): string {
  const values = Object.values(profile);
  return values
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join("\n");
}
