import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { toFailure, type Failure } from "./failure.ts";

export interface ProfileListPort<Profile> {
  /** The tenant whose profiles are shown. */
  tenantId: ReadonlySignal<string | undefined>;
  /** Asks for all profiles of a tenant. */
  read(tenantId: string): Promise<readonly Profile[]>;
}

export type ProfileListState =
  | { kind: "unread" }
  | { kind: "reading" }
  | { kind: "read" }
  | { kind: "failed"; failure: Failure };

interface Reading<Profile> {
  tenantId: string | undefined;
  profiles: readonly Profile[];
  state: ProfileListState;
}

/** The profiles of the tenant that is shown, as they were when they were last heard of; a part of the models of both kinds. */
export function createProfileList<Profile extends { id: string }>(port: ProfileListPort<Profile>) {
  const nothingRead: Reading<Profile> = {
    tenantId: undefined,
    profiles: [],
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
    const { profiles } = shown.peek();
    known.value = { tenantId, profiles, state: { kind: "reading" } };
    try {
      const found = await port.read(tenantId);
      if (reading !== current) return;
      known.value = { tenantId, profiles: found, state: { kind: "read" } };
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
