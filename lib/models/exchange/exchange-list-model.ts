import { batch, computed, createModel, signal } from "@preact/signals";
import type { TokenExchangeProfile } from "../../management/token-exchange-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import { toFailure, type Failure } from "../failure.ts";

export interface ExchangeListPort {
  send: CommandSender;
}

export type ExchangeListState =
  | { kind: "unread" }
  | { kind: "reading" }
  | { kind: "read" }
  | { kind: "failed"; failure: Failure };

/** The token exchange profiles of one tenant, as they were when they were last read. */
export const ExchangeListModel = createModel((port: ExchangeListPort) => {
  const tenantId = signal<string | undefined>(undefined);
  const profiles = signal<readonly TokenExchangeProfile[]>([]);
  const state = signal<ExchangeListState>({ kind: "unread" });
  /** Counts readings: the answer to an older one is dropped. */
  let current = 0;

  const read = async (): Promise<void> => {
    const own = tenantId.peek();
    if (own === undefined) return;
    current += 1;
    const reading = current;
    state.value = { kind: "reading" };
    try {
      const { profiles: found } = await port.send("token-exchange-profile.list", { tenantId: own });
      if (reading !== current) return;
      batch(() => {
        profiles.value = found;
        state.value = { kind: "read" };
      });
    } catch (error) {
      if (reading === current) state.value = { kind: "failed", failure: toFailure(error) };
    }
  };

  return {
    state: computed(() => state.value),
    /** What is known so far; kept while it is read again, and when that fails. */
    profiles: computed(() => profiles.value),
    /** How many there are; undefined until they have been read. */
    count: computed(() =>
      state.value.kind === "read" || profiles.value.length > 0 ? profiles.value.length : undefined,
    ),

    /** Turns to a tenant; reads its profiles unless they are known or being read. */
    async show(id: string): Promise<void> {
      const { kind } = state.peek();
      if (tenantId.peek() === id && (kind === "read" || kind === "reading")) return;
      batch(() => {
        if (tenantId.peek() !== id) profiles.value = [];
        tenantId.value = id;
      });
      await read();
    },

    read,

    /** Takes over a profile that was made or changed; of another tenant's nothing is shown here. */
    put(id: string, profile: TokenExchangeProfile): void {
      if (id !== tenantId.peek()) return;
      const known = profiles.peek();
      profiles.value = known.some((one) => one.id === profile.id)
        ? known.map((one) => (one.id === profile.id ? profile : one))
        : [...known, profile];
    },

    /** Drops a profile that is no more. */
    drop(id: string, profileId: string): void {
      if (id === tenantId.peek())
        profiles.value = profiles.peek().filter((one) => one.id !== profileId);
    },
  };
});
