import type { CommandHandlers } from "../messages/command-channel.ts";
import { sandboxOrigin } from "../messages/domain.ts";
import type { Tenant } from "../messages/tenant.ts";
import type { CommandContext } from "./command-context.ts";
import { openDescribedTenant, readDescribedSecret } from "./open-described-tenant.ts";
import type { SandboxControl } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

const timeoutMs = 10_000;

/** Creates the handlers that start the sandbox, and make it the selected tenant. */
export function createSandboxCommands(
  context: CommandContext,
): Pick<CommandHandlers, "sandbox.open" | "sandbox.start"> {
  const { ports, enqueue, settings } = context;
  const { fetch, sandbox } = ports;

  async function open(): Promise<Tenant> {
    const { tenants } = await settings.read();
    await prepareSandbox(sandbox, { isListed: tenants.some(({ id }) => id === sandboxOrigin) });
    const secret = await readDescribedSecret(sandboxOrigin, { fetch, timeoutMs });
    if (secret === undefined) {
      throw new WorkerError(
        "sandbox-not-started",
        "The sandbox did not start. Close and open this page, then try again.",
      );
    }
    const described = { origin: sandboxOrigin, name: "Sandbox", colour: "violet" } as const;
    return await openDescribedTenant(context, described, secret);
  }

  return {
    async "sandbox.open"() {
      return { tenant: await enqueue(open) };
    },
    async "sandbox.start"() {
      return { isStarted: await sandbox.start() };
    },
  };
}

/**
 * Makes the sandbox ready to start. Without a tenant that refers to it, what is stored is the rest
 * of a removal that the browser interrupted.
 */
export async function prepareSandbox(
  sandbox: SandboxControl,
  { isListed }: { isListed: boolean },
): Promise<void> {
  if (!isListed) await sandbox.remove();
  await sandbox.create();
}
