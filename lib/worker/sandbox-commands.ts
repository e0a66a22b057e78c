import type { CommandHandlers } from "../messages/command-channel.ts";
import { sandboxOrigin } from "../messages/domain.ts";
import type { CommandContext } from "./command-context.ts";
import { openDescribedTenant, readDescribedSecret } from "./open-described-tenant.ts";
import { WorkerError } from "./worker-error.ts";

const timeoutMs = 10_000;

/** Creates the handlers that start the sandbox, and make it the selected tenant. */
export function createSandboxCommands(
  context: CommandContext,
): Pick<CommandHandlers, "sandbox.open" | "sandbox.start"> {
  const { fetch, sandbox } = context.ports;
  const readSecret = async () => await readDescribedSecret(sandboxOrigin, { fetch, timeoutMs });

  /** Starts over without the stored state, which no tenant of the list refers to. */
  async function readNewSecret(): Promise<string | undefined> {
    const { tenants } = await context.settings.read();
    if (tenants.some(({ id }) => id === sandboxOrigin)) return undefined;
    await sandbox.remove();
    return await readSecret();
  }

  return {
    async "sandbox.open"() {
      const secret = (await readSecret()) ?? (await readNewSecret());
      if (secret === undefined) {
        throw new WorkerError(
          "sandbox-not-started",
          "The sandbox did not start. Close and open this page, then try again.",
        );
      }
      const described = { origin: sandboxOrigin, name: "Sandbox", colour: "violet" } as const;
      return { tenant: await openDescribedTenant(context, described, secret) };
    },
    async "sandbox.start"() {
      await sandbox.start();
      return {};
    },
  };
}
