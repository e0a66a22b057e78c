import { batch, createModel, signal } from "@preact/signals";
import {
  checkTokenExchangeProfilePatch,
  type TokenExchangeProfile,
} from "../../management/exchange/token-exchange-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { Confirmer } from "../confirmation-model.ts";
import { toFailure, type Failure } from "../failure.ts";
import { placeFieldMessages } from "../field-messages.ts";
import { isResponseLost } from "../is-response-lost.ts";
import { readOnly } from "../read-only.ts";

export interface ExchangeChangePort {
  send: CommandSender;
  confirm: Confirmer;
  /** Unix time in ms. */
  now(): number;
  onChanged(tenantId: string, profile: TokenExchangeProfile): void;
  onDeleted(tenantId: string, profileId: string): void;
}

export type ExchangeChangeState =
  | { kind: "idle" }
  | { kind: "renaming"; profile: TokenExchangeProfile; name: string; problem?: string }
  | { kind: "sending"; profile: TokenExchangeProfile; action: "rename" | "delete"; name: string }
  | {
      kind: "failed";
      profile: TokenExchangeProfile;
      action: "rename" | "delete";
      failure: Failure;
      /** True if the response was lost. A reload of the list shows if the change was applied. */
      isLost: boolean;
    }
  /** `sentAt` is the time of the request: Unix time in ms. */
  | { kind: "renamed"; before: string; name: string; sentAt: number }
  /** Names the profile that was deleted last. */
  | { kind: "deleted"; name: string; sentAt: number };

/** Renames or deletes one of the listed token exchange profiles, one at a time. */
export const ExchangeChangeModel = createModel((port: ExchangeChangePort) => {
  const state = signal<ExchangeChangeState>({ kind: "idle" });
  const isSending = () => state.peek().kind === "sending";
  /** Counts changes: the outcome of an earlier one is not shown. */
  let current = 0;

  const run = async (
    action: "rename" | "delete",
    profile: TokenExchangeProfile,
    name: string,
    send: (sentAt: number) => Promise<ExchangeChangeState>,
  ): Promise<void> => {
    current += 1;
    const own = current;
    state.value = { kind: "sending", profile, action, name };
    let next: ExchangeChangeState;
    try {
      next = await send(port.now());
    } catch (error) {
      const failure = toFailure(error);
      next = { kind: "failed", profile, action, failure, isLost: isResponseLost(failure) };
    }
    if (own === current) state.value = next;
  };

  return {
    state: readOnly(state),

    startRenaming(profile: TokenExchangeProfile): void {
      if (!isSending()) state.value = { kind: "renaming", profile, name: profile.name };
    },

    setName(name: string): void {
      const known = state.peek();
      if (known.kind === "renaming")
        state.value = { kind: "renaming", profile: known.profile, name };
    },

    /** Closes the name field or the failure. */
    dismiss(): void {
      if (!isSending()) state.value = { kind: "idle" };
    },

    /** Discards the state of the change, because another tenant is shown. */
    leave(): void {
      batch(() => {
        current += 1;
        state.value = { kind: "idle" };
      });
    },

    async rename(tenant: Tenant): Promise<void> {
      const known = state.peek();
      if (known.kind !== "renaming") return;
      const { profile, name } = known;
      if (name === profile.name) {
        state.value = { kind: "idle" };
        return;
      }
      const checked = checkTokenExchangeProfilePatch({ name });
      if (!checked.ok) {
        const problem = placeFieldMessages(checked.errors)["name"];
        state.value = { ...known, ...(problem === undefined ? {} : { problem }) };
        return;
      }
      const granted = await port.confirm.request({
        tenant,
        title: `Rename ${JSON.stringify(profile.name)} to ${JSON.stringify(name)}?`,
        button: "Rename profile",
      });
      if (granted === undefined || state.peek() !== known) return;
      await run("rename", profile, name, async (sentAt) => {
        const request = { tenantId: tenant.id, ...granted, id: profile.id, patch: checked.value };
        port.onChanged(tenant.id, await port.send("token-exchange-profile.update", request));
        return { kind: "renamed", before: profile.name, name, sentAt };
      });
    },

    async remove(tenant: Tenant, profile: TokenExchangeProfile): Promise<void> {
      if (isSending()) return;
      const granted = await port.confirm.request({
        tenant,
        isFinal: true,
        title: `Delete the profile ${JSON.stringify(profile.name)}?`,
        consequence: `Exchanges with ${profile.subject_token_type} will then fail. This cannot be undone: a new profile gets another ID.`,
        button: "Delete profile",
      });
      if (granted === undefined || isSending()) return;
      await run("delete", profile, profile.name, async (sentAt) => {
        await port.send("token-exchange-profile.delete", {
          tenantId: tenant.id,
          ...granted,
          id: profile.id,
        });
        port.onDeleted(tenant.id, profile.id);
        return { kind: "deleted", name: profile.name, sentAt };
      });
    },
  };
});
