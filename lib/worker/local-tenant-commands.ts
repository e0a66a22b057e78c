import type { CommandHandlers } from "../messages/command-channel.ts";
import { localTenantOrigin } from "../messages/domain.ts";
import { requirePermission, type CommandContext } from "./command-context.ts";
import { openDescribedTenant, readDescribedSecret } from "./open-described-tenant.ts";
import { WorkerError } from "./worker-error.ts";

/** The longest time in ms to wait for a server on this machine. */
const timeoutMs = 3_000;

/** Creates the handlers that look for the local tenant, and make it the selected tenant. */
export function createLocalTenantCommands(
  context: CommandContext,
): Pick<CommandHandlers, "local-tenant.find" | "local-tenant.open"> {
  const { ports } = context;
  const readSecret = () =>
    readDescribedSecret(localTenantOrigin, { fetch: ports.fetch, timeoutMs });
  return {
    async "local-tenant.find"() {
      return { isRunning: (await readSecret()) !== undefined };
    },
    async "local-tenant.open"() {
      await requirePermission(ports, localTenantOrigin, { isSaved: false });
      const secret = await readSecret();
      if (secret === undefined) {
        throw new WorkerError(
          "local-tenant-not-found",
          `No local tenant responded at ${localTenantOrigin}. Start it with “npx tenant-inspector-tenant”, then try again.`,
        );
      }
      const described = {
        origin: localTenantOrigin,
        name: "Local tenant",
        colour: "green",
      } as const;
      return { tenant: await openDescribedTenant(context, described, secret) };
    },
  };
}
