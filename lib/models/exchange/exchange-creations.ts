import type { CreationOutcome } from "../../management/exchange/profile-creation.ts";
import type { TokenExchangeProfileBody } from "../../management/exchange/token-exchange-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CommandResponse, PendingCreation } from "../../messages/commands.ts";
import type { GrantedChange } from "../confirmation-model.ts";
import { describeFailed, isRefusedSend, readOutcome, type ChangeResult } from "../sent-change.ts";

/** The outcome of a creation as the page shows it. */
export type CreationResult = ChangeResult<CreationOutcome>;

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
    send: (tenantId: string, granted: GrantedChange, body: TokenExchangeProfileBody) =>
      readOutcome(
        send("token-exchange-profile.create", { tenantId, ...granted, body }).then(toResult),
        isRefusedSend,
      ),
    /** Finds the outcome of a creation that this page did not send, or whose response was lost. */
    check: (tenantId: string, body: TokenExchangeProfileBody) =>
      readOutcome(
        send("token-exchange-profile.check-creation", { tenantId, body }).then(toResult),
        // A failed check says nothing about the creation.
        () => false,
      ),
  };
}

function toResult(
  outcome: CommandResponse<"token-exchange-profile.check-creation">,
): CreationResult {
  return outcome.kind === "unknown" || outcome.kind === "refused"
    ? describeFailed(outcome)
    : outcome;
}
