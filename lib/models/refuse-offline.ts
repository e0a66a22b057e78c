import * as z from "zod/mini";
import type { CommandSender } from "../messages/command-channel.ts";
import type { CommandName } from "../messages/commands.ts";
import { isReachedWithoutNetwork } from "../messages/domain.ts";
import { RemoteError } from "../messages/remote-error.ts";

/** The commands that the worker handles without a request to the tenant. */
const localCommands: ReadonlySet<CommandName> = new Set([
  "token-exchange.forecast",
  "token-exchange-profile.list-creations",
  "token-exchange-profile.acknowledge-creation",
  "connection-profile.list-updates",
  "connection-profile.acknowledge-update",
]);
const atTenant = /^(?:token-exchange|token-exchange-profile|connection-profile)\./;
const aboutTenantSchema = z.object({ tenantId: z.string() });

/**
 * Wraps a sender to reject commands that need a request to a tenant while this device is offline. A
 * change that is sent without a network fails like one whose response was lost, so the user would
 * have to check it. The sandbox and a tenant on this machine need no network.
 */
export function refuseOffline(send: CommandSender, isOnline: () => boolean): CommandSender {
  return async (name, request) => {
    const asked = aboutTenantSchema.safeParse(request);
    const isRemote =
      atTenant.test(name) &&
      !localCommands.has(name) &&
      asked.success &&
      !isReachedWithoutNetwork(asked.data.tenantId);
    if (isRemote && !isOnline()) {
      throw new RemoteError({
        code: "offline",
        message:
          "This device is offline, so nothing was sent. Your input is kept. Try again when the network is back.",
        facts: {},
      });
    }
    return send(name, request);
  };
}
