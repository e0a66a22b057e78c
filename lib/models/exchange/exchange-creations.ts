import type { CreationOutcome } from "../../management/exchange/profile-creation.ts";
import type { TokenExchangeProfileBody } from "../../management/exchange/token-exchange-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { PendingCreation } from "../../messages/commands.ts";
import { describeLost, describeRefused, type FailedChange } from "../change-failures.ts";
import type { GrantedChange } from "../confirmation-model.ts";
import { toFailure } from "../failure.ts";
import { isResponseLost } from "../is-response-lost.ts";

/** The outcome of a creation as the page shows it. */
export type CreationResult = Exclude<CreationOutcome, { kind: "unknown" }> | FailedChange;

/** The creations of token exchange profiles; the worker sends them and keeps their outcomes. */
export function createExchangeCreations(send: CommandSender) {
  return {
    /** Reads the creation that an earlier popup began. */
    async find(tenantId: string): Promise<PendingCreation | undefined> {
      try {
        const read = await send("token-exchange-profile.list-creations", { tenantId });
        return read.creations.at(-1);
      } catch {
        // The form can be filled in without this creation; the worker rejects a second one.
        return undefined;
      }
    },
    /**
     * Drops a creation whose outcome is shown; `evenInDoubt` also drops a creation without a
     * result.
     */
    acknowledge(tenantId: string, { evenInDoubt }: { evenInDoubt: boolean }): void {
      // If this fails, the worker reports the outcome to the next popup again.
      const request = { tenantId, evenInDoubt };
      send("token-exchange-profile.acknowledge-creation", request).catch(() => undefined);
    },
    async send(
      tenantId: string,
      granted: GrantedChange,
      body: TokenExchangeProfileBody,
    ): Promise<CreationResult> {
      try {
        const request = { tenantId, ...granted, body };
        const outcome = await send("token-exchange-profile.create", request);
        return outcome.kind === "unknown" ? describeLost(outcome.failure) : outcome;
      } catch (error) {
        const failure = toFailure(error);
        return { kind: isResponseLost(failure) ? "unknown" : "refused", failure };
      }
    },
    /** Finds the outcome of a creation that this page did not send, or whose response was lost. */
    async check(tenantId: string, body: TokenExchangeProfileBody): Promise<CreationResult> {
      try {
        const request = { tenantId, body };
        const outcome = await send("token-exchange-profile.check-creation", request);
        if (outcome.kind === "refused") return describeRefused(outcome.error);
        return outcome.kind === "unknown" ? describeLost(outcome.failure) : outcome;
      } catch (error) {
        return { kind: "unknown", failure: toFailure(error) };
      }
    },
  };
}
