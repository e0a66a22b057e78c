import type { ManagementClient } from "../management/client.ts";
import { createProfile } from "../management/exchange/create-profile.ts";
import type { CreationOutcome } from "../management/exchange/profile-creation.ts";
import type { TokenExchangeProfileBody } from "../management/exchange/token-exchange-profile.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import type { ChangeJournal } from "./change-journal.ts";
import { WorkerError } from "./worker-error.ts";

/** The creations of token exchange profiles that no page has acknowledged. */
export type ExchangeCreations = ChangeJournal<TokenExchangeProfileBody, CreationOutcome>;

export type ExchangeCreationCommands = Pick<
  CommandHandlers,
  | "token-exchange-profile.create"
  | "token-exchange-profile.list-creations"
  | "token-exchange-profile.check-creation"
  | "token-exchange-profile.acknowledge-creation"
>;

interface CreationPort {
  creations: ExchangeCreations;
  /** Opens the Management API for reading. */
  read(tenantId: string): Promise<Pick<ManagementClient, "checkTokenExchangeProfileCreation">>;
  /**
   * Opens the Management API for a change. A read-only tenant requires its name as confirmation.
   */
  change(request: {
    tenantId: string;
    confirmation?: string | undefined;
  }): Promise<Pick<ManagementClient, "createTokenExchangeProfile">>;
}

/** Creates the handlers that create token exchange profiles and return the outcomes. */
export function createExchangeCreationCommands(port: CreationPort): ExchangeCreationCommands {
  const { creations } = port;
  // The popup has one form for a new profile, so a tenant has one pending creation at a time.
  const keyOf = (tenantId: string) => ({ tenantId, subject: "new" });

  return {
    async "token-exchange-profile.create"({ body, ...request }) {
      const client = await port.change(request);
      return creations.run(keyOf(request.tenantId), body, (onSend) =>
        createProfile(client, body, onSend),
      );
    },
    async "token-exchange-profile.list-creations"({ tenantId }) {
      const entries = await creations.list(tenantId);
      return {
        creations: entries.map(({ change, sentAt, isInDoubt }) => ({
          body: change,
          sentAt,
          isInDoubt,
        })),
      };
    },
    async "token-exchange-profile.check-creation"({ tenantId, body }) {
      const known = await creations.find(keyOf(tenantId));
      if (known !== undefined) return known;
      const found = await (await port.read(tenantId)).checkTokenExchangeProfileCreation(body);
      if (found.kind === "unknown") throw new WorkerError("list-incomplete", found.message);
      return found.kind === "made"
        ? { kind: "created", profile: found.profile }
        : { kind: "not-made" };
    },
    async "token-exchange-profile.acknowledge-creation"({ tenantId, evenInDoubt }) {
      await creations.acknowledge(keyOf(tenantId), { evenInDoubt });
      return {};
    },
  };
}
