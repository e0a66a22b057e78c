import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { toFailure, type Failure } from "./failure.ts";

interface ProfileResponse<Profile> {
  profiles: readonly Profile[];
  isPartial?: boolean | undefined;
}

export interface ProfileListPort<Profile> {
  /** The tenant of the profiles. */
  tenantId: ReadonlySignal<string | undefined>;
  /** Reads all profiles of a tenant; the result is partial if the tenant has too many. */
  read(tenantId: string): Promise<ProfileResponse<Profile>>;
}

export type ProfileListState =
  | { kind: "unread" }
  | { kind: "reading" }
  | { kind: "read" }
  | { kind: "failed"; failure: Failure };

interface Reading<Profile> {
  tenantId: string | undefined;
  profiles: readonly Profile[];
  isPartial: boolean;
  state: ProfileListState;
}

/** Holds the profiles of the shown tenant, as last read. Both kinds of profiles use it. */
export function createProfileList<Profile extends { id: string }>(port: ProfileListPort<Profile>) {
  const nothingRead: Reading<Profile> = {
    tenantId: undefined,
    profiles: [],
    isPartial: false,
    state: { kind: "unread" },
  };
  const known = signal(nothingRead);
  /** Profiles of another tenant are never shown, not even while the new list is read. */
  const shown = computed(() =>
    known.value.tenantId === port.tenantId.value ? known.value : nothingRead,
  );
  /** Counts readings: the response to an earlier one is dropped. */
  let current = 0;

  const read = async (): Promise<void> => {
    const tenantId = port.tenantId.peek();
    if (tenantId === undefined) return;
    current += 1;
    const reading = current;
    known.value = { ...shown.peek(), tenantId, state: { kind: "reading" } };
    try {
      const { profiles, isPartial = false } = await port.read(tenantId);
      if (reading !== current) return;
      known.value = { tenantId, profiles, isPartial, state: { kind: "read" } };
    } catch (error) {
      if (reading !== current) return;
      known.value = { ...known.peek(), state: { kind: "failed", failure: toFailure(error) } };
    }
  };

  /** Changes the profiles of the shown tenant; a change for another tenant is ignored. */
  const change = (tenantId: string, next: (profiles: readonly Profile[]) => readonly Profile[]) => {
    const before = known.peek();
    if (tenantId !== before.tenantId) return;
    known.value = { ...before, profiles: next(before.profiles) };
    // The response in flight may be older than this change.
    if (before.state.kind === "reading") void read();
  };

  return {
    state: computed(() => shown.value.state),
    /** The profiles; they stay while the list is read again, and if that fails. */
    profiles: computed(() => shown.value.profiles),
    /** True if the tenant has more profiles than were read. */
    isPartial: computed(() => shown.value.isPartial),
    /** The number of profiles; undefined until they are read. */
    count: computed(() => {
      const { state, profiles } = shown.value;
      return state.kind === "read" || profiles.length > 0 ? profiles.length : undefined;
    }),
    read,
    /** Adds or replaces a profile. */
    put: (tenantId: string, profile: Profile): void =>
      change(tenantId, (profiles) =>
        profiles.some(({ id }) => id === profile.id)
          ? profiles.map((one) => (one.id === profile.id ? profile : one))
          : [...profiles, profile],
      ),
    /** Removes a profile that was deleted. */
    drop: (tenantId: string, profileId: string): void =>
      change(tenantId, (profiles) => profiles.filter(({ id }) => id !== profileId)),
  };
}
