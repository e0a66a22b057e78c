import { batch, computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connection-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import { toFailure, type Failure } from "../failure.ts";

export interface ConnectionListPort {
  send: CommandSender;
  /** The tenant whose profiles are shown. */
  tenantId: ReadonlySignal<string | undefined>;
}

export type ConnectionListState =
  | { kind: "unread" }
  | { kind: "reading" }
  | { kind: "read" }
  | { kind: "failed"; failure: Failure };

interface Reading {
  tenantId: string | undefined;
  profiles: readonly ConnectionProfile[];
  state: ConnectionListState;
}

const nothingRead: Reading = { tenantId: undefined, profiles: [], state: { kind: "unread" } };

/** The connection profiles of the selected tenant, as they were when they were last heard of. */
export const ConnectionListModel = createModel((port: ConnectionListPort) => {
  const known = signal<Reading>(nothingRead);
  /** What is known of the tenant that is selected now; another one's is not shown for a moment. */
  const shown = computed(() =>
    known.value.tenantId === port.tenantId.value ? known.value : nothingRead,
  );
  /** Counts readings: the answer to an older one is dropped. */
  let current = 0;

  return {
    state: computed(() => shown.value.state),
    /** Kept while they are read again, and when that fails. */
    profiles: computed(() => shown.value.profiles),

    async read(): Promise<void> {
      const tenantId = port.tenantId.peek();
      if (tenantId === undefined) return;
      current += 1;
      const reading = current;
      const { profiles } = shown.peek();
      known.value = { tenantId, profiles, state: { kind: "reading" } };
      try {
        const found = await port.send("connection-profile.list", { tenantId });
        if (reading !== current) return;
        known.value = { tenantId, profiles: found.profiles, state: { kind: "read" } };
      } catch (error) {
        if (reading !== current) return;
        const state = { kind: "failed", failure: toFailure(error) } as const;
        known.value = { tenantId, profiles: known.peek().profiles, state };
      }
    },

    /** Takes over a profile that was read or changed; of another tenant's nothing is shown here. */
    put(tenantId: string, profile: ConnectionProfile): void {
      const reading = known.peek();
      if (tenantId !== reading.tenantId) return;
      batch(() => {
        known.value = {
          ...reading,
          profiles: reading.profiles.map((one) => (one.id === profile.id ? profile : one)),
        };
      });
    },
  };
});
