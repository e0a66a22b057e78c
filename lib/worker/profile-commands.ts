import { exchangeToken } from "../management/exchange/exchange-token.ts";
import type { WholeList } from "../management/calls/list-all.ts";
import type { ManagementClient } from "../management/client.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import {
  openManagement,
  requireConfirmation,
  requirePermission,
  type CommandContext,
} from "./command-context.ts";
import {
  createConnectionUpdateCommands,
  type ConnectionUpdateCommands,
} from "./connection-update-commands.ts";
import {
  createExchangeCreationCommands,
  type ExchangeCreationCommands,
} from "./exchange-creation-commands.ts";

type ProfileCommands = Pick<
  CommandHandlers,
  | "token-exchange-profile.list"
  | "token-exchange-profile.update"
  | "token-exchange-profile.delete"
  | "token-exchange.run"
  | "token-exchange.forecast"
  | "connection-profile.list"
> &
  ExchangeCreationCommands &
  ConnectionUpdateCommands;

/** Creates the handlers for profiles of both kinds and for token exchanges. */
export function createProfileCommands(context: CommandContext): ProfileCommands {
  const { ports, settings, exchanges } = context;

  async function read(tenantId: string): Promise<ManagementClient> {
    return openManagement(context, await settings.requireTenant(tenantId));
  }

  async function change(request: {
    tenantId: string;
    confirmation?: string | undefined;
  }): Promise<ManagementClient> {
    const tenant = await settings.requireTenant(request.tenantId);
    requireConfirmation(tenant, request.confirmation);
    return openManagement(context, tenant);
  }

  return {
    async "token-exchange-profile.list"({ tenantId }) {
      return toAnswer(await (await read(tenantId)).listAllTokenExchangeProfiles());
    },
    ...createExchangeCreationCommands({ creations: context.creations, read, change }),
    async "token-exchange-profile.update"({ id, patch, ...request }) {
      return (await change(request)).updateTokenExchangeProfile(id, patch);
    },
    async "token-exchange-profile.delete"({ id, ...request }) {
      await (await change(request)).deleteTokenExchangeProfile(id);
      return {};
    },
    async "token-exchange.run"({ tenantId, input }) {
      const tenant = await settings.requireTenant(tenantId);
      await requirePermission(ports, tenant.origin);
      const outcome = await exchangeToken(input, {
        tokenUrl: `${tenant.origin}/oauth/token`,
        fetch: ports.fetch,
        clock: ports.clock,
      });
      await exchanges.record(tenantId, outcome);
      return { outcome, forecast: await exchanges.forecast(tenantId) };
    },
    async "token-exchange.forecast"({ tenantId }) {
      return exchanges.forecast(tenantId);
    },
    async "connection-profile.list"({ tenantId }) {
      return toAnswer(await (await read(tenantId)).listAllConnectionProfiles());
    },
    ...createConnectionUpdateCommands({ updates: context.updates, read, change }),
  };
}

function toAnswer<Item>({ items, isComplete }: WholeList<Item>) {
  return isComplete ? { profiles: items } : { profiles: items, isPartial: true };
}
