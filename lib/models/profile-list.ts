import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { toFailure, type Failure } from "./failure.ts";

interface ProfileAnswer<Profile> {
  profiles: readonly Profile[];
  isPartial?: boolean | undefined;
}

export interface ProfileListPort<Profile> {
  /** The tenant whose profiles are shown. */
  tenantId: ReadonlySignal<string | undefined>;
  /** Asks for all profiles of a tenant; the answer is partial when they are too many. */
  read(tenantId: string): Promise<ProfileAnswer<Profile>>;
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

/** The profiles of the tenant that is shown, as they were when they were last heard of; a part of the models of both kinds. */
export function createProfileList<Profile extends { id: string }>(port: ProfileListPort<Profile>) {
  const nothingRead: Reading<Profile> = {
    tenantId: undefined,
    profiles: [],
    isPartial: false,
    state: { kind: "unread" },
  };
  const known = signal(nothingRead);
  /** What is known of another tenant is not shown for a moment. */
  const shown = computed(() =>
    known.value.tenantId === port.tenantId.value ? known.value : nothingRead,
  );
  /** Counts readings: the answer to an older one is dropped. */
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

  /** Takes over what became known of a tenant's profiles; of another tenant's nothing is kept. */
  const change = (tenantId: string, next: (profiles: readonly Profile[]) => readonly Profile[]) => {
    const before = known.peek();
    if (tenantId !== before.tenantId) return;
    known.value = { ...before, profiles: next(before.profiles) };
    // The answer that is on its way may be older than what is known now.
    if (before.state.kind === "reading") void read();
  };

  return {
    state: computed(() => shown.value.state),
    /** Kept while they are read again, and when that fails. */
    profiles: computed(() => shown.value.profiles),
    /** The tenant has more than were read: what is not among them may exist all the same. */
    isPartial: computed(() => shown.value.isPartial),
    /** How many there are; undefined until they have been read. */
    count: computed(() => {
      const { state, profiles } = shown.value;
      return state.kind === "read" || profiles.length > 0 ? profiles.length : undefined;
    }),
    read,
    /** Takes over a profile that was made, changed or read. */
    put: (tenantId: string, profile: Profile): void =>
      change(tenantId, (profiles) =>
        profiles.some(({ id }) => id === profile.id)
          ? profiles.map((one) => (one.id === profile.id ? profile : one))
          : [...profiles, profile],
      ),
    /** Drops a profile that is no more. */
    drop: (tenantId: string, profileId: string): void =>
      change(tenantId, (profiles) => profiles.filter(({ id }) => id !== profileId)),
  };
}
